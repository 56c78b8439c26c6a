import type { EmailKind, InternalEvent } from '../../../events/internal.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { isSignedOnOurPage } from '../vendors/signing-places.ts'
import type { RequestRecord, Signer } from './request.ts'

/** Recipients of e-mails who are not signers. */
export type Party = 'creator' | 'followers' | 'notaries'

/** The recipients of each e-mail, besides the signers of its event. */
export const partiesOf: Readonly<Record<EmailKind, readonly Party[]>> = {
  invitation: [],
  reminder: [],
  code: [],
  extended: [],
  declined: ['creator'],
  canceled: [],
  expired: ['creator'],
  completed: ['creator', 'followers', 'notaries'],
  signed: ['creator'],
  bounced: ['creator'],
  purging: ['creator'],
}

/** The signers of these events are who they are about; they go to the creator alone. */
export const isAboutSigners = (emailKind: EmailKind): emailKind is 'signed' | 'bounced' =>
  emailKind === 'signed' || emailKind === 'bounced'

/**
 * The job for the e-mails, if there is anybody to write to. Other vendors write to signers themselves. With
 * `deliveryMode: none` the sender does, so signers only get their codes from us.
 */
export function emailsDue(
  { id: requestId, vendor, deliveryMode }: Pick<RequestRecord, 'id' | 'vendor' | 'deliveryMode'>,
  emailKind: EmailKind,
  signers: readonly Pick<Signer, 'id'>[],
  codeNumber: number | null = null,
): InternalEvent[] {
  if (!isSignedOnOurPage(vendor) && !isExternal(vendor) && emailKind !== 'purging') return []
  const isOurs = isSignedOnOurPage(vendor) && (deliveryMode !== 'none' || emailKind === 'code')
  const signerIds = isOurs || isAboutSigners(emailKind) ? signers.map(({ id }) => id) : []
  if (signerIds.length === 0 && partiesOf[emailKind].length === 0) return []
  return [{ type: 'signature.letters_due', data: { requestId, emailKind, signerIds, codeNumber } }]
}

/** The job for an e-mail to the person who made the request, about one of its signers. Machines read none. */
export function noticeDue(
  record: Pick<RequestRecord, 'id' | 'vendor' | 'deliveryMode' | 'createdBy'>,
  emailKind: 'signed' | 'bounced',
  signer: Pick<Signer, 'id'>,
): InternalEvent[] {
  const { createdBy } = record
  return createdBy.type === 'user' && createdBy.email !== null ? emailsDue(record, emailKind, [signer]) : []
}

/**
 * How many e-mails a job sends about a request, at most. Invitations count when it is told whose turn it is, and not again when the
 * vendor asks them. The warning of a purge counts once, to however many administrators it goes.
 */
export function emailsOf(job: InternalEvent, record: RequestRecord, isBackground: boolean): number {
  const { vendor, deliveryMode, followers, notaries } = record
  if (job.type === 'signature.signers_due')
    return isSignedOnOurPage(vendor) && deliveryMode !== 'none' ? job.data.signerIds.length : 0
  if (job.type !== 'signature.letters_due' || (isBackground && job.data.emailKind === 'invitation')) return 0
  const people = { creator: 1, followers: followers.length, notaries: notaries.length }
  const others = partiesOf[job.data.emailKind].reduce((sum, party) => sum + people[party], 0)
  return (isAboutSigners(job.data.emailKind) ? 0 : job.data.signerIds.length) + others
}
