import { type Refusal, refuse } from '../errors/refusal.ts'
import type { GrantedAccess } from './authorization/target.ts'
import type { Incoming } from './incoming.ts'

/** The version that the caller wants to change, from `If-Match` or from `version` in the body. `any`: every version. */
export type ExpectedVersion = number | 'any' | null

const validator = /^(?:W\/)?"(\d{1,15})"$/

/** The version that the caller expects, or why the header cannot be read (contract §1.6). */
export function expectedVersion(incoming: Incoming, json: unknown): ExpectedVersion | Refusal<'invalid_input'> {
  const header = incoming.headers['if-match']?.trim()
  if (header === '*') return 'any'
  if (header !== undefined) {
    const version = validator.exec(header)?.[1]
    if (version === undefined)
      return refuse('invalid_input', 'If-Match must be the ETag of the resource, such as W/"3", or *.')
    return Number(version)
  }
  const inBody: unknown =
    incoming.method === 'PATCH' && typeof json === 'object' && json !== null ? Reflect.get(json, 'version') : undefined
  return typeof inBody === 'number' ? inBody : null
}

const versionHasChanged = refuse(
  'precondition_failed',
  'The resource has changed since you read it. Read it again and repeat your change.',
)

/** Refuses a change of another version than the caller expects. */
export function versionRefusal(found: GrantedAccess, expected: ExpectedVersion): Refusal<'precondition_failed'> | null {
  if (typeof expected !== 'number' || !('resource' in found)) return null
  return found.resource.version === expected ? null : versionHasChanged
}
