import type { PublicEvent } from '../../../events/envelope.ts'
import type { InternalEvent } from '../../../events/internal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { isSignedOnOurPage } from '../vendors/signing-places.ts'
import type { Change } from './change.ts'
import { codeDestination } from './code-destination.ts'
import { emailsDue, noticeDue } from './emails-due.ts'
import type { RequestRecord, Signer } from './request.ts'
import type { StepActor, StepType } from './step.ts'
import { type Cause, canAct, signerData, signerName, signerStep, withSigner } from './transitions.ts'

/** A signer as the cause of a change, with their address and browser. */
export function signerCause(signer: Signer, from: Omit<Cause, 'actor'>): Cause {
  return { ...from, actor: signerActor(signer) }
}

export function signerActor(signer: Signer): StepActor {
  return { type: 'signer', id: signer.id, name: signerName(signer) }
}

/** A link to a copy names nobody. */
export const copyRecipient: StepActor = { type: 'recipient', id: null, name: 'Recipient of a copy' }

/** A step of a signer whose turn it is. It only adds to the chain. */
function noted(type: StepType, detail?: Record<string, unknown>) {
  return (record: RequestRecord, signer: Signer, cause: Cause): Change | null =>
    canAct(record, signer, cause.nowMs)
      ? { after: record, steps: [signerStep(type, cause, signer, detail)], events: [], jobs: [] }
      : null
}

/** The signer saw pages of the document for the first time. */
export const pagesViewed = (pages: readonly number[]) => noted('pages_viewed', { pages })

/** A wrong code was entered. */
export const codeRefused = (triesLeft: number) => noted('otp_failed', { triesLeft })

/** The signer entered the code, so they have the mailbox or the phone that it was sent to. */
export function codeProved(record: RequestRecord, signer: Signer, number: number, cause: Cause): Change | null {
  return noted('otp_verified', { number, ...codeDestination(signer) })(record, signer, cause)
}

/** Sends a one-time code to the signer. */
export function codeSent(record: RequestRecord, signer: Signer, number: number, cause: Cause): Change | null {
  const change = noted('otp_sent', { number, ...codeDestination(signer) })(record, signer, cause)
  return change && { ...change, jobs: emailsDue(record, 'code', [signer], number) }
}

/** The signer gave consent; the last consent counts. */
export function consented(
  record: RequestRecord,
  signer: Signer,
  consent: { readonly locale: string; readonly text: string },
  cause: Cause,
): Change | null {
  const change = noted('consented', consent)(record, signer, cause)
  return change && { ...change, after: withSigner(record, { ...signer, consentedAt: timestamp(cause.nowMs) }) }
}

/** A session link of the signer was issued to the sender. */
export function linkIssued(record: RequestRecord, signer: Signer, expiresAt: string, cause: Cause): Change | null {
  return noted('link_issued', { expiresAt })(record, signer, cause)
}

/** Links were issued to the sender, whose device these signers take one after the other. They replace the signers' earlier links. */
export function sessionStarted(
  record: RequestRecord,
  signers: readonly Signer[],
  expiresAt: string,
  cause: Cause,
): Change {
  const steps = signers.map((signer) => signerStep('link_issued', cause, signer, { expiresAt, place: 'agency' }))
  const started = record.signers.map((signer) =>
    signers.some(({ id }) => id === signer.id) ? { ...signer, linkGeneration: nextGeneration(signer) } : signer,
  )
  return { after: { ...record, signers: started }, steps, events: [], jobs: [] }
}

/** Of the links of a new session: those of an earlier one end. */
export function nextGeneration({ linkGeneration }: Pick<Signer, 'linkGeneration'>): number {
  return linkGeneration + 1
}

/** The fields of a signer that can be corrected. */
export type Correctable = Pick<
  Signer,
  'firstName' | 'lastName' | 'email' | 'phone' | 'locale' | 'authMethod' | 'external'
>

/**
 * Corrects a signer. A new e-mail may mean another person: they get a new link, the old link
 * stops working, and they have to open the document and give consent themselves.
 */
