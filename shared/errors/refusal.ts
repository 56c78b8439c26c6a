import type { ErrorCode } from './error-codes.ts'

/** One violation of an operation's schema: valibot's issue type in snake_case, where it is, and what to do. */
export interface InputIssue {
  code: string
  path: (string | number)[]
  message: string
}

/** The state of a business quota, as `options` shows it and as `quota_exceeded` tells it. */
export interface Quota {
  metric: 'signature_requests' | 'registered_mail_items'
  period: 'month'
  limit: number | null
  used: number
  remaining: number | null
  blocking: boolean
  resetsAt: string
  scope: 'organization' | 'entity'
}

/** A limit of how many there may be at a time, told in the same form. */
export interface StandingLimit {
  metric: 'webhooks' | 'calendar_feeds'
  period: null
  limit: number
  used: number
  remaining: number
  blocking: true
  resetsAt: null
  scope: 'organization' | 'account'
}

/** What there was too much of, if it was not the requests of the client: `details.reason` of `rate_limited`. */
export type Limited =
  | 'organization_email_budget'
  | 'recipient_email_budget'
  | 'organization_sms_budget'
  | 'webhook_tests'
  | 'webhook_replays'

/** What `error.details` holds for the codes that carry details. */
interface DetailsByCode {
  invalid_request: { issues: InputIssue[] }
  payload_too_large: { maxBytes: number; uploadsPath?: string }
  rate_limited:
    | { limit: number; retryAfterSeconds: number; reason?: Limited }
    | { limit: number; reason: 'correct_the_signer' }
  feature_disabled: { feature: string; entityId: string }
  insufficient_scope: { required: string | null }
  consent_required: { orgId: string | null; authorizeUrl?: string }
  quota_exceeded: Quota | StandingLimit
  file_too_large: { maxBytes: number }
  invalid_pdf: { reason: string; found?: readonly string[] }
  duplicate_signer_email: { email: string }
  expiry_too_long: { maxDays: number }
  auth_method_not_allowed: { signerIndex: number }
  signer_phone_required: { signerIndex: number; reason?: 'not_mobile' | 'country_not_allowed' }
  handwritten_mention_requires_agency: { fieldIds: string[]; participantIds?: string[] }
  handwritten_mention_drawing_required: { fieldIds: string[]; participantIds: string[] }
  document_already_signed: { documentId: string }
  signed_document_not_available: { retryAfterSeconds: number }
  import_too_large: { maxBytes: number; maxRows: number }
  import_unknown_column: { columns: string[] }
  vendor_error: {
    vendor: string
    retryable: boolean
    /** Of the signing page: what the signer can do about it. */
    reason?: 'no_key' | 'other_name' | 'start_again' | 'connection'
  }
}

type DetailsArgument<Code extends ErrorCode> = Code extends keyof DetailsByCode
  ? [details: DetailsByCode[Code]]
  : [details?: Record<string, unknown>]

/**
 * An answer that says no, as a value: rules return it, the pipeline turns it into
 * `{ error: { code, message, details? } }` with the code's status.
 */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly refused: Code
  readonly message: string
  readonly details?: object
  readonly headers?: Readonly<Record<string, string>>
  /** What was noted with it is committed, as a wrong code is; the work of any other refusal is dropped. */
  readonly isNoted?: true
}

/** A refusal with a message that says what to do about it. */
export function refuse<const Code extends ErrorCode>(
  code: Code,
  message: string,
  ...[details]: DetailsArgument<Code>
): Refusal<Code> {
  return details === undefined ? { refused: code, message } : { refused: code, message, details }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** A refusal found where only throwing gets out, such as inside a commit. The pipeline answers with what it carries. */
export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
