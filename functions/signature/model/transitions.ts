import type { PublicEvent } from '../../../events/envelope.ts'
import type { InternalEvent } from '../../../events/internal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { dayMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import type { Change } from './change.ts'
import { emailsDue, noticeDue } from './emails-due.ts'
import type { RequestRecord, Signer } from './request.ts'
import type { StepActor, StepDraft } from './step.ts'

/** Who makes a change, when, and from where. Its steps record this. */
export interface Cause {
  readonly nowMs: number
  readonly actor: StepActor
  readonly ip: string | null
  readonly userAgent: string | null
  /** Through a session link, issued to the sender: the holder may not be the signer until they enter the signer's code. */
  readonly isBySessionLink?: boolean
}

/** How long a seal may take before the sweep enqueues it again. */
export const sealGraceMs = 15 * minuteMs

/** The status at a moment: a request past its expiry is expired, even before the sweep has handled it. */
export function statusAt(record: RequestRecord, nowMs: number): RequestRecord['status'] {
  const isOver = record.status === 'pending_signature' && Date.parse(record.expiresAt) <= nowMs
  return isOver ? 'expired' : record.status
}

/** The error codes for a change of an ended request. */
export const endedCodes = [
  'signature_request_completed',
  'signature_request_declined',
  'signature_request_canceled',
  'signature_request_expired',
] as const

/** The refusal if the request has ended. */
export function endedRefusal(record: RequestRecord, nowMs: number): Refusal<(typeof endedCodes)[number]> | null {
  const status = statusAt(record, nowMs)
  if (status === 'draft' || status === 'pending_signature') return null
  return refuse(`signature_request_${status}`, `The signature request is ${status} and can no longer be changed.`)
}

export const pending = (record: RequestRecord, nowMs: number) => statusAt(record, nowMs) === 'pending_signature'

/** The signers whose turn it is: all who have not signed or, in sequential order, those with the lowest order. */
export function signersDue(record: Pick<RequestRecord, 'signingOrder' | 'signers'>): Signer[] {
  const unsigned = record.signers.filter((signer) => signer.status !== 'signed')
  if (record.signingOrder === 'parallel') return unsigned
  const lowest = Math.min(...unsigned.map((signer) => signer.order ?? 1))
  return unsigned.filter((signer) => (signer.order ?? 1) === lowest)
}

/** Draft → waiting for signatures. The expiry counts from now. */
export function sent(record: Change['after'], cause: Cause): Change {
  const at = timestamp(cause.nowMs)
  const expiresAt = timestamp(cause.nowMs + record.expiresInDays * dayMs)
  const noted = isExternal(record.vendor) ? { vendorDraftId: null } : {}
  const after = { ...record, ...noted, status: 'pending_signature' as const, sentAt: at, expiresAt }
  return {
    after,
    steps: [step('sent', cause, { signers: record.signers.map((signer) => signer.id) })],
    events: [{ type: 'signature.created', data: requestData(record) }],
    jobs: turnOf(after),
  }
}

/** The vendor has asked these signers. Null if all of them were already asked. */
export function notified(record: RequestRecord, signerIds: readonly string[], cause: Cause): Change | null {
  // A signer who already opened the document through a session link is asked all the same.
  const asked = record.signers.filter(
    (signer) => signerIds.includes(signer.id) && signer.notifiedAt === null && isAsked(signer) && !isDone(signer),
  )
  if (asked.length === 0 || !pending(record, cause.nowMs)) return null
  const at = timestamp(cause.nowMs)
  const signers = record.signers.map((signer) =>
    asked.includes(signer) ? { ...signer, status: statusOnceAsked(signer), notifiedAt: at } : signer,
  )
  const steps = asked.map((signer) => signerStep('notified', cause, signer))
  const jobs = emailsDue(record, 'invitation', asked)
  return { after: { ...record, signers }, steps, events: [], jobs }
}

const statusOnceAsked = ({ openedAt }: Signer) => (openedAt === null ? ('notified' as const) : ('opened' as const))

/** A signer opened the document for the first time. */
export function opened(record: RequestRecord, signer: Signer, cause: Cause): Change | null {
  if (!canAct(record, signer, cause.nowMs) || signer.openedAt !== null) return null
  const after = withSigner(record, { ...signer, status: 'opened', openedAt: timestamp(cause.nowMs) })
  const events: PublicEvent[] = [{ type: 'signature.viewed', data: signerData(record, signer) }]
  return { after, steps: [signerStep('opened', cause, signer)], events, jobs: [] }
}

