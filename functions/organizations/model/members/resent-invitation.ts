import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { type EmailsWanted, emailBudgetKeys, emailBudgetRefusal } from '../../../../shared/mail/email-budget.ts'
import { dayMs, timestamp } from '../../../../shared/platform/clock.ts'
import { memberEmailKey, membersIn } from '../../../../shared/store/member-emails.ts'
import type { Item, Key } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { type Member, members } from './member.ts'
import { auditOfMember } from './member-rules.ts'

/** How long after one the next is sent. */
const pauseMs = 60_000

/** Sends an invitation again: with a new link, which alone opens from now on, and a new expiry. */
export function resentInvitation(
  work: UnitOfWork,
  member: Member,
  { nowMs, budgetItems }: { readonly nowMs: number; readonly budgetItems: readonly Item[] },
): Member | Refusal<'already_member' | 'rate_limited'> {
  const { invitation } = member
  if (member.activeSince !== null || !invitation)
    return refuse('already_member', 'The person is already an active member.')
  const refusal =
    pauseRefusal(invitation.resentAt, nowMs) ?? emailBudgetRefusal(budgetItems, emailOf(member, budgetItems), nowMs)
  if (refusal) return refusal
  const resent = renewed(invitation, nowMs)
  const next = { ...member, invitation: resent, version: member.version + 1 }
  work.update(members, member, next)
  enqueueInvitation(work, next, resent)
  const expiry = { field: 'invitationExpiresAt', from: invitation.expiresAt, to: resent.expiresAt }
  work.audit(auditOfMember(next, 'member.invitation_resent', [expiry]))
  return next
}

type Invitation = NonNullable<Member['invitation']>

/** An invitation with a new link and a new expiry. */
export function renewed(invitation: Invitation, nowMs: number): Invitation {
  const expiresAt = timestamp(nowMs + invitation.days * dayMs)
  return { ...invitation, generation: invitation.generation + 1, expiresAt, resentAt: timestamp(nowMs) }
}

/** Has the e-mail of an invitation sent. */
export function enqueueInvitation(work: UnitOfWork, member: Member, { generation }: Invitation): void {
  work.enqueue({ type: 'member.invitation_due', data: { membershipId: member.id, generation } }, member)
}

/** Where it stands whether today's budgets have room for another e-mail to a member. */
export function resendBudgetKeys({ orgId, email }: Member, nowMs: number): Key[] {
  return [memberEmailKey(orgId, email), ...emailBudgetKeys({ orgId, strangers: [email] }, nowMs)]
}

/** Active members of the organization count as no strangers. */
function emailOf({ orgId, email }: Member, items: readonly Item[]): EmailsWanted {
  return { orgId, strangers: membersIn(items, orgId).size > 0 ? [] : [email] }
}

function pauseRefusal(resentAt: string | null, nowMs: number): Refusal<'rate_limited'> | null {
  const retryAfterSeconds = resentAt === null ? 0 : Math.ceil((Date.parse(resentAt) + pauseMs - nowMs) / 1000)
  if (retryAfterSeconds <= 0) return null
  const message = 'The invitation was sent less than a minute ago. Wait a minute before you send it again.'
  return {
    ...refuse('rate_limited', message, { limit: 1, retryAfterSeconds }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }
}
