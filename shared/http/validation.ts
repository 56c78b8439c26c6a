import * as v from 'valibot'
import { type InputIssue, type Refusal, refuse } from '../errors/refusal.ts'
import type { Schema } from './body.ts'

/** The values that a schema makes of an input, or every violation at once. */
export function validated(
  schema: Schema,
  input: unknown,
  where: 'body' | 'query',
): { value: unknown } | Refusal<'invalid_request'> {
  const outcome = v.safeParse(schema, input)
  if (outcome.success) return { value: outcome.output }
  const issues = outcome.issues.map(toIssue)
  const [first] = issues
  const place = first && first.path.length > 0 ? `${first.path.join('.')}: ` : ''
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more in details.issues)` : ''
  return refuse('invalid_request', `The ${where} is not valid: ${place}${first?.message ?? ''}${more}`, { issues })
}

function toIssue(issue: v.BaseIssue<unknown>): InputIssue {
  const path = (issue.path ?? []).map((item) => (typeof item.key === 'number' ? item.key : String(item.key)))
  const isMissing = issue.kind === 'schema' && issue.received === 'undefined'
  return { code: isMissing ? 'missing_key' : snakeCase(issue.type), path, message: issue.message }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