/** How the signature was made, and the SHA-256 of everything the signer gave. */
export type GivenDigest = {
  readonly signatureMode: string
  readonly givenSha256: string
  /** SHA-256 of each handwritten mention, by the id of its field. */
  readonly mentions?: Readonly<Record<string, string>>
  /** Of a key that a vendor keeps: who the vendor says has it. */
  readonly certificate?: { readonly subject: string; readonly issuer: string; readonly sha256: string }
  /** Every page had been on the signer’s screen, as the sender requires. */
  readonly allPagesSeen?: true
}

/** A signer signed. The last signature completes the request and enqueues its seal in the same commit. */
export function signed(record: RequestRecord, signer: Signer, cause: Cause, given?: GivenDigest): Change | null {
  if (!canAct(record, signer, cause.nowMs)) return null
  const at = timestamp(cause.nowMs)
  const openedAt = signer.openedAt ?? at
  const withSignature = withSigner(record, { ...signer, status: 'signed', openedAt, signedAt: at })
  const steps = [
    signerStep('signed', cause, signer, {
      documentSha256: record.document.sha256,
      title: record.title,
      name: signerName(signer),
      email: signer.email,
      authMethod: signer.authMethod,
      ...given,
    }),
  ]
  const events: PublicEvent[] = [{ type: 'signature.signed', data: signerData(record, signer) }]
  const isLast = withSignature.signers.every((other) => other.status === 'signed')
  if (!isLast) {
    const asking = withSignature.signingOrder === 'sequential' ? turnOf(withSignature) : []
    return { after: withSignature, steps, events, jobs: [...asking, ...noticeDue(record, 'signed', signer)] }
  }
  return {
    after: completed(withSignature, cause.nowMs),
    steps: [...steps, step('completed', { ...cause, actor: system })],
    events,
    jobs: [{ type: 'signature.seal_due', data: { requestId: record.id } }],
  }
}

function completed(record: RequestRecord, nowMs: number): RequestRecord {
  const at = timestamp(nowMs)
  return {
    ...record,
    status: 'completed',
    completedAt: at,
    endedAt: at,
    dueAt: timestamp(nowMs + sealGraceMs),
    document: { ...record.document, sealStatus: 'pending' },
  }
}

/** A signer declined. The request ends and nobody else can sign. */
export function declined(record: RequestRecord, signer: Signer, reason: string | null, cause: Cause): Change | null {
  if (!canAct(record, signer, cause.nowMs) || !record.allowDecline) return null
  const at = timestamp(cause.nowMs)
  const refusing = withSigner(record, { ...signer, status: 'declined', declinedAt: at, declineReason: reason })
  const after = { ...ended(refusing, 'declined', at), decline: { signerId: signer.id, reason, at } }
  const events: PublicEvent[] = [{ type: 'signature.declined', data: { ...signerData(record, signer), reason } }]
  const others = asked(record).filter(({ id }) => id !== signer.id)
  const jobs = emailsDue(record, 'declined', others)
  return { after, steps: [signerStep('declined', cause, signer, { reason })], events, jobs }
}

/** The e-mail to a signer bounced. The signer can still sign in other ways, so the request goes on. */
export function bounced(record: RequestRecord, signer: Signer, reason: string, cause: Cause): Change | null {
  if (!canAct(record, signer, cause.nowMs) || signer.emailDelivery === 'bounced') return null
  const after = withSigner(record, { ...signer, emailDelivery: 'bounced' })
  const events: PublicEvent[] = [{ type: 'signature.delivery_failed', data: { ...signerData(record, signer), reason } }]
  return { after, steps: [signerStep('email_bounced', cause, signer, { reason })], events, jobs: [] }
}

/** The vendor failed for this signer. */
export function failed(record: RequestRecord, signer: Signer, reason: string | null, cause: Cause): Change | null {
  if (!canAct(record, signer, cause.nowMs) || signer.status === 'error') return null
  const after = withSigner(record, { ...signer, status: 'error' })
  return { after, steps: [signerStep('failed', cause, signer, { reason })], events: [], jobs: [] }
}

export function canceled(
  record: RequestRecord,
  by: NonNullable<RequestRecord['cancel']>['by'],
  { reason, notify }: { readonly reason: string | null; readonly notify: boolean },
  cause: Cause,
): Change {
  const at = timestamp(cause.nowMs)
  const after = { ...ended(record, 'canceled', at), cancel: { by, reason, at } }
  const events: PublicEvent[] = [{ type: 'signature.canceled', data: requestData(record) }]
  const jobs = notify ? emailsDue(record, 'canceled', asked(record)) : []
  return { after, steps: [step('canceled', cause, { reason })], events, jobs }
}

