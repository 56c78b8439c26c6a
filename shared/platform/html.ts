/** A piece of HTML that may be put into a page as it is. */
export interface Html {
  readonly markup: string
}

export type HtmlValue = Html | string | number | null | false | readonly HtmlValue[]

/** HTML from a template: everything put into it is escaped, unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return { markup: strings.reduce((markup, string, index) => markup + markupOf(values[index - 1] ?? null) + string) }
}

/** Text of our own that needs no escaping: the page's style and script. */
export function verbatim(markup: string): Html {
  return { markup }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function markupOf(value: HtmlValue): string {
  if (value === null || value === false) return ''
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(markupOf).join('')
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
