import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { fieldFits } from '../../../shared/pdf/page-geometry.ts'
import type { ReadablePdf } from '../../../shared/pdf/pdf-inspection.ts'
import { type SmsObstacle, smsObstacle, toE164 } from '../../../shared/platform/phone.ts'
import type { Entity } from '../../../shared/store/entities.ts'
import type { EntitySettings } from '../../../shared/store/settings.ts'
import { isRefused } from '../../../shared/store/vendor-connections.ts'
import { nativeVendorKey } from '../vendors/native.ts'
import type { SignatureVendor } from '../vendors/signature-vendor.ts'
import { knownVendors, vendorsServing } from '../vendors/vendors.ts'
import type { Proposal } from './proposal.ts'
import type { SignerInput } from './request-input.ts'

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

type Outcome<Code extends RuleCode> = Refusal<Code> | null | Promise<Refusal<Code> | null>
type Rule = (judged: Judged) => Outcome<RuleCode>
type SignersRule = (judged: JudgedSigners) => Outcome<CorrectionCode>
/** Asks only for what the settings and the vendors of the moment say, so that a draft can be judged by it again. */
type SettingsRule<Code extends SendingCode> = (judged: JudgedSigners) => Outcome<Code>

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
type CorrectionCode = (typeof correctionCodes)[number]

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
type SendingCode = (typeof sendingCodes)[number]

/** What the document itself can be refused with, in the order in which they win. */
export const documentCodes = ['invalid_pdf', 'document_already_signed'] as const

/** The first rule that the document breaks, or null. */
export function documentRefusal(judged: Judged): Refusal<(typeof documentCodes)[number]> | null {
  return activeContentRefusal(judged) ?? signedBefore(judged)
}

/** A document that is not one fixed picture is sent only where it was made one, and where the sender allows that. */
function activeContentRefusal({ pdf, proposal }: Judged): Refusal<'invalid_pdf'> | null {
  const { activeContent, shown, signed } = pdf
  if (activeContent.length === 0) return null
  if (signed)
    return activeContentIn(
      activeContent,
      'is already signed, so it cannot be flattened. Send the document as it was before it was signed.',
    )
  if (!shown) return activeContentIn(activeContent, 'cannot be flattened. Print it to a new PDF and send that.')
  return choiceRefusal(proposal, activeContent)
}

/** Refuses a document that was made one fixed picture, where the sender does not allow that. */
export function choiceRefusal(
  { activeContent: choice }: Pick<Proposal, 'activeContent'>,
  found: ReadablePdf['activeContent'],
): Refusal<'invalid_pdf'> | null {
  if (choice === 'flatten' || found.length === 0) return null
  return activeContentIn(
    found,
    'is refused because `activeContent` is `refuse`. Send `activeContent: "flatten"`, or a PDF without such content.',
  )
}

function activeContentIn(found: ReadablePdf['activeContent'], why: string): Refusal<'invalid_pdf'> {
  return refuse('invalid_pdf', `The PDF holds active content (${found.join(', ')}) and ${why}`, {
    reason: 'active_content',
    found,
  })
}

/** A document that was signed before can be sent only by a vendor that leaves those signatures intact. */
function signedBefore(judged: Judged): Refusal<'document_already_signed'> | null {
  if (!judged.pdf.signed || vendorOf(judged)?.capabilities.preservesExistingSignatures) return null
  const message =
    'The PDF already has a digital signature, which stamping and sealing would break. Send the document as it was before it was signed.'
  return refuse('document_already_signed', message, { documentId: judged.documentId })
}

/** The first rule that a proposal breaks, or null. */
export async function proposalRefusal(judged: Judged): Promise<Refusal<RuleCode> | null> {
  return await firstRefusal(rules, judged)
}

/** The first rule that the signers of a request break once one of them is corrected, or null. What stays is not judged anew. */
export async function correctionRefusal(
  judged: JudgedSigners,
  corrected: readonly string[],
): Promise<Refusal<CorrectionCode> | null> {
  const asked: SignersRule[] = [
    ...(corrected.includes('email') ? [duplicateEmail] : []),
    ...(corrected.includes('firstName') || corrected.includes('lastName') ? [textsDrawable] : []),
    ...(corrected.includes('phone') ? [phonesReadable] : []),
    ...(corrected.includes('authMethod') ? [methodsAllowed] : []),
    ...(corrected.includes('phone') || corrected.includes('authMethod') ? [phonesForCodes] : []),
    ...(corrected.includes('email') ? [insidersOnly] : []),
  ]
  return await firstRefusal(asked, judged)
}

