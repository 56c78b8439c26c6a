import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import type { VendorRequestState, VendorSignerState } from '../vendors/external-signing.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import type { Change } from './change.ts'
import type { RequestRecord, Signer } from './request.ts'
import { type Cause, declined, failed, notified, opened, pending, signed, signersDue } from './transitions.ts'

/**
 * The next change that follows from what a vendor says; null: nothing is new. Each is decided on the state after the one before, so
 * that what comes late, twice or at once has one effect.
 */
export function nextVendorChange(record: RequestRecord, state: VendorRequestState, cause: Cause): Change | null {
  if (record.status !== 'pending_signature') return null
  if (record.vendorRequestId === null) return handedOver(record, state)
  // Another request at the vendor says nothing about this one, whoever signed there.
  if (record.vendorRequestId !== state.vendorRequestId) return null
  // News may come after the expiry: of what was done before it.
  const open = { ...record, expiresAt: timestamp(Math.max(Date.parse(record.expiresAt), cause.nowMs + 1)) }
  for (const signer of record.signers) {
    const told = stateOf(state, signer)
    const isEarly = told?.status === 'signed' && isLast(record, signer) && !isCompleted(record, state)
    const isUsable = told && !isEarly && !isTooLate(record, told)
    const change = isUsable ? signerChange(open, signer, told, cause) : null
    if (change) return { ...change, after: { ...change.after, expiresAt: record.expiresAt } }
  }
  return null
}

function isTooLate({ expiresAt }: RequestRecord, { signedAt }: VendorSignerState): boolean {
  return signedAt !== null && Date.parse(signedAt) > Date.parse(expiresAt)
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

/** Whether all have signed there in time, of which the vendor only has yet to say that the request is complete. */
export function isFinishing(record: RequestRecord, state: VendorRequestState): boolean {
  const told = record.signers.map((signer) => stateOf(state, signer))
  return state.status === 'ongoing' && told.every((each) => each?.status === 'signed' && !isTooLate(record, each))
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
      return notified(record, [signer.id], cause) ?? signedThere(record, signer, told, cause)
    case 'declined':
      return declinedThere(record, signer, told, cause)
    case 'ended':
      return failed(record, signer, 'The vendor ended the request before this signer signed.', cause)
    case 'error':
      return failed(record, signer, told.reason, cause)
  }
}

/** Although the sender does not allow it: the vendor let the signer decline. */
function declinedThere(record: RequestRecord, signer: Signer, told: VendorSignerState, cause: Cause): Change | null {
  const change = declined({ ...record, allowDecline: true }, signer, told.reason, cause)
  return change && { ...change, after: { ...change.after, allowDecline: record.allowDecline } }
}

/** With the vendor's time of the signature, where it can be right. The clock of a test organization may be ahead of the vendor's. */
function signedThere(record: RequestRecord, signer: Signer, told: VendorSignerState, cause: Cause): Change | null {
  const change = signed(record, signer, cause)
  const atMs = told.signedAt === null ? NaN : Date.parse(told.signedAt)
  if (!change || !(atMs >= Date.parse(record.sentAt ?? '') && atMs <= cause.nowMs)) return change
  const signedAt = timestamp(atMs)
  const signers = change.after.signers.map((each) =>
    each.id === signer.id ? { ...each, signedAt, openedAt: signer.openedAt ?? signedAt } : each,
  )
  const steps = change.steps.map((step) =>
    step.type === 'signed' ? { ...step, detail: { ...step.detail, signedAt } } : step,
  )
  return { ...change, after: { ...change.after, signers }, steps }
}

/** Whether it is expired and still open: the vendor is asked first what was signed there in time, for up to a day. */
export function vendorIsAsked({ vendor, status, expiresAt }: RequestRecord, nowMs: number): boolean {
  const lateMs = nowMs - Date.parse(expiresAt)
  return isExternal(vendor) && status === 'pending_signature' && lateMs >= 0 && lateMs < dayMs
}

/** Has a job ask the vendor of a request whose time is over, and expire it then. */
export function expiryAsked(record: RequestRecord): Change {
  const jobs = [{ type: 'signature.vendor_due' as const, data: { requestId: record.id } }]
  return { after: record, steps: [], events: [], jobs }
}

/** The vendor refused the request for good: its signers cannot sign it there. */
export function refusedByVendor(record: RequestRecord, reason: string, cause: Cause): Change | null {
  const open = signersDue(record).find(({ status }) => status === 'waiting' || status === 'notified')
  return open ? failed(record, open, reason, cause) : null
}
