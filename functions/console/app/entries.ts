import { textsOf } from './language.ts'

/**
 * What the reader entered and did not send yet. It is asked about before it is lost, and is kept where somebody has to sign in again.
 * Files and secrets are not kept.
 */
interface Unsent {
  readonly kind: 'entries' | 'secret'
  /** The text to keep; null: nothing. */
  readonly read: () => string | null
}

const unsent = new Map<string, Unsent>()

/** `name` tells the form apart from others of the screen. */
export function markUnsent(name: string, read: Unsent['read'] = () => null, kind: Unsent['kind'] = 'entries'): void {
  unsent.set(name, { kind, read })
}

export function markSent(name: string): void {
  unsent.delete(name)
}

export const hasUnsent = (): boolean => unsent.size > 0

const questions = textsOf({
  en: {
    entries: 'Leave this screen? What you entered is not sent yet, and would be lost.',
    secret: 'Leave this screen? The secret is shown only now.',
  },
  fr: {
    entries: 'Quitter cet écran ? Ce que vous avez saisi n’est pas encore envoyé et serait perdu.',
    secret: 'Quitter cet écran ? Le secret n’est affiché que maintenant.',
  },
})

/** Asks before something is lost. */
export function mayLeave(): boolean {
  if (!hasUnsent()) return true
  const kind = [...unsent.values()].some((each) => each.kind === 'secret') ? 'secret' : 'entries'
  if (!confirm(questions()[kind])) return false
  unsent.clear()
  return true
}

// The browser asks in its own words before the page is closed or loaded again.
addEventListener('beforeunload', (event) => {
  if (hasUnsent()) event.preventDefault()
})

interface Kept {
  readonly route: string
  /** Another person who signs in here does not get it. */
  readonly person: string | null
  readonly entries: Readonly<Record<string, string>>
}

const key = 'sealpost.entries'

/** Keeps what is unsent on the way to the identity provider and back. */
export function keepUnsent(person: string | null): void {
  const entries = [...unsent].flatMap(([name, { read }]) => {
    const text = read()
    return text === null ? [] : [[name, text] as const]
  })
  unsent.clear()
  if (entries.length === 0) return
  const kept: Kept = { route: location.hash, person, entries: Object.fromEntries(entries) }
  sessionStorage.setItem(key, JSON.stringify(kept))
}

export function forgetKept(): void {
  sessionStorage.removeItem(key)
}

/** Takes a kept text out of the storage, so that it fills a form once. Null: there is none. */
export function takeKept(name: string, person: string | null): string | null {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return null
  const { entries, ...of }: Kept = JSON.parse(stored)
  if (of.person !== person) forgetKept()
  const text = of.person === person && of.route === location.hash ? entries[name] : undefined
  if (text === undefined) return null
  const { [name]: _, ...others } = entries
  if (Object.keys(others).length === 0) forgetKept()
  else sessionStorage.setItem(key, JSON.stringify({ ...of, entries: others }))
  return text
}
