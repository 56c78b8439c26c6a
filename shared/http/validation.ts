import * as v from 'valibot'
import { type InputIssue, isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { Body, Schema } from './body.ts'
import type { Incoming } from './incoming.ts'
import { fieldRequired, issueMessage, sendObject } from './issue-message.ts'
import type { Operation } from './operation.ts'
import { isMultipart, type RawBody } from './raw-body.ts'

type Validated = { readonly value: unknown } | Refusal<'invalid_request' | 'bad_request'>

/** The query and the body, each as its schema reads it or as a refusal that is reported at its place in the order of errors. */
export interface ValidatedInput {
  readonly query: Validated
  readonly body: Validated
}

export function validateInput(
  { query, body }: Operation,
  incoming: Incoming,
  raw: RawBody | Refusal<'bad_request'>,
): ValidatedInput {
  return {
    query: query ? (repetition(incoming) ?? validated(query, incoming.query, 'query')) : nothing,
    body: validatedBody(body, incoming, raw),
  }
}

function repetition({ repeatedParameters }: Incoming): Refusal<'invalid_request'> | null {
  const [name] = repeatedParameters
  if (name === undefined) return null
  const message = 'Send each parameter once. Where several values are allowed, separate them by commas.'
  const issues: InputIssue[] = repeatedParameters.map((each) => ({ code: 'repeated', path: [each], message }))
  return refuse('invalid_request', `The query is not valid: ${name}: ${message}`, {
    issues: issues.slice(0, mostIssues),
  })
}

function validatedBody(body: Body | undefined, incoming: Incoming, raw: RawBody | Refusal<'bad_request'>): Validated {
  if (isRefusal(raw)) return raw
  if (raw.dataFault) return raw.dataFault
  if (!body?.schema) return nothing
  return validated(body.schema, raw.json, body.kind === 'form' && isMultipart(incoming) ? 'data part' : 'body')
}

const nothing = { value: undefined }

/** A small body can violate a schema a hundred thousand times. The answer lists the first violations. */
const mostIssues = 100

/**
 * A body of a megabyte has room for half a million values, and finding what is wrong with each of them takes many seconds. Where
 * there are more values than this, the search ends at the first violation.
 */
const mostValuesSearched = 10_000

/** Whether a JSON value consists of more than so many values. Looks at no more of them than that. */
function hasMoreValues(input: unknown, most: number): boolean {
  let seen = 0
  const found: unknown[] = [input]
  while (found.length > 0) {
    const value = found.pop()
    const inside = isObject(value) ? Object.values(value) : []
    seen += inside.length
    if (seen > most) return true
    found.push(...inside)
  }
  return false
}

type Where = 'body' | 'data part' | 'query'

/** The input as the schema reads it, or the first hundred violations at once. */
export function validated(
  schema: Schema,
  input: unknown,
  where: Where,
): { value: unknown } | Refusal<'invalid_request'> {
  const outcome = v.safeParse(schema, input, { abortEarly: hasMoreValues(input, mostValuesSearched) })
  const issues = outcome.success ? arraysAmong(input, outcome.output, []) : outcome.issues.map(toIssue)
  if (outcome.success && issues.length === 0) return { value: withoutAbsent(outcome.output) }
  return invalidInput(where, issues)
}

function invalidInput(where: Where, issues: readonly InputIssue[]): Refusal<'invalid_request'> {
  const [first] = issues
  const details = { issues: issues.slice(0, mostIssues) }
  const place = first && first.path.length > 0 ? `${first.path.join('.')}: ` : ''
  const more =
    issues.length > 1 ? ` (and ${issues.length - 1} more; details.issues lists ${details.issues.length})` : ''
  return refuse('invalid_request', `The ${where} is not valid: ${place}${first?.message ?? ''}${more}`, details)
}

/** Refuses a body for fields that its schema lets pass, with the answer of the schema for missing fields. */
export function missingFields(...names: readonly string[]): Refusal<'invalid_request'> {
  const issues = names.map((name) => ({ code: 'missing_key', path: [name], message: fieldRequired }))
  return invalidInput('body', issues)
}

/**
 * What counts as absent, such as an empty text, is absent: a field that is undefined would overwrite a known value where a change is
 * spread over it.
 */
function withoutAbsent(output: unknown): unknown {
  if (!isObject(output)) return output
  for (const [name, value] of Object.entries(output))
    if (value === undefined) Reflect.deleteProperty(output, name)
    else withoutAbsent(value)
  return output
}

/** Arrays in the place of objects: valibot accepts them as objects whose fields are their indexes. */
function arraysAmong(input: unknown, output: unknown, path: InputIssue['path']): InputIssue[] {
  if (!isObject(input) || !isObject(output)) return []
  if (Array.isArray(input) && !Array.isArray(output)) return [{ code: 'object', path, message: sendObject }]
  return Object.entries(output).flatMap(([key, value]) =>
    arraysAmong(Reflect.get(input, key), value, [...path, Array.isArray(output) ? Number(key) : key]),
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function toIssue(issue: v.BaseIssue<unknown>): InputIssue {
  const path = (issue.path ?? []).map((item) => (typeof item.key === 'number' ? item.key : String(item.key)))
  const isMissing = issue.kind === 'schema' && issue.received === 'undefined'
  return { code: isMissing ? 'missing_key' : snakeCase(issue.type), path, message: issueMessage(issue) }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
