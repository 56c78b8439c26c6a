import { createHash, randomInt } from 'node:crypto'
import { consentText } from '../../../functions/signature/signing-page/consent-text.ts'
import type {
  CodeState,
  SignerStatus,
  SigningDocument,
  SigningField,
  SigningState,
} from '../../../functions/signature/signing-page/page/signing-state.ts'
import { type Brand, plainBrand } from '../../../shared/pages/brand.ts'
import { contractPdf } from './contract-pdf.ts'

/** What a test wants to be different from an ordinary request of one signer. */
export interface CaseOptions {
  readonly authMethod?: 'none' | 'email_otp' | 'sms_otp'
  readonly locale?: string
  readonly fields?: readonly SigningField[]
  readonly pageCount?: number
  readonly mustSeeAllPages?: boolean
  /** Instead of the contract. */
  readonly document?: Buffer
  readonly others?: SigningState['signers']
  readonly isYourTurn?: boolean
  /** Whether the person has opened the document before. */
  readonly isOpened?: boolean
  readonly livemode?: boolean
  readonly message?: string
  readonly redirectUrls?: SigningState['request']['redirectUrls']
  readonly brand?: Brand
}

/** What stands below the signature of such a request. */
export const captionOfCase = {
  name: 'Zoë Lefèvre',
  time: '1 Mar 2026, 15:05 UTC+1',
  verificationId: '01J2SX4Z0YF8RHY41VBSKR0001',
  locale: 'en',
}

/** A refusal as the API tells it. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly details?: Record<string, unknown>
}

const minuteMs = 60_000
const codeRules = { validMs: 10 * minuteMs, betweenMs: minuteMs / 2, sends: 3, windowMs: 15 * minuteMs, tries: 5 }
/** One signer's side of one request: it changes as the description of the API says, and notes what took effect. */
export class SigningCase {
  readonly document: Buffer
  readonly effects: string[] = []
  readonly viewed = new Set<number>()
  signedWith: Record<string, unknown> | null = null
  status: SigningState['request']['status'] = 'pending_signature'
  yourStatus: SignerStatus
  isYourTurn: boolean
  sealed: SigningDocument['sealed'] = 'none'
  expiresAt: number
  lastCode: string | null = null
  readonly #options: CaseOptions
  readonly #now: () => number
  #signedAt: string | null = null
  #declinedAt: string | null = null
  #consentAt: string | null = null
  #isProved = false
  #title = 'Lease agreement, 12 rue des Lilas'
  #sends: number[] = []
  #triesLeft = codeRules.tries
  #lockedUntil: number | null = null

  constructor(options: CaseOptions, now: () => number) {
    this.#options = options
    this.#now = now
    this.document = options.document ?? contractPdf(options.pageCount ?? 3)
    this.isYourTurn = options.isYourTurn ?? true
    this.yourStatus = (options.isOpened ?? true) ? 'opened' : 'notified'
    this.expiresAt = now() + 7 * 24 * 60 * minuteMs
  }

