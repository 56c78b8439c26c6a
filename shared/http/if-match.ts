import { type Refusal, refuse } from '../errors/refusal.ts'
import type { GrantedAccess } from './authorization/target.ts'
import type { Incoming } from './incoming.ts'

/** The version that a change is meant for: by `If-Match`, or by `version` in the body. `any`: whichever is there. */
export type ExpectedVersion = number | 'any' | null

const validator = /^(?:W\/)?"(\d{1,15})"$/

/** What the caller expects to find, or why the header cannot be read (contract §1.6). */
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

/** Why a change is not meant for what was found: null where it is, or where no version of it was asked for. */
export function versionRefusal(found: GrantedAccess, expected: ExpectedVersion): Refusal<'precondition_failed'> | null {
  if (typeof expected !== 'number' || !('resource' in found)) return null
  return found.resource.version === expected ? null : versionHasChanged
}