/** The first rule about settings that a draft breaks when it is sent, or null. The rest was judged when the draft was written. */
export async function sendingRefusal(judged: JudgedSigners): Promise<Refusal<SendingCode> | null> {
  return await firstRefusal<JudgedSigners, SendingCode>(settingsRules, judged)
}

async function firstRefusal<J, Code extends RuleCode>(
  asked: readonly ((judged: J) => Outcome<Code>)[],
  judged: J,
): Promise<Refusal<Code> | null> {
  for (const rule of asked) {
    const refusal = await rule(judged)
    if (refusal) return refusal
  }
  return null
}

/** The vendor that a proposal uses: the one it names, the entity's default, or the first that the entity allows. */
export function vendorOf({
  proposal,
  entity,
  settings,
  nowMs,
}: Pick<Judged, 'proposal' | 'entity' | 'settings' | 'nowMs'>): SignatureVendor | null {
  const use = { livemode: entity.livemode, connections: settings.vendorConnections, nowMs }
  const usable = vendorsServing(use).filter((vendor) => allows(settings, vendor.key))
  const key = proposal.vendor ?? settings.signature.defaultVendor
  if (key === null) return usable[0] ?? null
  return usable.find((vendor) => vendor.key === key) ?? null
}

function allows({ signature }: EntitySettings, vendorKey: string): boolean {
  return signature.allowedVendors?.includes(vendorKey) ?? true
}

const signersRequired: Rule = ({ proposal }) =>
  proposal.signers.length === 0 ? refuse('signers_required', 'Name at least one signer.') : null

const duplicateEmail: SignersRule = ({ proposal }) => {
  const told = proposal.signers.filter(({ email }) => email !== '')
  const emails = told.map((signer) => signer.email.toLowerCase())
  const twice = told.find((signer, index) => emails.indexOf(signer.email.toLowerCase()) < index)
  return twice
    ? refuse('duplicate_signer_email', 'Two signers have the same e-mail. Give each signer a different one.', {
        email: twice.email,
      })
    : null
}

const contactsThere: Rule = ({ proposal, linkable }) =>
  proposal.signers.some(({ contactId }) => contactId !== undefined && !linkable.has(contactId))
    ? refuse('invalid_contact', 'contactId does not match a contact of this entity that you can see.')
    : null

const everythingTold: Rule = ({ proposal }) => {
  for (const [signerIndex, signer] of proposal.signers.entries()) {
    const missing = (['firstName', 'lastName', 'email'] as const).find((field) => signer[field] === '')
    if (!missing) continue
    const message = `The contact of signer ${signerIndex} has no ${missing}. Send ${missing} with the signer.`
    return refuse('invalid_input', message, { signerIndex })
  }
  return null
}

/** Names and texts end up in the document, and what no font has would be sealed as its number. */
const textsDrawable: SignersRule = async (judged) => {
  const { namedCharacters, undrawable } = await import('../../../shared/pdf/typography/drawable.ts')
  for (const [signerIndex, signer] of judged.proposal.signers.entries()) {
    if (!isProposed(judged, signer)) continue
    const texts = { firstName: [signer.firstName], lastName: [signer.lastName], fields: fieldTextsOf(signer) }
    for (const [field, values] of Object.entries(texts)) {
      const characters = undrawable(...values)
      if (characters.length === 0) continue
      const message = `${field} of signer ${signerIndex} has characters that no font can show: ${namedCharacters(characters)}. Replace them.`
      return refuse('invalid_input', message, {
        reason: 'undrawable_text',
        signerIndex,
        field,
        characters: characters.slice(0, 50),
      })
    }
  }
  return null
}

function fieldTextsOf({ fields }: SignerInput): string[] {
  return fields.flatMap(({ text, mentionText }) => [...(text ? [text] : []), ...(mentionText ? [mentionText] : [])])
}

const distinctIds: Rule = ({ proposal }) => {
  const signerIds = proposal.signers.flatMap((signer) => signer.id ?? [])
  const fieldIds = proposal.signers.flatMap((signer) => signer.fields.flatMap((field) => field.id ?? []))
  const ids = [...signerIds, ...fieldIds]
  return new Set(ids).size < ids.length
    ? refuse('invalid_input', 'The ids of signers and fields must all be different.')
    : null
}

