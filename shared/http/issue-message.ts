import type * as v from 'valibot'

/** Names the fault of a value in plain words. A schema's own message stays; the library's message is replaced. */
export function issueMessage(issue: v.BaseIssue<unknown>): string {
  // The library quotes the received value, whatever its length, and types of TypeScript.
  const isOfLibrary = issue.message.endsWith(`eceived ${issue.received}`)
  return shortened(isOfLibrary ? wordsOf(issue) : issue.message)
}

export const fieldRequired = 'This field is required.'
export const sendObject = 'Send an object.'

const wordsByType: Readonly<Record<string, string>> = {
  string: 'Send a text.',
  number: 'Send a number.',
  boolean: 'Send true or false.',
  array: 'Send a list.',
  integer: 'Send a whole number.',
  uuid: 'Send a UUID.',
  url: 'Send a URL.',
}

const limits: Readonly<Record<string, string>> = { min: 'at least', max: 'at most' }

function wordsOf(issue: v.BaseIssue<unknown>): string {
  const { type, received, path, expected } = issue
  if (received === 'undefined' && path) return fieldRequired
  if (expected === 'never') return 'There is no such field.'
  if (expected === 'Object') return sendObject
  const [limit = '', of] = type.split('_')
  if (limits[limit]) return `Send ${limits[limit]} ${of === 'length' ? amountOf(issue) : issue.requirement}.`
  if (['picklist', 'literal', 'variant'].includes(type)) return `Send ${oneOf(expected ?? '')}.`
  return wordsByType[type] ?? 'This value is not valid.'
}

/** The library lists the values as a type: `("mr" | "mrs")`. */
function oneOf(expected: string): string {
  const values = expected.replaceAll(/[()"]/g, '').split(' | ')
  return `${values.length > 1 ? 'one of: ' : ''}${values.join(', ')}`
}

function amountOf({ input, requirement }: v.BaseIssue<unknown>): string {
  return `${requirement} ${Array.isArray(input) ? 'value' : 'character'}${requirement === 1 ? '' : 's'}`
}

const longestMessage = 300

/** A list of values can be long. */
function shortened(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message
}
