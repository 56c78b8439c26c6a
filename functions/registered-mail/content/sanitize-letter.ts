import sanitizeHtml from 'sanitize-html'
import { directionsIn, withoutDirections } from '../../../shared/platform/visible-text.ts'
import {
  allowedElements,
  isAllowedAttribute,
  isAllowedElement,
  isAllowedNumber,
  maxDepth,
  maxLetterBytes,
  removedWithContent,
  sameElements,
} from './allowed-html.ts'
import { type ContentChange, CountedChanges } from './content-changes.ts'
import { letterAddress } from './letter-address.ts'
import { ForeignContent, readLetter, writeLetter } from './letter-tree.ts'

/** `too_long`: over 200 KiB once it is written out. `unclear`: it cannot be read in one safe way. */
export type LetterFault = 'too_long' | 'unclear'

export type SanitizedLetter =
  | { readonly valid: true; readonly html: string; readonly changes: readonly ContentChange[] }
  | { readonly valid: false; readonly reason: LetterFault }

/** A letter is read and written until it stays the same. Two rounds are enough for all known input. */
const maxRounds = 4

/**
 * The HTML of a letter with allowed elements only, from anybody's HTML. sanitize-html removes what is not allowed; then parse5
 * reads the rest as browsers do, and the letter is refused if anything else is left. Its tree is written out, and reading the
 * result gives the same tree again.
 */
export function sanitizedLetter(given: string): SanitizedLetter {
  if (given.includes('\0') || !given.isWellFormed()) return { valid: false, reason: 'unclear' }
  const changes = new CountedChanges()
  try {
    const html = settled(withBoth(sanitizeHtml(given, optionsWith(changes))))
    if (html === null) return { valid: false, reason: 'unclear' }
    if (Buffer.byteLength(html) > maxLetterBytes) return { valid: false, reason: 'too_long' }
    return { valid: true, html, changes: changes.list() }
  } catch (error) {
    if (error instanceof ForeignContent) return { valid: false, reason: 'unclear' }
    throw error
  }
}

/** Null where it does not settle. */
function settled(sanitized: string): string | null {
  let html = sanitized
  for (let round = 0; round < maxRounds; round += 1) {
    const written = writeLetter(readLetter(html))
    if (written === html) return html
    html = written
  }
  return null
}

function optionsWith(changes: CountedChanges): sanitizeHtml.IOptions {
  return {
    allowedTags: [...Object.keys(allowedElements), 'div', boldAndItalic],
    allowedAttributes: Object.fromEntries(
      Object.entries(allowedElements).map(([name, allowed]) => [name, [...allowed]]),
    ),
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: removedWithContent,
    nestingLimit: maxDepth,
    // Character references are written out by then.
    textFilter: (text) => {
      const count = directionsIn(text)
      if (count > 0) changes.add('character', 'direction', count)
      return withoutDirections(text)
    },
    onOpenTag: (name, attributes) => countChanges(changes, name, attributes),
    transformTags: {
      ...Object.fromEntries(
        Object.entries(sameElements).map(([from, to]) => [from, sanitizeHtml.simpleTransform(to, {})]),
      ),
      a: (tagName, { href }) => {
        const address = href === undefined ? null : letterAddress(href).href
        const attribs: sanitizeHtml.Attributes = address === null ? {} : { href: address }
        return { tagName, attribs }
      },
      b: bold,
      strong: bold,
      span: emphasized,
      ol: withNumbers,
      td: withNumbers,
      th: withNumbers,
    },
  }
}

/** Stands for two elements until the letter is written out: sanitize-html makes one of one. */
const boldAndItalic = 'strong-em'

/** Google Docs and word processors emphasize by styles. */
const emphasized: sanitizeHtml.Transformer = (_, { style = '' }) => {
  const isBold = /font-weight\s*:\s*(bold|bolder|[6-9]00)\b/i.test(style)
  const isItalic = /font-style\s*:\s*(italic|oblique)\b/i.test(style)
  if (isBold && isItalic) return { tagName: boldAndItalic, attribs: {} }
  return { tagName: isBold ? 'strong' : isItalic ? 'em' : 'span', attribs: {} }
}

/** Text cannot hold the placeholder: its angle brackets are written as references. */
function withBoth(sanitized: string): string {
  return sanitized.replaceAll(`<${boldAndItalic}>`, '<strong><em>').replaceAll(`</${boldAndItalic}>`, '</em></strong>')
}

const withNumbers: sanitizeHtml.Transformer = (tagName, attributes) => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isAllowedNumber(name, value))),
})

/** Google Docs puts all that is copied into a `b` that is not bold. */
const bold: sanitizeHtml.Transformer = (_, { style = '' }) => ({
  tagName: /font-weight\s*:\s*(normal|400)\b/i.test(style) ? 'span' : 'strong',
  attribs: {},
})

/** What is about to be removed. Elements that are only written differently, such as `b` and `div`, are no change. */
function countChanges(changes: CountedChanges, given: string, attributes: Readonly<Record<string, string>>): void {
  const name = sameElements[given] ?? given
  if (name !== 'div' && !isAllowedElement(name)) {
    changes.add('element', name)
    return
  }
  for (const [attribute, value] of Object.entries(attributes)) {
    const isAllowed = name !== 'div' && isAllowedAttribute(name, attribute)
    if (isAllowed && attribute === 'href') {
      const { changed } = letterAddress(value)
      if (changed !== null) changes.add('address', changed)
    } else if (!isAllowed || !isAllowedNumber(attribute, value)) changes.add('attribute', attribute)
  }
}
