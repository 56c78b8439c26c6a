import { type Draft, draftFor } from './draft.ts'
import type { SigningState } from './signing-state.ts'

/** Where a tab keeps what was entered, so that loading the page again loses nothing. */
export type EntryStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What is kept: everything but the consent, which is given anew. */
type Kept = Omit<Draft, 'isAccepted'>

/** One signer of one request. The link itself is not written anywhere. */
function keyOf({ request, you }: SigningState): string | null {
  return you.id === null ? null : `entries of ${request.id} ${you.id}`
}

/** The draft of a signer whose document was just opened: as it was left in this tab, or a new one. */
export function keptDraft(entries: EntryStore | null, state: SigningState): Draft {
  const fresh = draftFor(state)
  const key = keyOf(state)
  const kept = key === null ? null : read(entries, key)
  if (!kept) return fresh
  const known = new Set(state.fields.map(({ id }) => id))
  const values = Object.entries(kept.values).filter(([id]) => known.has(id))
  return { ...fresh, ...kept, values: { ...fresh.values, ...Object.fromEntries(values) }, isAccepted: false }
}

export function keepDraft(entries: EntryStore | null, state: SigningState, draft: Draft): void {
  const key = keyOf(state)
  if (key === null) return
  const { isAccepted: _, ...kept } = draft
  try {
    entries?.setItem(key, JSON.stringify(kept satisfies Kept))
  } catch {
    // A large image, or a browser that keeps nothing: loading again starts anew.
  }
}

export function forgetDraft(entries: EntryStore | null, state: SigningState): void {
  const key = keyOf(state)
  if (key !== null) entries?.removeItem(key)
}

function read(entries: EntryStore | null, key: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(entries?.getItem(key) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  return ['values', 'mode', 'typed', 'drawn', 'uploaded', 'hasSeenSignature'].every((name) => name in value)
}

/** The store of this tab; null where the browser allows none. */
export function tabEntries(): EntryStore | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
