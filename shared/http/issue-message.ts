import type * as v from 'valibot'

/** Names the fault of a value in plain words. A schema's own message stays; the library's message is replaced. */
export function issueMessage(issue: v.BaseIssue<unknown>): string {
  const words = isOfLibrary(issue) ? wordsOf(issue) : issue.message
  return shortened(words)
}

/** The library's messages quote the received value, whatever its length, and types of TypeScript. */
function isOfLibrary({ message, received }: v.BaseIssue<unknown>): boolean {
  return message.startsWith('Invalid ') && message.endsWith(`eceived ${received}`)
}

export const fieldRequired = 'This field is required.'

function wordsOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'schema' && issue.received === 'undefined' && issue.path) return fieldRequired
  return wordsByType[issue.type]?.(issue) ?? 'This value is not valid here.'
}

type Words = (issue: v.BaseIssue<unknown>) => string

const wordsByType: Readonly<Record<string, Words>> = {
  string: () => 'Send a text.',
  number: () => 'Send a number.',
  boolean: () => 'Send true or false.',
  object: () => 'Send an object.',
  loose_object: () => 'Send an object.',
  record: () => 'Send an object.',
  array: () => 'Send a list.',
  strict_object: ({ expected }) =>
    expected === 'never' ? 'There is no such field here. Remove it or correct its name.' : 'Send an object.',
  picklist: oneOf,
  literal: oneOf,
  variant: (issue) => (issue.expected === 'Object' ? 'Send an object.' : oneOf(issue)),
  union: () => 'This value has none of the possible forms.',
  min_length: (issue) => `Send at least ${amountOf(issue)}.`,
  max_length: (issue) => `Send at most ${amountOf(issue)}.`,
  length: (issue) => `Send exactly ${amountOf(issue)}.`,
  max_entries: ({ requirement }) => `Send at most ${requirement} fields.`,
  min_value: ({ requirement }) => `Send at least ${requirement}.`,
  max_value: ({ requirement }) => `Send at most ${requirement}.`,
  integer: () => 'Send a whole number.',
  finite: () => 'Send a finite number.',
  uuid: () => 'Send a UUID.',
  url: () => 'Send a complete URL such as https://host/path.',
  iso_date: () => 'Send a date such as 2026-01-31.',
  iso_timestamp: () => 'Send a time such as 2026-01-31T12:00:00Z.',
  base64: () => 'Send Base64.',
}

/** The library lists the values as a type: `("mr" | "mrs")`. */
function oneOf({ expected }: v.BaseIssue<unknown>): string {
  const values = [...(expected ?? '').matchAll(/"((?:[^"\\]|\\.)*)"|[^\s()|"]+/g)].map(([whole, text]) => text ?? whole)
  return values.length > 1 ? `Send one of these values: ${values.join(', ')}.` : `Send ${values[0]}.`
}

function amountOf({ input, requirement }: v.BaseIssue<unknown>): string {
  const one = Array.isArray(input) ? 'value' : 'character'
  return `${requirement} ${one}${requirement === 1 ? '' : 's'}`
}

const longestMessage = 300

/** A list of values can be long. */
function shortened(message: string): string {
  const characters = [...message.slice(0, 2 * longestMessage)]
  return characters.length > longestMessage ? `${characters.slice(0, longestMessage).join('')}…` : message
}