export function corrected(record: RequestRecord, signer: Signer, correction: Correctable, cause: Cause): Change {
  const isReaddressed = correction.email.toLowerCase() !== signer.email.toLowerCase()
  const wasAsked = signer.notifiedAt !== null
  const renewed = {
    linkGeneration: signer.linkGeneration + 1,
    openedAt: null,
    consentedAt: null,
    emailDelivery: 'none' as const,
    mails: null,
    lastRemindedAt: null,
    reminderCount: 0,
    ...(wasAsked
      ? { status: 'notified' as const, notifiedAt: timestamp(cause.nowMs) }
      : { status: 'waiting' as const }),
  }
  const next = { ...signer, ...correction, ...(isReaddressed && renewed) }
  const after = withSigner(record, next)
  return {
    after,
    steps: [signerStep('corrected', cause, signer, { fields: correctedFields(signer, next) })],
    events: record.status === 'draft' ? [] : [{ type: 'signature.signer_updated', data: signerData(record, next) }],
    jobs: isReaddressed && wasAsked ? askedAnew(after, next) : [],
  }
}

/** The signer is asked at the other address: by us, or by the vendor who asked before. */
function askedAnew(record: RequestRecord, signer: Signer): InternalEvent[] {
  const { id: requestId, vendor } = record
  if (isSignedOnOurPage(vendor)) return emailsDue(record, 'invitation', [signer])
  return [{ type: 'signature.signers_due', data: { requestId, vendor, signerIds: [signer.id] } }]
}

function correctedFields(before: Signer, after: Signer) {
  const names = ['firstName', 'lastName', 'email', 'phone', 'locale', 'authMethod'] as const
  return names
    .filter((name) => before[name] !== after[name])
    .map((field) => ({ field, from: before[field], to: after[field] }))
}

/** News about an e-mail to a signer. */
export interface SignerMailNews {
  readonly mailId: string
  /** The kind of the e-mail, such as `signature_invitation`. */
  readonly kind: string
  readonly status: 'sent' | 'delivered' | 'bounced' | 'complained'
  readonly failure: string | null
  /** The mail service took the e-mail: it was sent, whatever became of it. */
  readonly wasTaken: boolean
  readonly at: string
  readonly version: number
}

const stepOfNews = {
  sent: 'email_sent',
  delivered: 'email_delivered',
  bounced: 'email_bounced',
  complained: 'email_complained',
} as const satisfies Record<SignerMailNews['status'], StepType>

/** How many e-mails are remembered. Late news is of one that was sent shortly before. */
const mailsKept = 10

/** Null if the news is already known. What became of an earlier e-mail is a step as well, and says nothing of the newest one. */
export function mailTold(record: RequestRecord, signer: Signer, news: SignerMailNews, cause: Cause): Change | null {
  const { mailId: id, kind, status, failure, wasTaken, at, version } = news
  const heardOf = signer.mails ?? []
  const known = heardOf.find((mail) => mail.id === id)
  if (known && known.version >= version) return null
  const others = heardOf.filter((mail) => mail !== known)
  const isNewest = others.every((other) => at >= other.at)
  const mails = [...others, { id, version, at }].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-mailsKept)
  const after = withSigner(record, { ...signer, mails, ...(isNewest && { emailDelivery: status }) })
  const told = { mail: kind, to: signer.email }
  // A delivery can be heard of first. The e-mail was sent before; the news of that comes late, or never.
  const isUnsaid = status !== 'sent' && wasTaken && !known && heardOf.length < mailsKept
  const steps = [
    ...(isUnsaid ? [signerStep('email_sent', cause, signer, told)] : []),
    signerStep(stepOfNews[status], cause, signer, { ...told, ...(failure !== null && { reason: failure }) }),
  ]
  // Where a newer one was delivered, an address that refused one before takes them now.
  const isOfUse = isNewest || signer.emailDelivery !== 'delivered'
  const isFailure = status === 'bounced' && record.status === 'pending_signature' && isOfUse
  const events: PublicEvent[] = isFailure
    ? [
        {
          type: 'signature.delivery_failed',
          data: { ...signerData(record, signer), reason: failure ?? 'undeliverable' },
        },
      ]
    : []
  const jobs = isFailure ? noticeDue(record, 'bounced', signer) : []
  return { after, steps, events, jobs }
}
