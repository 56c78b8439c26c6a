import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { GrantedAccess } from './authorization/target.ts'
import type { Incoming } from './incoming.ts'

/**
 * The versions that the caller wants to change, from `If-Match` and from `version` in the body; both must fit. `any`: every version.
 */
export type ExpectedVersion = readonly number[] | 'any'

const validator = /^(?:W\/)?"(\d{1,15})"$/

/** The versions that the caller expects, or why the header cannot be read (contract §1.6). A header may list several (RFC 9110 §13.1.1). */
export function expectedVersion(incoming: Incoming, json: unknown): ExpectedVersion | Refusal<'invalid_input'> {
  const listed = listedVersions(incoming.headers['if-match'])
  if (isRefusal(listed)) return listed
  const inBody: unknown =
    incoming.method === 'PATCH' && typeof json === 'object' && json !== null ? Reflect.get(json, 'version') : undefined
  if (typeof inBody !== 'number') return listed
  return listed === 'any' ? [inBody] : listed.filter((version) => version === inBody)
}

function listedVersions(header: string | undefined): ExpectedVersion | Refusal<'invalid_input'> {
  if (header === undefined || header.trim() === '*') return 'any'
  const versions = header.split(',').map((tag) => validator.exec(tag.trim())?.[1])
  if (versions.includes(undefined))
    return refuse('invalid_input', 'If-Match must be the ETag of the resource, such as W/"3", several of them, or *.')
  return versions.map(Number)
}

const versionHasChanged = refuse(
  'precondition_failed',
  'The resource has changed since you read it. Read it again and repeat your change.',
)

/** Refuses a change of another version than the caller expects. */
export function versionRefusal(found: GrantedAccess, expected: ExpectedVersion): Refusal<'precondition_failed'> | null {
  if (expected === 'any' || !('resource' in found)) return null
  const { version } = found.resource
  return version !== undefined && expected.includes(version) ? null : versionHasChanged
}
