import type { Change } from './change.ts'
import type { RequestRecord, Signer } from './request.ts'
import { bounced, type Cause, declined, failed, opened, signed, signerName } from './transitions.ts'

/** The actions of a signer or their vendor. */
export const signerActions = ['open', 'sign', 'decline', 'bounce', 'fail'] as const
export type SignerAction = (typeof signerActions)[number]

/** The change of a simulated action; null if the signer cannot do it now. */
export function playedAction(
  record: RequestRecord,
  signer: Signer,
  action: SignerAction,
  reason: string | null,
  from: Omit<Cause, 'actor'>,
): Change | null {
  const cause: Cause = { ...from, actor: { type: 'signer', id: signer.id, name: signerName(signer) } }
  const vendor: Cause = { ...from, actor: { type: 'vendor', id: record.vendor, name: record.vendor } }
  switch (action) {
    case 'open':
      return opened(record, signer, cause)
    case 'sign':
      return signed(record, signer, cause)
    case 'decline':
      return declined(record, signer, reason, cause)
    case 'bounce':
      return bounced(record, signer, reason ?? 'The mailbox does not exist.', vendor)
    case 'fail':
      return failed(record, signer, reason, vendor)
  }
}