const fieldsInside: Rule = ({ proposal, pdf }) => {
  for (const [signerIndex, signer] of proposal.signers.entries())
    for (const [fieldIndex, field] of signer.fields.entries()) {
      const page = pdf.pages[field.page - 1]
      if (page && fieldFits(page, field)) continue
      const message = `Field ${fieldIndex} of signer ${signerIndex} is not inside a page of the document.`
      return refuse('invalid_input', message, { signerIndex, fieldIndex })
    }
  return null
}

const phonesReadable: SignersRule = async ({ proposal }) => {
  for (const [signerIndex, signer] of proposal.signers.entries()) {
    if (!signer.phone || signer.authMethod === 'sms_otp' || (await toE164(signer.phone))) continue
    return refuse('invalid_input', `The phone of signer ${signerIndex} is not a valid phone number.`, { signerIndex })
  }
  return null
}

const expiration: Rule = ({ proposal: { expiresInDays } }) =>
  typeof expiresInDays !== 'number' || !Number.isInteger(expiresInDays) || expiresInDays < 1
    ? refuse('invalid_expiration', 'expiresInDays must be a whole number of at least 1.')
    : null

const expiryAllowed: SettingsRule<'expiry_too_long'> = ({ proposal, settings }) =>
  expiryTooLong(Number(proposal.expiresInDays), settings.signature.maxExpiryDays)

export function expiryTooLong(days: number, maxDays: number): Refusal<'expiry_too_long'> | null {
  return days > maxDays
    ? refuse('expiry_too_long', `The entity allows at most ${maxDays} days; choose fewer.`, { maxDays })
    : null
}

const levelAllowed: SettingsRule<'eidas_level_not_allowed'> = ({ proposal, settings }) => {
  const { allowedLevels } = settings.signature
  if (allowedLevels.includes(proposal.eidasLevel)) return null
  const message = `The settings of the entity do not allow the eIDAS level ${proposal.eidasLevel}. They allow: ${allowedLevels.join(', ')}.`
  return refuse('eidas_level_not_allowed', message)
}

const vendorUsable: SettingsRule<'signature_vendor_missing' | 'vendor_not_allowed' | 'vendor_unavailable'> = (
  judged,
) => {
  const { proposal, settings } = judged
  const key = proposal.vendor ?? settings.signature.defaultVendor
  if (key === null)
    return vendorOf(judged)
      ? null
      : refuse(
          'signature_vendor_missing',
          'The organization has no signature vendor. Set one up, or use a test organization.',
        )
  const isKnown = knownVendors().some((vendor) => vendor.key === key)
  if (!isKnown && key === judged.keptVendor)
    return refuse('signature_vendor_missing', `The vendor ${key} of this request no longer exists; choose another.`)
  if (isKnown && !allows(settings, key)) {
    const allowed = settings.signature.allowedVendors?.join(', ')
    const message = `The settings of the entity do not allow the vendor ${key}. They allow: ${allowed}.`
    return refuse('vendor_not_allowed', message)
  }
  return vendorOf(judged) ? null : refuse('vendor_unavailable', unavailableText(key, settings.vendorConnections))
}

function unavailableText(vendor: string, connections: EntitySettings['vendorConnections']): string {
  const connection = Object.hasOwn(connections, vendor) ? connections[vendor] : undefined
  return connection && isRefused(connection)
    ? `The vendor ${vendor} refuses the connection of this organization, for example its credentials. Ask an administrator to connect it again, or choose another vendor.`
    : `This organization cannot use the vendor ${vendor} now; choose another.`
}

const levelSupported: SettingsRule<'vendor_unsupported_level'> = (judged) => {
  const vendor = vendorOf(judged)
  const { eidasLevel } = judged.proposal
  return vendor && !vendor.capabilities.levels.includes(eidasLevel)
    ? refuse('vendor_unsupported_level', `The vendor ${vendor.key} does not support the eIDAS level ${eidasLevel}.`)
    : null
}

const isProposed = ({ correctedId }: JudgedSigners, { id }: SignerInput) => correctedId === null || correctedId === id

/** The weakest methods that each level takes. */
const methodsOfLevel = {
  ses: ['none', 'email_otp', 'sms_otp', 'vendor_identity'],
  aes: ['sms_otp', 'vendor_identity'],
  qes: ['vendor_identity'],
} as const

