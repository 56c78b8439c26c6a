import { type ErrorCode, errorStatus } from '../../../../shared/errors/error-codes.ts'
import { pipelineOnlyCodes } from '../../../../shared/http/error-codes-of.ts'
import type { Operation } from '../../../../shared/http/operation.ts'
import { tags } from '../../../../shared/http/tags.ts'

/** What is missing in, or wrong with, the declarations of operations; a line for each flaw. */
export function flawsOf(operations: readonly Operation[]): string[] {
  return [
    ...operations.flatMap((operation) => ownFlaws(operation).map((flaw) => `${operation.id}: ${flaw}`)),
    ...repeated(operations.map(({ id }) => id)).map((id) => `${id}: the id is not unique`),
    ...repeated(operations.map(routeOf)).map((route) => `${route}: is declared more than once`),
  ]
}

/** Two templates that match the same paths are one route, whatever they call their parameters. */
function routeOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`
}

/** Contract §1.4: it confirms by the name of the organization that its test data may go. */
const deletionWithBody = 'disableTestMode'

function ownFlaws({ id, summary, tag, responses, errors, access, body, method }: Operation): string[] {
  const flaws: string[] = []
  const statuses = Object.keys(responses).map(Number)
  if (!/^[a-z][A-Za-z0-9]+$/.test(id)) flaws.push('the id is not in camelCase')
  if (summary.trim() === '' || summary.endsWith('.')) flaws.push('the summary is missing, or ends with a full stop')
  if (!tags.some(({ name }) => name === tag)) flaws.push(`the tag ${tag} is not in shared/http/tags.ts`)
  if (!statuses.some((status) => (status >= 200 && status < 300) || status === 303))
    flaws.push('no response says that it succeeded')
  for (const status of statuses.filter((other) => responses[other] === null && ![202, 204, 303, 304].includes(other))) {
    flaws.push(`the response ${status} has no schema`)
  }
  if (!Array.isArray(errors)) flaws.push('the error codes are missing')
  const mayHaveBody = method !== 'GET' && (method !== 'DELETE' || id === deletionWithBody)
  if (body && !mayHaveBody) flaws.push(`${method} has a body`)
  if (body && access.to === 'anyone') flaws.push('a public operation takes a body')
  return [...flaws, ...codeFlaws(errors)]
}

function codeFlaws(errors: readonly ErrorCode[]): string[] {
  return [
    ...repeated(errors).map((code) => `${code} is declared twice`),
    ...errors.filter((code) => !(code in errorStatus)).map((code) => `${code} is not in the catalog`),
    ...errors.filter((code) => pipelineOnlyCodes.includes(code)).map((code) => `${code} is the pipeline's to answer`),
  ]
}

function repeated<T>(values: readonly T[]): T[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
