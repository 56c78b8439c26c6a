import * as v from 'valibot'
import type { Refusal } from '../errors/refusal.ts'
import { recordsOf, type Versioned } from './collection.ts'
import type { Item, Key } from './table.ts'
import { liveIdOf } from './twin-ids.ts'
import type { UnitOfWork } from './unit-of-work.ts'

const memberEmailSchema = v.object({
  orgId: v.string(),
  email: v.string(),
  userId: v.string(),
  /** The memberships that the person has in the organization; `entityId` is null for one of the organization itself. */
  places: v.array(v.object({ membershipId: v.string(), entityId: v.nullable(v.string()), isActive: v.boolean() })),
  version: v.number(),
})
export type MemberEmail = v.InferOutput<typeof memberEmailSchema>

/**
 * The e-mail of somebody with memberships in an organization: tells own people from outsiders in one read, and lets nobody
 * have two memberships in one entity, since each of them is noted here under the version that was read.
 */
export const memberEmails: Versioned<MemberEmail> = {
  name: 'member_email',
  schema: memberEmailSchema,
  key: ({ orgId, email }) => memberEmailKey(orgId, email),
}

export function memberEmailKey(orgId: string, email: string) {
  return { PK: `ORG#${orgId}#MEMBEREMAIL#${email.toLowerCase()}`, SK: 'MEMBER' }
}

/**
 * Where it is stored whether e-mails are of active members. At most 100 e-mails. The members of a test organization are those of
 * the live one.
 */
export function memberEmailKeys(orgId: string, emails: readonly string[]): Key[] {
  const liveOrgId = liveIdOf(orgId)
  return Array.from(new Set(emails.map((email) => email.toLowerCase())), (email) => memberEmailKey(liveOrgId, email))
}

/** The e-mails of an organization's active members, in lower case, among what was read. */
export function membersIn(items: readonly Item[], orgId: string): Set<string> {
  const found = recordsOf(memberEmails, items).filter((member) => member.orgId === liveIdOf(orgId))
  const active = found.filter(({ places }) => places.some(({ isActive }) => isActive))
  return new Set(active.map(({ email }) => email.toLowerCase()))
}

/**
 * Ties a commit to the memberships that a person has in an organization: it refuses when they have none any more, and the removal of
 * one at the same moment is decided again.
 */
export function holdMembership(work: UnitOfWork, orgId: string, email: string, ifRemoved: Refusal): void {
  const Update = {
    Key: memberEmailKey(liveIdOf(orgId), email),
    UpdateExpression: 'SET #record.#version = #record.#version + :one',
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: { '#record': 'record', '#version': 'version' },
    ExpressionAttributeValues: { ':one': 1 },
  }
  work.write((TableName) => ({ Update: { TableName, ...Update } }), ifRemoved)
}
