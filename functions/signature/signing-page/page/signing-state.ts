import type { Brand } from '../../../../shared/pages/brand.ts'

/** What `GET /sign/{token}/state` answers, and every operation of the page that succeeds. Times are ISO 8601. */
export interface SigningState {
  readonly request: SigningRequest
  /** Null until the signer opens it. */
  readonly document: SigningDocument | null
  readonly you: You
  readonly signers: readonly Cosigner[]
  readonly fields: readonly SigningField[]
  readonly code: CodeState
  readonly consent: ConsentState
  /** The server's time: countdowns do not depend on the clock of the device. */
  readonly now: string
}

export interface ConsentState {
  readonly text: string
  readonly givenAt: string | null
  /** Names the document, the title and the names of all signers, as this state has them. Null until the document is opened. */
  readonly agreementSha256: string | null
}

export interface SigningRequest {
  readonly id: string
  readonly title: string
  /** Null until the document is opened, too. */
  readonly message: string | null
  readonly status: 'pending_signature' | 'completed' | 'declined' | 'canceled' | 'expired'
  readonly expiresAt: string
  /** The IANA zone whose day a date field is stamped with, wherever the signer is. */
  readonly timeZone: string
  readonly organizationName: string
  readonly brand: Brand
  readonly senderName: string
  readonly allowDecline: boolean
  readonly livemode: boolean
  /** Null until the signer has opened the document or declined, too. */
  readonly redirectUrls: { readonly signed: string | null; readonly declined: string | null } | null
}

export interface SigningDocument {
  readonly fileName: string
  readonly pageCount: number
  readonly sha256: string
  readonly size: number
  /** Pages that must still be seen before signing, in ascending order. Empty unless the sender requires every page to be seen. */
  readonly unseenPages: readonly number[]
  readonly sealed: 'none' | 'pending' | 'ready' | 'failed' | 'archived' | 'purged'
}

export type SignerStatus = 'waiting' | 'notified' | 'opened' | 'signed' | 'declined' | 'aborted' | 'error'

export interface You {
  /** Null until the document is opened, as are `authMethod` and a `status` that is no end. */
  readonly id: string | null
  /** Both names are empty until the document is opened, but for people who sign on site. */
  readonly firstName: string
  readonly lastName: string
  readonly status: SignerStatus | null
  readonly locale: string
  readonly authMethod: 'none' | 'email_otp' | 'sms_otp' | 'vendor_identity' | null
  /** `agency`: on a device of the sender, which people hand on. */
  readonly signingMode: 'remote' | 'agency'
  readonly isYourTurn: boolean
  readonly signedAt: string | null
  readonly declinedAt: string | null
}

export interface Cosigner {
  readonly firstName: string
  readonly lastName: string
  readonly status: SignerStatus
  readonly signedAt: string | null
  readonly isYou: boolean
}

/** Where a field is: points from the top-left of the page as it is displayed. */
interface PlacedField {
  readonly id: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly required: boolean
  readonly label: string | null
  readonly text: string | null
}

/** A sentence that the person writes by hand. */
export interface MentionField extends PlacedField {
  readonly type: 'handwritten_mention'
  readonly mentionText: string
  /** Of the drawing that was made before; null where there is none. */
  readonly drawingSha256: string | null
}

export type SigningField =
  | (PlacedField & { readonly type: 'signature' | 'initials' | 'date' | 'text' | 'checkbox' })
  | MentionField

/** A drawing that was made before, as the document will show it. */
export type DrawnMention =
  | ({ readonly kind: 'strokes' } & DrawnSignature)
  | { readonly kind: 'picture'; readonly png: string }

export function isDrawnMention(value: unknown): value is DrawnMention {
  return typeof value === 'object' && value !== null && 'kind' in value && ('strokes' in value || 'png' in value)
}

export interface CodeState {
  readonly isNeeded: boolean
  readonly isProved: boolean
  /** Masked. */
  readonly sentTo: string | null
  readonly channel: 'email' | 'sms' | null
  /** How many codes were sent so far. */
  readonly sendings: number
  /** Of the code that was sent, or of the next one. */
  readonly digits: number
  readonly expiresAt: string | null
  readonly canSendAt: string | null
  readonly lockedUntil: string | null
  readonly triesLeft: number | null
}

/**
 * A text whose stamp is to be seen beforehand, and the size of its box in points. A `signature` is a whole field; without a text
 * its signature is drawn by the page.
 */
export interface StampText {
  readonly kind: 'signature' | 'text' | 'initials'
  readonly text: string
  readonly width: number
  readonly height: number
}

export type SignatureValue =
  | { readonly mode: 'typed'; readonly value: string }
  | { readonly mode: 'drawn'; readonly value: DrawnSignature }
  | { readonly mode: 'uploaded'; readonly value: string }

export interface Point {
  readonly x: number
  readonly y: number
}

/** A point of a handwriting: with the milliseconds since the first one, and the pressure of a pen. */
export interface WrittenPoint extends Point {
  readonly t: number
  readonly p?: number
}

/** A mention to sign with: as it was written, or the SHA-256 of the drawing that is shown. */
export type GivenMention =
  | { readonly width: number; readonly height: number; readonly strokes: readonly (readonly WrittenPoint[])[] }
  | { readonly sha256: string }

/** Strokes in a box of the given size, from its top-left. */
export interface DrawnSignature {
  readonly width: number
  readonly height: number
  readonly strokes: readonly (readonly Point[])[]
}

export interface SignBody {
  readonly consent: true
  readonly documentSha256: string
  readonly agreementSha256: string | null
  readonly signature: SignatureValue
  readonly values: Readonly<Record<string, string | true>>
  readonly mentions?: Readonly<Record<string, GivenMention>>
}

/** Whether the person signs with a key that an outside service keeps. */
export function hasRemoteKey({ you }: SigningState): boolean {
  return you.authMethod === 'vendor_identity'
}

/** Enough to tell the server's answer from that of something between it and the page. */
export function isSigningState(value: unknown): value is SigningState {
  if (typeof value !== 'object' || value === null) return false
  return ['request', 'document', 'you', 'signers', 'fields', 'code', 'consent', 'now'].every((key) => key in value)
}