/** Who is not written to, or signs on the sender's device, has a link that the sender has too: without a code the sender could sign. */
const methodsAllowed: SettingsRule<'auth_method_not_allowed'> = (judged) => {
  const { proposal, settings } = judged
  const vendor = vendorOf(judged)
  const byVendor = vendor?.capabilities.authMethods ?? []
  const isLinkShared = ({ signingMode }: SignerInput) => proposal.deliveryMode === 'none' || signingMode === 'agency'
  const byLevel: readonly string[] = methodsOfLevel[proposal.eidasLevel]
  const { allowedAuthMethods } = settings.signature
  const usableBy = (signer: SignerInput) =>
    allowedAuthMethods.filter(
      (method) => byVendor.includes(method) && byLevel.includes(method) && !(method === 'none' && isLinkShared(signer)),
    )
  const refused = proposal.signers.find(
    (signer) => isProposed(judged, signer) && !usableBy(signer).includes(signer.authMethod),
  )
  if (!refused) return null
  const signerIndex = proposal.signers.indexOf(refused)
  const usable = usableBy(refused)
  const possible = usable.map((method) => `\`${method}\``).join(', ') || 'no method'
  const message = `Signer ${signerIndex} cannot use the authMethod \`${refused.authMethod}\` in this request. Possible here: ${possible}. The settings of the entity (\`allowedAuthMethods\`), the vendor, the eIDAS level, the delivery mode and the signing mode decide.`
  return refuse('auth_method_not_allowed', message, { signerIndex })
}

const phonesForCodes: SettingsRule<'signer_phone_required'> = async (judged) => {
  for (const [signerIndex, signer] of judged.proposal.signers.entries()) {
    const refusal = isProposed(judged, signer) ? await phoneRefusal(signer, signerIndex, judged.settings) : null
    if (refusal) return refusal
  }
  return null
}

const smsMessages = {
  not_mobile: 'Codes are sent by SMS to mobile numbers only. Send a mobile number, or another authMethod.',
  country_not_allowed:
    'This entity does not send codes by SMS to the country of this number. Send another number, or another authMethod.',
} as const satisfies Record<SmsObstacle, string>

/** Why a signer cannot get a code by SMS; null where they can, or need none. */
async function phoneRefusal(
  { authMethod, phone }: Pick<SignerInput, 'authMethod'> & { readonly phone?: string | null | undefined },
  signerIndex: number,
  { general }: EntitySettings,
): Promise<Refusal<'signer_phone_required'> | null> {
  if (authMethod !== 'sms_otp') return null
  const number = phone ? await toE164(phone) : null
  if (number === null) {
    const message = `Signer ${signerIndex} gets a code by SMS and needs a valid phone number.`
    return refuse('signer_phone_required', message, { signerIndex })
  }
  const reason = await smsObstacle(number, general.smsCountries)
  if (reason === null) return null
  return refuse('signer_phone_required', `Signer ${signerIndex}: ${smsMessages[reason]}`, { signerIndex, reason })
}

const orderAllowed: SettingsRule<'signing_order_not_allowed'> = (judged) => {
  const { proposal, settings } = judged
  const capabilities = vendorOf(judged)?.capabilities
  const isSequential = proposal.signingOrder === 'sequential'
  const byVendor = isSequential ? capabilities?.supportsSequential : capabilities?.supportsParallel
  if (byVendor && (!isSequential || settings.signature.sequentialAllowed))
    return capabilities?.supportsParallel ? null : differentOrders(proposal)
  const who = byVendor ? 'The settings of the entity do' : 'The vendor does'
  const message = `${who} not allow the signing order ${proposal.signingOrder}. Allowed: ${isSequential ? 'parallel' : 'sequential'}.`
  return refuse('signing_order_not_allowed', message)
}

/** Signers of the same order sign at the same time, which is what such a vendor does not have. */
export function differentOrders({
  signers,
}: {
  readonly signers: readonly Pick<SignerInput, 'order'>[]
}): Refusal<'signing_order_not_allowed'> | null {
  const orders = signers.map(({ order }, index) => order ?? index + 1)
  if (new Set(orders).size === orders.length) return null
  return refuse(
    'signing_order_not_allowed',
    'The vendor does not allow two signers to sign at the same time. Give each signer a different order.',
  )
}

const insidersOnly: SettingsRule<'external_signers_not_allowed'> = async (judged) => {
  const { proposal, settings, members } = judged
  if (settings.signature.externalSignersAllowed) return null
  const known = await members()
  const outsider = proposal.signers.find(
    (signer) => isProposed(judged, signer) && !known.has(signer.email.toLowerCase()),
  )
  return outsider
    ? refuse(
        'external_signers_not_allowed',
        `${outsider.email} is not the e-mail of a member; this entity allows only members as signers.`,
      )
    : null
}