/** The request expires. Null before its expiry date, or if it has already ended. */
export function expired(record: RequestRecord, cause: Cause): Change | null {
  if (record.status !== 'pending_signature' || Date.parse(record.expiresAt) > cause.nowMs) return null
  const after = ended(record, 'expired', record.expiresAt)
  const events: PublicEvent[] = [{ type: 'signature.expired', data: requestData(record) }]
  const jobs = emailsDue(record, 'expired', asked(record))
  return { after, steps: [step('expired', cause, { expiresAt: record.expiresAt })], events, jobs }
}

export function extended(record: RequestRecord, expiresInDays: number, cause: Cause): Change {
  const expiresAt = timestamp(cause.nowMs + expiresInDays * dayMs)
  const after = { ...record, expiresAt, expiresInDays }
  const told = asked(record).filter((signer) => !isDone(signer))
  // Signers get no e-mail if they have less time than before.
  const jobs = expiresAt > record.expiresAt ? emailsDue(after, 'extended', told) : []
  return { after, steps: [step('extended', cause, { from: record.expiresAt, to: expiresAt })], events: [], jobs }
}

/** An ended request: the other signers can no longer sign, and nothing is due. */
function ended(record: RequestRecord, status: 'declined' | 'canceled' | 'expired', at: string): RequestRecord {
  const signers = record.signers.map((signer) => (isDone(signer) ? signer : { ...signer, status: 'aborted' as const }))
  return { ...record, status, signers, endedAt: at, dueAt: null }
}

export const system: StepActor = { type: 'system', id: null, name: 'Sealpost' }

export const isDone = (signer: Signer) =>
  signer.status === 'signed' || signer.status === 'declined' || signer.status === 'aborted'

/** Signers who were not asked yet cannot act; otherwise they would never be asked. */
export function canAct(record: RequestRecord, signer: Signer, nowMs: number): boolean {
  return pending(record, nowMs) && !isDone(signer) && signersDue(record).some((due) => due.id === signer.id)
}

export function withSigner(record: RequestRecord, changed: Signer): RequestRecord {
  return { ...record, signers: record.signers.map((signer) => (signer.id === changed.id ? changed : signer)) }
}

/** The signers who were asked. */
function asked({ signers }: Pick<RequestRecord, 'signers'>): Signer[] {
  return signers.filter(({ notifiedAt }) => notifiedAt !== null)
}

/** Who signs on site is asked there, and nobody writes to them before. */
export const isAsked = ({ signingMode }: Pick<Signer, 'signingMode'>) => signingMode === 'remote'

/** The job that asks the signers whose turn it is; none where all of them sign on site. */
function turnOf(record: Pick<RequestRecord, 'id' | 'vendor' | 'signingOrder' | 'signers'>): InternalEvent[] {
  const signerIds = signersDue(record)
    .filter((signer) => signer.status === 'waiting' && isAsked(signer))
    .map((signer) => signer.id)
  if (signerIds.length === 0) return []
  return [{ type: 'signature.signers_due', data: { requestId: record.id, vendor: record.vendor, signerIds } }]
}

export function step(type: StepDraft['type'], cause: Cause, detail?: Record<string, unknown>): StepDraft {
  const { actor, ip, userAgent, isBySessionLink } = cause
  const told = isBySessionLink ? { ...detail, link: 'session' } : detail
  return { type, actor, ip, userAgent, ...(told ? { detail: told } : {}) }
}

export function signerStep(
  type: StepDraft['type'],
  cause: Cause,
  signer: Signer,
  detail?: Record<string, unknown>,
): StepDraft {
  return { ...step(type, cause, detail), signerId: signer.id }
}

type RequestSummary = Pick<RequestRecord, 'id' | 'title' | 'clientReference'>

export function requestData({ id, title, clientReference }: RequestSummary) {
  return clientReference === null ? { requestId: id, title } : { requestId: id, title, clientReference }
}

export function signerName(signer: Pick<Signer, 'firstName' | 'lastName'>): string {
  return `${signer.firstName} ${signer.lastName}`
}

export function signerData(record: RequestSummary, signer: Signer) {
  return { ...requestData(record), signerId: signer.id, signerName: signerName(signer) }
}
