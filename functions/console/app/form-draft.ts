/** What somebody had entered before they were asked to sign in again. Files and secrets are no part of it. */
interface Draft {
  readonly route: string
  readonly values: readonly (readonly [string, string])[]
}

const key = 'sealpost.form'

export function keepDraft(route: string, form: HTMLFormElement): void {
  const secrets = new Set([...form.querySelectorAll<HTMLInputElement>('input[type=password]')].map(({ name }) => name))
  const values = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && !secrets.has(name) ? [[name, value] as const] : [],
  )
  const draft: Draft = { route, values }
  sessionStorage.setItem(key, JSON.stringify(draft))
}

/** Takes the draft of a route out of the storage, so that it fills a form once. Null: there is none. */
export function takeDraft(route: string): ReadonlyMap<string, readonly string[]> | null {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return null
  const draft: Draft = JSON.parse(stored)
  if (draft.route !== route) return null
  sessionStorage.removeItem(key)
  const values = new Map<string, string[]>()
  for (const [name, value] of draft.values) values.set(name, [...(values.get(name) ?? []), value])
  return values
}

/** Enters a draft into a form again. */
export function fillIn(form: HTMLFormElement, draft: ReadonlyMap<string, readonly string[]>): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio'))
      element.checked = draft.get(element.name)?.includes(element.value) ?? false
    else if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    ) {
      const [value] = draft.get(element.name) ?? []
      if (value !== undefined && !(element instanceof HTMLInputElement && element.type === 'file'))
        element.value = value
    }
  }
}
