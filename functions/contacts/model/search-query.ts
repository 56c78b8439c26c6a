import { nationalBeginnings, type TypedDigits, withoutExtensions } from './phone-words.ts'
import { cutTerm, termBegins, type Word } from './search-terms.ts'
import { searched, wordsOf } from './search-words.ts'

/** A part of the query. It matches if all words of one of its readings match. */
export interface QueryPart {
  readonly readings: readonly (readonly Word[])[]
}

/**
 * The parts of a query; all must match. Digits side by side are one number, or separate words. Something like an e-mail or a domain is one
 * word, or the words in it. Repeated parts count once.
 */
export function queryParts(q: string): QueryPart[] {
  const runs = new Map(tokensOf(q).map((tokens) => [tokens.join(' '), tokens]))
  return [...runs.values()]
    .map((tokens) => (tokens.every(isOfNumber) ? numberPart(tokens) : textPart(tokens.join(' '))))
    .filter(({ readings }) => readings.length > 0)
}

/** Splits into words, but keeps the groups of a number together. */
function tokensOf(q: string): string[][] {
  const runs: string[][] = []
  let isInNumber = false
  for (const token of q.normalize('NFKC').replace(linkOfNumber, '').split(/\s+/).filter(Boolean)) {
    const isNumeric = isOfNumber(token)
    if (isInNumber && isNumeric && !isWithPlus(token)) runs.at(-1)?.push(token)
    else runs.push([token])
    isInNumber = isNumeric
  }
  return runs
}

/** The beginning of a copied phone link (RFC 3966). */
const linkOfNumber = /(?<=^|\s)tel:(?=[+(\d])/gi
const isOfNumber = (token: string) => /^\(?\+?[\d()./\p{Pd}]+$/u.test(token) && /\d/.test(token)
/** Some write all of `+33` in parentheses. */
const isWithPlus = (token: string) => /^\(?\+/.test(token)

function numberPart(tokens: readonly string[]): QueryPart {
  const joined = tokens.join('')
  const isPlus = isWithPlus(joined)
  const digits = (isPlus ? joined.replace('(0)', '') : joined).replace(/\D/g, '')
  const number: Word = { text: digits, typed: isPlus ? { digits, isInternational: true } : typedDigits(digits) }
  const words = wordsOf(tokens.join(' '))
  // What starts with 00 may as well be a word that does, as 007.
  const isOneWord = words.length === 1 && words[0] === digits && (isPlus || !digits.startsWith('00'))
  if (isOneWord) return { readings: [[number]] }
  return { readings: [[number], words.map(words.length === 1 ? plainWord : wordOfDigits)] }
}

function typedDigits(digits: string): TypedDigits | null {
  if (!digits.startsWith('00')) return { digits, isInternational: false }
  return digits.length > 2 ? { digits: digits.slice(2), isInternational: true } : null
}

/** Many digits beside others are a number of their own; fewer are a plain word. */
function wordOfDigits(text: string): Word {
  return text.length < 7 ? plainWord(text) : { text, typed: typedDigits(text) }
}

function textPart(token: string): QueryPart {
  const words = wordsOf(token).map(plainWord)
  const isAddress = /[@.]/.test(token) && words.length > 0
  // A domain is also typed with the `@` before it.
  const readings = [...(isAddress ? [[plainWord(searched(token).replace(/^@/, ''))]] : []), words]
  return { readings: readings.filter((reading) => reading.length > 0) }
}

const plainWord = (text: string): Word => ({ text, typed: null })

/** Whether the terms of a contact match all parts. */
export function isFoundBy(terms: readonly string[], parts: readonly QueryPart[]): boolean {
  return parts.every(({ readings }) =>
    readings.some((words) => words.every((word) => terms.some((term) => termBegins(term, word)))),
  )
}

/**
 * The beginnings of index positions that a match of this part must have; none if nearly all contacts have them, as for a country's code
 * alone.
 */
export function beginningsOf({ readings }: QueryPart): string[] {
  const ofReadings = readings.map((words) => {
    const [longest] = words.toSorted((a, b) => b.text.length - a.text.length)
    return longest ? beginningsOfWord(longest) : []
  })
  if (ofReadings.some((beginnings) => beginnings.length === 0)) return []
  return withoutExtensions(ofReadings.flat())
}

function beginningsOfWord({ text, typed }: Word): string[] {
  if (!typed) return [cutTerm(text)]
  const numbers = nationalBeginnings(typed)
  if (typed.isInternational) return numbers
  return [cutTerm(text), ...numbers]
}
