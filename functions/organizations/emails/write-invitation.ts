import type { EmailDependencies } from '../../../shared/mail/email-dependencies.ts'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import type { Brand } from '../../../shared/pages/brand.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { brandIn, logosAt } from '../../../shared/pages/stored-brand.ts'
import { dateInWords, type Locale, localeOf } from '../../../shared/platform/locale.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { nodeKey, organizationIn } from '../../../shared/store/entities.ts'
import { memberEmailKey, membersIn } from '../../../shared/store/member-emails.ts'
import { getItem, getItems, type Table } from '../../../shared/store/table.ts'
import { invitationToken } from '../model/members/invitation-token.ts'
import { type Member, memberPartition, members, statusOf } from '../model/members/member.ts'
import { keysOfParts, type MemberParts, partsIn } from '../model/members/member-parts.ts'
import { roleInWords } from '../model/members/role-in-words.ts'
import { type Facts, messages } from './messages/catalog.ts'

/** What is to be written, as its event tells it. */
interface InvitationDue {
  readonly membershipId: string
  readonly generation: number
}

/** Writes the mail of an invitation, once however often its event comes. One that could not be accepted any more is left out. */
export async function writeInvitation(
  dependencies: EmailDependencies,
  { membershipId, generation }: InvitationDue,
  cause: string,
): Promise<void> {
  const item = await getItem(dependencies.table, { PK: memberPartition(membershipId), SK: 'MEMBER' })
  const member = item && fromItem(members, item)
  if (!member || member.invitation?.generation !== generation) return
  if (statusOf(member, dependencies.clock()) !== 'pending') return
  const { orgId, livemode, email: recipient } = member
  const reference = { orgId, livemode, resource: { type: 'membership', id: membershipId }, recipientId: null }
  const { organization, isMember } = await recipientOf(dependencies.table, member)
  const order = { cause, recipient, kind: 'member_invitation', reference, budget: isMember ? null : organization }
  await sendMail(dependencies, order, async () => {
    const [items, token] = await Promise.all([
      getItems(dependencies.table, [
        ...keysOfParts(member),
        ...brandKeys({ orgId: member.orgId, entityId: member.nodeId }),
      ]),
      invitationToken(dependencies.macKeys, membershipId, generation),
    ])
    const url = `${dependencies.pageUrl}/invitations/${token}`
    const place = { orgId: member.orgId, entityId: member.nodeId }
    const logos = logosAt(dependencies.pageUrl)
    const brand = brandIn(items, place, { organization: organization.name, logos })
    return invitationContent(member, { parts: partsIn(items, member), organization: organization.name, brand, url })
  })
}

/** The organization that invites somebody, and whether they are an active member of it already. */
async function recipientOf(table: Table, { orgId, email }: Member) {
  const items = await getItems(table, [nodeKey(orgId), memberEmailKey(orgId, email)])
  return { organization: organizationIn(items, orgId), isMember: membersIn(items, orgId).size > 0 }
}

interface Told {
  readonly parts: MemberParts
  readonly organization: string
  readonly brand: Brand
  readonly url: string
}

function invitationContent(member: Member, told: Told): MailContent {
  // An account that existed before has its own language, which the inviter is not shown.
  const locale = localeOf(told.parts.account.locale)
  const { invitation, test } = messages[locale]
  const says = invitation(factsOf(member, told, locale))
  const { subject, preheader, heading, paragraphs, button, smallPrint } = says
  return {
    subject: member.livemode ? subject : `[TEST] ${subject}`,
    fromName: 'Sealpost',
    ...(told.brand.contactEmail && { replyTo: { name: told.brand.name, address: told.brand.contactEmail } }),
    ...renderEmail({
      locale,
      brand: told.brand,
      preheader,
      heading,
      paragraphs,
      button: { label: button, url: told.url },
      smallPrint: member.livemode ? smallPrint : [...smallPrint, test],
    }),
  }
}

function factsOf({ invitedBy, invitation }: Member, { parts, organization }: Told, locale: Locale): Facts {
  const isPerson = invitedBy !== null && invitedBy.email !== null
  const inviter = isPerson ? [invitedBy.firstName, invitedBy.lastName].filter(Boolean).join(' ') : ''
  return {
    inviter: inviter === '' ? null : inviter,
    organization,
    place: parts.node.type === 'organization' ? null : parts.node.name,
    role: roleInWords(parts.role, locale),
    firstName: parts.profile.firstName,
    message: (invitation?.message ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''),
    expiry: dateInWords(invitation?.expiresAt ?? '', locale),
  }
}
