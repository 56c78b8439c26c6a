import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { type SmsObstacle, smsObstacle, toE164 } from '../../../../shared/platform/phone.ts'
import { methodsOfLevel } from '../../../../shared/store/methods-of-level.ts'
import type { EntitySettings } from '../../../../shared/store/settings.ts'
import { isRefused } from '../../../../shared/store/vendor-connections.ts'
import { knownVendors } from '../../vendors/vendors.ts'
import type { SignerInput } from '../request-input.ts'
import { allows, isProposed, type SettingsRule, vendorOf } from './rule.ts'

const expiryAllowed: SettingsRule<'expiry_too_long'> = ({ proposal, settings }) =>
  expiryTooLong(Number(proposal.expiresInDays), settings.signature.maxExpiryDays)

function expiryTooLong(days: number, maxDays: number): Refusal<'expiry_too_long'> | null {
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

/** Who is not written to, or signs on the sender's device, has a link that the sender has too: without a code the sender could sign. */
export const methodsAllowed: SettingsRule<'auth_method_not_allowed'> = (judged) => {
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

export const phonesForCodes: SettingsRule<'signer_phone_required'> = async (judged) => {
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

export const insidersOnly: SettingsRule<'external_signers_not_allowed'> = async (judged) => {
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

/** In the order in which they win. */
export const settingsRules = [
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