const notariesAllowed: SettingsRule<'notary_not_allowed'> = (judged) => {
  const { proposal, settings } = judged
  if (proposal.notaries.length === 0) return null
  const isAllowed = settings.signature.notariesAllowed && vendorOf(judged)?.capabilities.supportsNotaries
  return isAllowed ? null : refuse('notary_not_allowed', 'This entity or its vendor does not allow notaries.')
}

/** Some vendors show nothing but signatures, and some put none where no field says so. */
const fieldsOfVendor: Rule = (judged) => {
  const vendor = vendorOf(judged)
  const rule = vendor?.capabilities.fields
  if (!vendor || !rule) return null
  const [least, most] = rule === 'one_signature_at_most' ? [0, 1] : [1, Number.POSITIVE_INFINITY]
  const signerIndex = judged.proposal.signers.findIndex(
    ({ fields }) => fields.length < least || fields.length > most || fields.some(({ type }) => type !== 'signature'),
  )
  if (signerIndex < 0) return null
  const wanted =
    rule === 'one_signature_at_most'
      ? 'a signer can have one field of type signature and no other'
      : 'every signer needs a field of type signature and can have no other'
  const message = `With the vendor ${vendor.key}, ${wanted}. Change the fields of signer ${signerIndex}.`
  return refuse('invalid_input', message, { signerIndex })
}

/** Without our e-mails nobody would have a link. */
const deliveryOfVendor: Rule = (judged) => {
  const vendor = vendorOf(judged)
  if (!vendor?.capabilities.writesToSignersOnly || judged.proposal.deliveryMode === 'email') return null
  const message = `With the vendor ${vendor.key}, signers get their links by e-mail. Send deliveryMode email.`
  return refuse('invalid_input', message, { reason: 'delivery_mode' })
}

/** Mentions are written by hand in front of the sender. */
const mentionsInAgency: Rule = (judged) => {
  const mentions = judged.proposal.signers
    .filter(({ signingMode }) => signingMode === 'remote')
    .flatMap((signer) => signer.fields.filter(({ type }) => type === 'handwritten_mention'))
  if (mentions.length === 0) return null
  const vendor = vendorOf(judged)
  const message =
    vendor && !signsOnSite(vendor)
      ? `The vendor ${vendor.key} takes no handwritten mentions. ${withoutMentions}`
      : 'A handwritten mention needs a signer who signs on site. Send signingMode agency for this signer.'
  return refuse('handwritten_mention_requires_agency', message, {
    fieldIds: mentions.flatMap((field) => field.id ?? []),
  })
}

const signsOnSite = ({ capabilities }: SignatureVendor) => capabilities.signingModes.includes('agency')
const withoutMentions = `Remove the mentions, or choose the vendor ${nativeVendorKey} with eidasLevel ses and signingMode agency.`

/** Only our own page is made for a tablet that people hand on. */
const modesOfVendor: Rule = (judged) => {
  const vendor = vendorOf(judged)
  if (!vendor) return null
  const signerIndex = judged.proposal.signers.findIndex(
    ({ signingMode }) => !vendor.capabilities.signingModes.includes(signingMode),
  )
  if (signerIndex < 0) return null
  const hasMentions = judged.proposal.signers[signerIndex]?.fields.some(({ type }) => type === 'handwritten_mention')
  const message = `The vendor ${vendor.key} has no signing on site. ${
    hasMentions ? withoutMentions : `Choose another vendor, or signingMode remote for signer ${signerIndex}.`
  }`
  return refuse('invalid_input', message, { signerIndex, reason: 'signing_mode' })
}

/** An outside vendor does not tell which pages a signer saw. */
const pagesOfVendor: Rule = (judged) => {
  const vendor = vendorOf(judged)
  if (!judged.proposal.mustSeeAllPages || !vendor?.external) return null
  const message = `The vendor ${vendor.key} does not tell which pages a signer saw. Choose another vendor, or mustSeeAllPages false.`
  return refuse('invalid_input', message, { reason: 'must_see_all_pages' })
}

const settingsRules = [
  expiryAllowed,
  levelAllowed,
  vendorUsable,
  levelSupported,
  methodsAllowed,
  phonesForCodes,
  orderAllowed,
  insidersOnly,
  notariesAllowed,
] as const

const rules: readonly Rule[] = [
  signersRequired,
  duplicateEmail,
  contactsThere,
  everythingTold,
  textsDrawable,
  distinctIds,
  fieldsInside,
  phonesReadable,
  expiration,
  ...settingsRules,
  mentionsInAgency,
  modesOfVendor,
  fieldsOfVendor,
  deliveryOfVendor,
  pagesOfVendor,
]
