/** Elements that a letter may have, with their attributes. */
export const allowedElements = {
  p: [],
  br: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  sup: [],
  sub: [],
  ul: [],
  ol: ['start'],
  li: [],
  a: ['href'],
  h1: [],
  h2: [],
  h3: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  span: [],
} as const satisfies Record<string, readonly string[]>
export type LetterElementName = keyof typeof allowedElements

export function isAllowedElement(name: string): name is LetterElementName {
  return Object.hasOwn(allowedElements, name)
}

export function isAllowedAttribute(element: LetterElementName, name: string): boolean {
  const allowed: readonly string[] = allowedElements[element]
  return allowed.includes(name)
}

/** Names that mean the same as an allowed element. */
export const sameElements: Readonly<Record<string, LetterElementName>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
}

/** What these hold is no text of a letter: they are removed with their content. Other unknown elements leave their content. */
export const removedWithContent = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'noembed',
  'noframes',
  'textarea',
  'title',
  'xmp',
  'plaintext',
  'select',
  'option',
  'button',
  'svg',
  'math',
  'head',
]

/** Elements that start on a line of their own. */
export const blockElements: ReadonlySet<string> = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'div',
])

/** Whether an attribute other than an address has an allowed value. */
export function isAllowedNumber(attribute: string, value: string): boolean {
  // The first number of a list, and a cell over 1 to 99 columns or rows.
  return (attribute === 'start' ? /^(0|[1-9][0-9]{0,3})$/ : /^[1-9][0-9]?$/).test(value)
}

/** In bytes of UTF-8. */
export const maxLetterBytes = 200 * 1024
export const maxDepth = 60