  state(locale: string): SigningState {
    this.#expire()
    const { livemode = true, message = null, redirectUrls = null, fields = [], others = [] } = this.#options
    const { brand = plainBrand('Agence du Parc') } = this.#options
    const isOpened = this.yourStatus !== 'notified'
    return {
      request: {
        id: '0190b1f0-0000-7000-8000-000000000001',
        title: this.#title,
        message: isOpened ? message : null,
        status: this.status,
        expiresAt: this.#iso(this.expiresAt),
        timeZone: 'Europe/Paris',
        organizationName: brand.name,
        brand,
        senderName: 'Claire Martin',
        allowDecline: true,
        livemode,
        redirectUrls: isOpened ? redirectUrls : null,
      },
      document: isOpened ? this.#document() : null,
      you: {
        id: isOpened ? '0190b1f0-0000-7000-8000-000000000002' : null,
        firstName: isOpened ? 'Zoë' : '',
        lastName: isOpened ? 'Lefèvre' : '',
        status: isOpened ? this.yourStatus : null,
        locale: this.#options.locale ?? 'en',
        signingMode: 'remote',
        authMethod: isOpened ? (this.#options.authMethod ?? 'none') : null,
        isYourTurn: this.isYourTurn && ['notified', 'opened'].includes(this.yourStatus),
        signedAt: this.#signedAt,
        declinedAt: this.#declinedAt,
      },
      signers: isOpened ? [this.#you(), ...others] : [],
      fields: isOpened ? fields : [],
      code: { ...this.#code(), ...(!isOpened && { sentTo: null }) },
      consent: {
        text: consentText(locale),
        givenAt: this.#consentAt,
        agreementSha256: isOpened ? this.agreementSha256 : null,
      },
      now: this.#iso(this.#now()),
    }
  }

  #document(): SigningDocument {
    return {
      fileName: 'lease.pdf',
      pageCount: this.#options.pageCount ?? 3,
      sha256: this.sha256,
      size: this.document.length,
      unseenPages: this.#unseenPages(),
      sealed: this.sealed,
    }
  }

  #unseenPages(): number[] {
    const { mustSeeAllPages = false, pageCount = 3 } = this.#options
    if (!mustSeeAllPages) return []
    return Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) => !this.viewed.has(page))
  }

  #you(): SigningState['signers'][number] {
    return { firstName: 'Zoë', lastName: 'Lefèvre', status: this.yourStatus, signedAt: this.#signedAt, isYou: true }
  }

  open(): Refusal | null {
    const ended = this.#ended()
    if (ended) return ended
    if (this.yourStatus === 'notified') {
      this.yourStatus = 'opened'
      this.effects.push('opened')
    }
    return null
  }

  get sha256(): string {
    return createHash('sha256').update(this.document).digest('hex')
  }

  sendCode(sending: unknown): Refusal | null {
    if (typeof sending === 'number' && this.#sends.length >= sending) return null
    const now = this.#now()
    const wait = Math.max(this.#lockedUntil ?? 0, this.#canSendAt() ?? 0) - now
    if (wait > 0) return tooOften(wait)
    this.#sends.push(now)
    this.#triesLeft = codeRules.tries
    this.lastCode = String(randomInt(100_000, 1_000_000))
    this.effects.push('code sent')
    return null
  }

  proveCode(code: unknown): Refusal | null {
    const now = this.#now()
    if ((this.#lockedUntil ?? 0) > now) return tooOften((this.#lockedUntil ?? 0) - now)
    if (now > this.#codeEnd()) return invalid({ expired: true })
    if (code === this.lastCode) {
      this.#isProved = true
      this.effects.push('code proved')
      return null
    }
    this.#triesLeft -= 1
    if (this.#triesLeft > 0) return invalid({ triesLeft: this.#triesLeft })
    this.#lockedUntil = now + codeRules.windowMs
    this.lastCode = null
    return tooOften(codeRules.windowMs)
  }

  /** The sender changes it while the signer reads. */
  changeTitle(title: string): void {
    this.#title = title
    this.#consentAt = null
  }

  get agreementSha256(): string {
    return createHash('sha256').update(`${this.sha256} ${this.#title}`).digest('hex')
  }

  consent(body: Record<string, unknown>): Refusal | null {
    const ended = this.#ended()
    if (ended) return ended
    if (body.agreementSha256 !== this.agreementSha256) return invalid({ reason: 'changed_since_shown' })
    this.#consentAt ??= this.#iso(this.#now())
    return null
  }

  sign(body: Record<string, unknown>): Refusal | null {
    if (this.yourStatus === 'signed') return null
    const ended = this.#ended()
    if (ended) return ended
    if (body.consent !== true || body.documentSha256 !== this.sha256) return invalid({})
    if (body.agreementSha256 !== this.agreementSha256) return invalid({ reason: 'changed_since_shown' })
    if (this.#needsCode() && !this.#isProved) return invalid({ reason: 'code_required' })
    const pages = this.#unseenPages()
    if (pages.length > 0) return invalid({ reason: 'pages_not_seen', pages })
    const empty = this.#emptyFields(body.values)
    if (empty.length > 0) return invalid({ fieldIds: empty })
    this.yourStatus = 'signed'
    this.signedWith = body
    this.#signedAt = this.#iso(this.#now())
    this.effects.push('signed')
    if ((this.#options.others ?? []).every(({ status }) => status === 'signed')) {
      this.status = 'completed'
      this.sealed = 'pending'
    }
    return null
  }

  decline(reason: unknown): Refusal | null {
    if (this.yourStatus === 'declined') return null
    const ended = this.#ended()
    if (ended) return ended
    if (typeof reason !== 'string' || reason.length < 1 || reason.length > 500) return invalid({})
    this.status = 'declined'
    this.yourStatus = 'declined'
    this.#declinedAt = this.#iso(this.#now())
    this.effects.push(`declined: ${reason}`)
    return null
  }

  #code(): CodeState {
    const isNeeded = this.#needsCode()
    const channel = this.#options.authMethod === 'sms_otp' ? 'sms' : 'email'
    const isOut = this.lastCode !== null && !this.#isProved
    const canSendAt = this.#canSendAt()
    return {
      isNeeded,
      isProved: this.#isProved,
      sentTo: isNeeded ? (channel === 'sms' ? '+33 • •• •• •• 42' : 'z•••@example.com') : null,
      channel: isNeeded ? channel : null,
      sendings: this.#sends.length,
      digits: 6,
      expiresAt: isOut ? this.#iso(this.#codeEnd()) : null,
      canSendAt: canSendAt === null ? null : this.#iso(canSendAt),
      lockedUntil: this.#lockedUntil === null ? null : this.#iso(this.#lockedUntil),
      triesLeft: isOut ? this.#triesLeft : null,
    }
  }

  #needsCode(): boolean {
    return (this.#options.authMethod ?? 'none') !== 'none'
  }

  #codeEnd(): number {
    return (this.#sends.at(-1) ?? 0) + codeRules.validMs
  }

  #canSendAt(): number | null {
    const last = this.#sends.at(-1)
    if (last === undefined) return null
    const oldest = this.#sends.at(-codeRules.sends)
    return Math.max(last + codeRules.betweenMs, oldest === undefined ? 0 : oldest + codeRules.windowMs)
  }

  #emptyFields(values: unknown): string[] {
    const given = typeof values === 'object' && values !== null ? Object.keys(values) : []
    return (this.#options.fields ?? [])
      .filter(({ type, required }) => required && (type === 'text' || type === 'checkbox'))
      .map(({ id }) => id)
      .filter((id) => !given.includes(id))
  }

  #expire(): void {
    if (this.status === 'pending_signature' && this.#now() >= this.expiresAt) this.status = 'expired'
  }

  #ended(): Refusal | null {
    this.#expire()
    return this.status === 'pending_signature' ? null : { status: 409, code: `signature_request_${this.status}` }
  }

  #iso(time: number): string {
    return new Date(time).toISOString()
  }
}

function invalid(details: Record<string, unknown>): Refusal {
  return { status: 422, code: 'invalid_input', details }
}

function tooOften(waitMs: number): Refusal {
  return { status: 429, code: 'rate_limited', details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } }
}
