import type { EmailKind, InternalEvent } from '../../../events/internal.ts'
import { nativeVendorKey } from '../vendors/native.ts'
import type { RequestRecord, Signer } from './request.ts'

/** Whoever else than signers hears of a request. */
export type Party = 'creator' | 'followers' | 'notaries'

/** Whom each e-mail is for besides the signers whom its event names. */
export const partiesOf: Readonly<Record<EmailKind, readonly Party[]>> = {
  invitation: [],
  reminder: [],
  code: [],
  extended: [],
  declined: ['creator'],
  canceled: [],
  expired: ['creator'],
  completed: ['creator', 'followers', 'notaries'],
}

/**
 * What the job that writes e-mails is told, if anybody is to be written to. Other vendors write to signers themselves. With
 * `deliveryMode: none` the sender does, so that signers get their codes from us and nothing else.
 */
export function emailsDue(
  { id: requestId, vendor, deliveryMode }: Pick<RequestRecord, 'id' | 'vendor' | 'deliveryMode'>,
  emailKind: EmailKind,
  signers: readonly Pick<Signer, 'id'>[],
  codeNumber: number | null = null,
): InternalEvent[] {
  if (vendor !== nativeVendorKey) return []
  const signerIds = deliveryMode === 'none' && emailKind !== 'code' ? [] : signers.map(({ id }) => id)
  if (signerIds.length === 0 && partiesOf[emailKind].length === 0) return []
  return [{ type: 'signature.letters_due', data: { requestId, emailKind, signerIds, codeNumber } }]
}
