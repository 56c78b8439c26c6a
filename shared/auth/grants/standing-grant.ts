import type { Refusal } from '../../errors/refusal.ts'
import { type Collection, recordsOf } from '../../store/collection.ts'
import { type Item, type Key, queryIndex, queryPartition, type Table } from '../../store/table.ts'
import type { UnitOfWork } from '../../store/unit-of-work.ts'
import { accountPartition } from '../principal.ts'
import { changeRoleUsage } from '../role-usage.ts'
import { type Grant, grantSchema, grants } from './grant.ts'

/**
 * A grant that was not revoked, a second time under the key by which requests find it: of an application and an organization
 * there is one, besides one consent for all members, and one consent of each person.
 */
export const standingGrants: Collection<Grant> = {
  name: 'standing_grant',
  schema: grantSchema,
  key: standingKey,
  indexKeys: (grant) =>
    grant.kind === 'delegated' ? {} : { GSI1PK: organizationsOf(grant.applicationId), GSI1SK: grant.orgId },
}

type Standing = Pick<Grant, 'kind' | 'applicationId' | 'orgId' | 'userId'>

function standingKey({ kind, applicationId, orgId, userId }: Standing): Key {
  if (userId !== null) return { PK: accountPartition(userId), SK: `${consentsThrough(applicationId)}${orgId}` }
  if (kind === 'delegated') return { PK: `APPLICATION#${applicationId}#ORG#${orgId}`, SK: 'CONSENT' }
  return { PK: administrationsOf(orgId), SK: applicationId }
}

/** What lets applications administer an organization stands together: who spreads its events reads all of it, as it is now. */
export function administrationsOf(orgId: string): string {
  return `ORG#${orgId}#APPLICATIONS`
}

/** Where a person's own consents stand in their partition. */
const consentsOfPerson = 'CONSENT#'

/** Where those to one application stand. */
function consentsThrough(applicationId: string): string {
  return `${consentsOfPerson}${applicationId}#`
}

/** The listing of the organizations that an application may administer. */
export function organizationsOf(applicationId: string): string {
  return `APPLICATION#${applicationId}#ORGS`
}

/** The organization that an application may administer; null where it is none, or more than one. */
export async function onlyOrganizationOf(table: Table, applicationId: string): Promise<string | null> {
  const partition = organizationsOf(applicationId)
  const [only, ...others] = recordsOf(standingGrants, await queryIndex(table, { index: 'GSI1', partition, limit: 2 }))
  return only && others.length === 0 ? only.orgId : null
}

/** Where it stands whether an application may administer an organization. */
export function administrationKey(applicationId: string, orgId: string): Key {
  return standingKey({ kind: 'installed', applicationId, orgId, userId: null })
}

/** Where it stands whether an application may act for every member of an organization. */
export function consentForAllKey(applicationId: string, orgId: string): Key {
  return standingKey({ kind: 'delegated', applicationId, orgId, userId: null })
}

/** Where it stands whether an application may act for a person in an organization. */
export function ownConsentKey(applicationId: string, orgId: string, userId: string): Key {
  return standingKey({ kind: 'delegated', applicationId, orgId, userId })
}

/** The grants among what was read that are of an application. */
export function standingIn(items: readonly Item[], applicationId: string): Grant[] {
  return recordsOf(standingGrants, items).filter((grant) => grant.applicationId === applicationId)
}

/** The consents that a person has given to an application, by themselves. */
export async function ownConsents(table: Table, applicationId: string, userId: string): Promise<Grant[]> {
  return standingIn(
    await queryPartition(table, accountPartition(userId), consentsThrough(applicationId)),
    applicationId,
  )
}

/** The consents that a person has given in some organizations, by themselves, to whatever application. */
export async function ownConsentsIn(table: Table, userId: string, orgIds: readonly string[]): Promise<Grant[]> {
  const own = recordsOf(standingGrants, await queryPartition(table, accountPartition(userId), consentsOfPerson))
  return own.filter(({ orgId }) => orgIds.includes(orgId))
}

/**
 * A grant that was revoked, as long as it is listed: the application knew what was in the organization, and is told that it needs
 * a grant again, instead of that nothing is there.
 */
export const formerGrants: Collection<Grant> = {
  name: 'former_grant',
  schema: grantSchema,
  key: ({ applicationId, orgId }) => formerGrantKey(applicationId, orgId),
  expiresAtSec: (grant) => grants.expiresAtSec?.(grant),
}

export function formerGrantKey(applicationId: string, orgId: string): Key {
  return { PK: `APPLICATION#${applicationId}#ORG#${orgId}`, SK: 'FORMER' }
}

/** Writes a grant with its second copy; of a new one, where none stands in its place. */
export function changeGrant(
  work: UnitOfWork,
  before: Grant | null,
  after: Grant,
  ifTaken: Refusal | 'stale' = 'stale',
): void {
  changeRoleUsage(work, before?.role ?? null, after.status === 'revoked' ? null : after.role)
  if (!before) {
    work.create(grants, after)
    work.create(standingGrants, after, ifTaken)
    return
  }
  work.update(grants, before, after)
  if (after.status !== 'revoked') work.putPart(standingGrants, after)
  else {
    work.removePart(standingKey(after))
    if (after.kind !== 'delegated') work.putPart(formerGrants, after)
  }
}
