type Values = Readonly<Record<string, readonly string[]>>

/** The entries of a form, without files and secrets, as text. */
export function valuesOf(form: HTMLFormElement): string {
  const secrets = new Set([...form.querySelectorAll<HTMLInputElement>('input[type=password]')].map(({ name }) => name))
  const entries = [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && !secrets.has(name))
  const values = Map.groupBy(entries, ([name]) => name)
  return JSON.stringify(Object.fromEntries([...values].map(([name, of]) => [name, of.map(([, value]) => value)])))
}

/** What tells a form apart from others of its screen: the names of its entries. */
export function nameOf(form: HTMLFormElement): string {
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return [...new Set(names)].filter(Boolean).sort().join(' ')
}

/** Enters values into a form again. */
export function fillIn(form: HTMLFormElement, text: string): void {
  const values: Values = JSON.parse(text)
  enter(form, values)
  // Some entries appear because of others, such as the name of a company.
  setTimeout(() => enter(form, values))
}

function enter(form: HTMLFormElement, values: Values): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')) {
      if (element.name) element.checked = values[element.name]?.includes(element.value) ?? false
    } else if (isControl(element) && element.type !== 'file') {
      const [value] = values[element.name] ?? []
      if (value === undefined || value === element.value) continue
      element.value = value
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function isControl(element: unknown): element is Control {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => element instanceof kind)
}
