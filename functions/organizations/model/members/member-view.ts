import * as v from 'valibot'
import { type RoleReference, referenceOf } from '../../../../shared/auth/custom-role.ts'
import { isNamed, personSchema } from '../../../../shared/auth/person.ts'
import type { Profile } from '../../../../shared/auth/principal.ts'
import { uuid } from '../../../../shared/platform/ids.ts'
import type { Node } from '../../../../shared/store/entities.ts'
import { nodeView, toNode } from '../../../../shared/store/node-view.ts'
import { type Member, memberStatuses, statusOf } from './member.ts'
import type { OwnId } from './own-ids.ts'

/** A member as it is answered (contract §2.3). */
export const memberView = v.pipe(
  v.object({
    id: v.pipe(uuid, v.description('The id of the membership.')),
    user: personSchema,
    node: nodeView,
    role: v.pipe(v.object({ id: uuid, key: v.string(), name: v.string() }), v.title('RoleReference')),
    locale: v.nullable(v.string()),
    createdAt: v.string(),
    status: v.picklist(memberStatuses),
    invitedAt: v.string(),
    invitationExpiresAt: v.pipe(v.nullable(v.string()), v.description('Null if no invitation was needed.')),
    invitationResentAt: v.nullable(v.string()),
    invitedBy: v.nullable(personSchema),
    version: v.number(),
    externalId: v.pipe(
      v.optional(v.nullable(v.string())),
      v.description(
        'What a partner application calls the person; null if nothing. Other callers do not get this field.',
      ),
    ),
  }),
  v.title('Member'),
)
export type MemberView = v.InferOutput<typeof memberView>

/** The part of an account that answers show. */
export type Shown = Pick<Profile, 'id' | 'email' | 'firstName' | 'lastName' | 'locale'>

/**
 * What an organization sees of a member's account: only what it sent itself until the person joins, so that an invitation
 * reveals nothing. Then their language, and the names that they confirmed.
 */
export function shownOf(
  { userId: id, email, person, activeSince }: Member,
  account: Pick<Profile, 'email' | 'firstName' | 'lastName' | 'locale'>,
): Shown {
  if (activeSince === null) return { id, email, ...person }
  const { firstName, lastName } = isNamed(account) ? account : person
  return { id, email: account.email ?? email, firstName, lastName, locale: account.locale }
}

export interface ShownWith {
  readonly profile: Shown
  readonly node: Node
  readonly role: RoleReference
}

/** `ownId`: what the partner application that asks calls the person. */
export function toMember(
  member: Member,
  { profile, node, role: held }: ShownWith,
  nowMs: number,
  ownId: OwnId | null = null,
): MemberView {
  const role = referenceOf(held)
  const { id, createdAt, invitedAt, invitedBy, invitation, version } = member
  const { id: userId, email, firstName, lastName, locale } = profile
  return {
    id,
    user: { id: userId, email, firstName, lastName },
    node: toNode(node, ownId?.applicationId),
    role,
    locale,
    createdAt,
    status: statusOf(member, nowMs),
    invitedAt,
    invitationExpiresAt: invitation?.expiresAt ?? null,
    invitationResentAt: invitation?.resentAt ?? null,
    invitedBy,
    version,
    ...(ownId && { externalId: ownId.externalId }),
  }
}
