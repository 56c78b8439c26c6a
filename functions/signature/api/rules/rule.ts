import type { Refusal } from '../../../../shared/errors/refusal.ts'
import type { ReadablePdf } from '../../../../shared/pdf/pdf-inspection.ts'
import type { Entity } from '../../../../shared/store/entities.ts'
import type { EntitySettings } from '../../../../shared/store/settings.ts'
import type { SignatureVendor } from '../../vendors/signature-vendor.ts'
import { vendorsServing } from '../../vendors/vendors.ts'
import type { Proposal } from '../proposal.ts'
import type { SignerInput } from '../request-input.ts'

/** What the rules of a request look at. */
export interface Judged {
  readonly proposal: Proposal
  readonly entity: Pick<Entity, 'livemode'>
  readonly settings: EntitySettings
  readonly documentId: string
  readonly pdf: ReadablePdf
  readonly nowMs: number
  /** The vendor that an existing request has and is to keep; null where the proposal is free to name one. */
  readonly keptVendor: string | null
  /** The signer who alone is corrected, as the others were judged before; null where all of them are proposed. */
  readonly correctedId: string | null
  /** Contacts that the signers may be: those that the caller may read, and those that the request names already. */
  readonly linkable: ReadonlySet<string>
  /** E-mails of the signers that are of active members, in lower case; asked for only where a rule needs them. */
  readonly members: () => Promise<ReadonlySet<string>>
}

/** What the rules about signers look at. */
export type JudgedSigners = Omit<Judged, 'documentId' | 'pdf' | 'linkable'>

/** Every code that a proposal can be refused with, in the order in which they win. */
export const ruleCodes = [
  'signers_required',
  'duplicate_signer_email',
  'invalid_contact',
  'invalid_input',
  'invalid_expiration',
  'expiry_too_long',
  'eidas_level_not_allowed',
  'signature_vendor_missing',
  'vendor_not_allowed',
  'vendor_unavailable',
  'vendor_unsupported_level',
  'auth_method_not_allowed',
  'signer_phone_required',
  'signing_order_not_allowed',
  'external_signers_not_allowed',
  'notary_not_allowed',
  'handwritten_mention_requires_agency',
] as const
export type RuleCode = (typeof ruleCodes)[number]

/** Those that the correction of a signer can be refused with. */
export const correctionCodes = [
  'duplicate_signer_email',
  'invalid_input',
  'auth_method_not_allowed',
  'signer_phone_required',
  'external_signers_not_allowed',
] as const satisfies readonly RuleCode[]
export type CorrectionCode = (typeof correctionCodes)[number]

/** Those that the sending of a draft can be refused with, as settings may have changed since it was made, in the order in which they win. */
export const sendingCodes = [
  'expiry_too_long',
  'eidas_level_not_allowed',
  'signature_vendor_missing',
  'vendor_not_allowed',
  'vendor_unavailable',
  'vendor_unsupported_level',
  'auth_method_not_allowed',
  'signer_phone_required',
  'signing_order_not_allowed',
  'external_signers_not_allowed',
  'notary_not_allowed',
] as const satisfies readonly RuleCode[]
export type SendingCode = (typeof sendingCodes)[number]

export type Outcome<Code extends RuleCode> = Refusal<Code> | null | Promise<Refusal<Code> | null>
export type Rule = (judged: Judged) => Outcome<RuleCode>
export type SignersRule = (judged: JudgedSigners) => Outcome<CorrectionCode>
/** Asks only for what the settings and the vendors of the moment say, so that a draft can be judged by it again. */
export type SettingsRule<Code extends SendingCode> = (judged: JudgedSigners) => Outcome<Code>

/** The vendor that a proposal uses: the one it names, the entity's default, or the first that the entity allows. */
export function vendorOf({
  proposal,
  entity,
  settings,
  nowMs,
}: Pick<Judged, 'entity' | 'settings' | 'nowMs'> & {
  readonly proposal: Pick<Judged['proposal'], 'vendor'>
}): SignatureVendor | null {
  const use = { livemode: entity.livemode, connections: settings.vendorConnections, nowMs }
  const usable = vendorsServing(use).filter((vendor) => allows(settings, vendor.key))
  const key = proposal.vendor ?? settings.signature.defaultVendor
  if (key === null) return usable[0] ?? null
  return usable.find((vendor) => vendor.key === key) ?? null
}

export function allows({ signature }: EntitySettings, vendorKey: string): boolean {
  return signature.allowedVendors?.includes(vendorKey) ?? true
}

export const isProposed = ({ correctedId }: JudgedSigners, { id }: SignerInput) =>
  correctedId === null || correctedId === id
