import * as v from 'valibot'
import { isProvedBy, nextSendingAtMs, triesLeft as triesLeftOf } from '../../../shared/personal-links/code-proof.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { maskedEmail, maskedPhone } from '../../../shared/platform/masked.ts'
import type { Field } from '../model/field.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import { agreementOf, digitsFor, hasAgreed, hasOpened, isUnproved, type SignerGrant } from '../model/signer-grant.ts'
import { canAct, statusAt } from '../model/transitions.ts'
import { consentText } from './consent-text.ts'
import { shownSha256 } from './mentions-of.ts'
import {
  type CodeState,
  type Cosigner,
  isSigningState,
  type SigningDocument,
  type SigningField,
  type SigningRequest,
  type SigningState,
  type You,
} from './page/signing-state.ts'
import { unseenPages } from './unseen-pages.ts'

/** The page declares what it is told; that nothing else is told is what the types of this module see to. */
export const stateView = v.custom<SigningState>(isSigningState)

/** All that the page of a signer shows: before the document is opened, no more than its title and who sent it. The text to agree to is in the language that is asked for, or the signer's. */
export function toState(grant: SignerGrant, nowMs: number, locale = grant.signer.locale): SigningState {
  const { request, signer } = grant
  const { record, fields } = request
  const isOpened = hasOpened(grant)
  const you = youOf(grant, nowMs)
  const code = codeOf(grant, nowMs)
  return {
    request: isOpened ? requestOf(grant, nowMs) : unopenedRequestOf(grant, nowMs),
    document: isOpened ? documentOf(record, unseenPages(grant)) : null,
    you: isOpened ? you : unopenedYouOf(you),
    signers: isOpened ? record.signers.map((one) => cosignerOf(one, one.id === signer.id)) : [],
    fields: isOpened ? fields.filter(({ signerId }) => signerId === signer.id).map(signingFieldOf) : [],
    code: isOpened ? code : { ...code, sentTo: null, channel: null },
    consent: {
      text: consentText(locale),
      givenAt: hasAgreed(grant) ? signer.consentedAt : null,
      agreementSha256: isOpened ? agreementOf(grant) : null,
    },
    now: timestamp(nowMs),
  }
}

function cosignerOf({ firstName, lastName, status, signedAt }: Signer, isYou: boolean): Cosigner {
  return { firstName, lastName, status, signedAt, isYou }
}

function requestOf(grant: SignerGrant, nowMs: number): SigningRequest {
  const { request, brand } = grant
  const { name: organizationName } = brand
  const { record } = request
  const { id, title, message, expiresAt, livemode, redirectUrls, timeZone } = record
  const allowDecline = record.allowDecline && !isUnproved(grant, nowMs)
  const status = statusAt(record, nowMs)
  if (status === 'draft') throw new Error('a draft is shown to no signer')
  return {
    id,
    title,
    message,
    status,
    expiresAt,
    allowDecline,
    livemode,
    redirectUrls,
    timeZone,
    organizationName,
    brand,
    senderName: senderName(record, organizationName),
  }
}

/** Whoever declines need not open the document, and goes on from there like others. */
function unopenedRequestOf(grant: SignerGrant, nowMs: number): SigningRequest {
  const request = requestOf(grant, nowMs)
  const { redirectUrls } = request
  return { ...request, message: null, redirectUrls: grant.signer.status === 'declined' ? redirectUrls : null }
}

/** A person by their name; the name of an API key says nothing to signers, and nor does an id. */
function senderName({ createdBy }: RequestRecord, organizationName: string): string {
  if (createdBy.type !== 'user') return organizationName
  const name = [createdBy.firstName, createdBy.lastName].filter(Boolean).join(' ')
  return name || organizationName
}

const sealedStates = { none: 'none', pending: 'pending', sealed: 'ready', failed: 'failed' } as const

function documentOf({ document, retention }: RequestRecord, unseen: readonly number[]): SigningDocument {
  const { fileName, pageCount, sha256, size, sealStatus } = document
  const kept = retention?.state ?? 'available'
  const isInReach = kept === 'available' || sealStatus !== 'sealed'
  return {
    fileName,
    pageCount,
    sha256,
    size,
    unseenPages: unseen,
    sealed: isInReach ? sealedStates[sealStatus] : kept,
  }
}

function youOf({ request: { record }, signer }: SignerGrant, nowMs: number): You {
  const { id, firstName, lastName, status, locale, authMethod, signingMode, signedAt, declinedAt } = signer
  const isYourTurn = canAct(record, signer, nowMs)
  return { id, firstName, lastName, status, locale, authMethod, signingMode, isYourTurn, signedAt, declinedAt }
}

const endedStatuses: readonly unknown[] = ['signed', 'declined', 'aborted', 'error']

/**
 * A signer who has an end is shown that; how far another one has come is not told yet. A tablet that is handed on says to whom: the
 * sender holds that link, and named the signer.
 */
function unopenedYouOf(you: You): You {
  const status = endedStatuses.includes(you.status) ? you.status : null
  const unnamed = you.signingMode === 'agency' ? {} : { firstName: '', lastName: '' }
  return { ...you, ...unnamed, id: null, status, authMethod: null }
}

function signingFieldOf({ signerId: _, mentionText, drawing, ...field }: Field): SigningField {
  if (field.type !== 'handwritten_mention') return { ...field, type: field.type }
  return {
    ...field,
    type: field.type,
    mentionText: mentionText ?? '',
    drawingSha256: drawing ? shownSha256(drawing) : null,
  }
}

function codeOf(grant: SignerGrant, nowMs: number): CodeState {
  const { signer, progress, codesOfRecipient: recipient, link, sessionSha256 } = grant
  const { code } = progress
  const isNeeded = signer.authMethod !== 'none' && signer.authMethod !== 'vendor_identity'
  const canSendAtMs = nextSendingAtMs(recipient, nowMs)
  const isLocked = recipient.lockedUntilMs !== null && nowMs < recipient.lockedUntilMs
  const expiresAtMs = code.digits >= digitsFor(link) ? code.expiresAtMs : null
  return {
    isNeeded,
    isProved: isProvedBy(code, sessionSha256, nowMs),
    ...placeOf(signer),
    sendings: code.counter,
    digits: expiresAtMs === null ? digitsFor(link) : code.digits,
    expiresAt: timeOf(expiresAtMs),
    canSendAt: canSendAtMs > nowMs ? timestamp(canSendAtMs) : null,
    lockedUntil: isLocked ? timeOf(recipient.lockedUntilMs) : null,
    triesLeft: expiresAtMs === null ? null : triesLeftOf(recipient),
  }
}

function placeOf({ authMethod, email, phone }: SignerGrant['signer']): Pick<CodeState, 'sentTo' | 'channel'> {
  if (authMethod === 'sms_otp') return { channel: 'sms', sentTo: phone && maskedPhone(phone) }
  return authMethod === 'email_otp' ? { channel: 'email', sentTo: maskedEmail(email) } : { channel: null, sentTo: null }
}

const timeOf = (timeMs: number | null) => (timeMs === null ? null : timestamp(timeMs))
