import type { VendorRequestState, VendorSignerState } from '../vendors/external-signing.ts'
import type { Change } from './change.ts'
import type { RequestRecord, Signer } from './request.ts'
import { type Cause, declined, failed, notified, opened, pending, signed } from './transitions.ts'

/**
 * The next change that follows from what a vendor says; null: nothing is new. Each is decided on the state after the one before, so
 * that what comes late, twice or at once has one effect.
 */
export function nextVendorChange(record: RequestRecord, state: VendorRequestState, cause: Cause): Change | null {
  if (!pending(record, cause.nowMs)) return null
  if (record.vendorRequestId === null) return handedOver(record, state)
  // Another request at the vendor says nothing about this one, whoever signed there.
  if (record.vendorRequestId !== state.vendorRequestId) return null
  for (const signer of record.signers) {
    const told = stateOf(state, signer)
    const isEarly = told?.status === 'signed' && isLast(record, signer) && !isCompleted(record, state)
    const change = told && !isEarly ? signerChange(record, signer, told, cause) : null
    if (change) return change
  }
  return null
}

function stateOf({ signers }: VendorRequestState, { email }: Signer): VendorSignerState | undefined {
  return signers.find((told) => told.email === email.toLowerCase())
}

const isLast = (record: RequestRecord, signer: Signer) =>
  record.signers.every(({ id, status }) => id === signer.id || status === 'signed')

/** Whether the vendor itself says that it is complete, and that each of our signers signed. */
function isCompleted(record: RequestRecord, state: VendorRequestState): boolean {
  return state.status === 'completed' && record.signers.every((signer) => stateOf(state, signer)?.status === 'signed')
}

/** A draft was made at the vendor, or is no longer counted on. Null: the request needs none any more. */
export function draftNoted(record: RequestRecord, vendorDraftId: string | null, cause: Cause): Change | null {
  if (!pending(record, cause.nowMs) || record.vendorRequestId !== null) return null
  return { after: { ...record, vendorDraftId }, steps: [], events: [], jobs: [] }
}

/** In what the vendor's signers are not those that were handed over; null: in nothing. */
export function differenceAtVendor(record: RequestRecord, state: VendorRequestState): string | null {
  for (const signer of record.signers) {
    const told = stateOf(state, signer)
    if (!told) continue
    if (told.level !== record.eidasLevel) return 'the level of a signature'
    if (told.authMethod !== signer.authMethod) return 'how a signer shows who they are'
    if (nameOf(told) !== nameOf(signer)) return 'the name of a signer'
  }
  return null
}

const nameOf = ({ firstName, lastName }: Pick<Signer, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

function handedOver(record: RequestRecord, { vendorRequestId }: VendorRequestState): Change {
  return { after: { ...record, vendorRequestId }, steps: [], events: [], jobs: [] }
}

function signerChange(record: RequestRecord, signer: Signer, told: VendorSignerState, cause: Cause): Change | null {
  switch (told.status) {
    case 'waiting':
      return null
    case 'notified':
      return notified(record, [signer.id], cause)
    case 'opened':
      return notified(record, [signer.id], cause) ?? opened(record, signer, cause)
    case 'signed':
      return notified(record, [signer.id], cause) ?? signed(record, signer, cause)
    case 'declined':
      return declined({ ...record, allowDecline: true }, signer, told.reason, cause)
    case 'ended':
      return failed(record, signer, 'The vendor ended the request before this signer signed.', cause)
    case 'error':
      return failed(record, signer, told.reason, cause)
  }
}

/** The vendor refused the request for good: its signers cannot sign it there. */
export function refusedByVendor(record: RequestRecord, reason: string, cause: Cause): Change | null {
  const open = record.signers.find(({ status }) => status === 'waiting' || status === 'notified')
  return open ? failed(record, open, reason, cause) : null
}
