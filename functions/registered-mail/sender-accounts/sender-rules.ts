import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { toE164 } from '../../../shared/platform/phone.ts'
import { siretFrom } from '../../../shared/platform/siren.ts'
import type { EntitySettings } from '../../../shared/store/settings.ts'
import type { RegisteredMailVendor } from '../vendors/registered-mail-vendor.ts'
import { knownVendors, vendorsServing } from '../vendors/vendors.ts'
import type { SenderAccountInput } from './sender-input.ts'

export const contentCodes = [
  'sender_label_required',
  'sender_company_required',
  'invalid_phone',
  'invalid_siret',
] as const

type ContentRefusal = Refusal<(typeof contentCodes)[number]>

/** What the caller wrote, in its usual forms. */
export type SenderContent = ReturnType<typeof contentFrom>

/** The content of a new account, or the first rule that it breaks. */
export async function judgedSender(input: SenderAccountInput): Promise<SenderContent | ContentRefusal> {
  const content = contentFrom(input)
  if (content.label === '') return labelRequired
  if (content.kind !== 'individual' && content.company === null)
    return refuse('sender_company_required', `A sender account of the kind ${content.kind} needs a company.`)
  const phone = content.phone === null ? null : await toE164(content.phone)
  if (content.phone !== null && phone === null) return refuse('invalid_phone', 'phone is not a possible number.')
  const siret = content.siret === null ? null : siretFrom(content.siret)
  if (content.siret !== null && siret === null)
    return refuse('invalid_siret', 'siret is not valid. It must have 14 digits with a correct check digit.')
  return { ...content, phone, siret }
}

export const labelRequired = refuse('sender_label_required', 'Give the sender account a label.')

function contentFrom({ mode, label, kind, civility, ...input }: SenderAccountInput) {
  const { firstName, lastName, company, email, phone, address, siret, vatNumber } = input
  return {
    mode,
    label: label ?? '',
    kind: kind ?? ('professional' as const),
    civility: civility ?? null,
    firstName,
    lastName,
    company: company ?? null,
    email,
    phone: phone ?? null,
    address: address ? addressFrom(address) : null,
    siret: siret ?? null,
    vatNumber: vatNumber ?? null,
  }
}

function addressFrom(address: NonNullable<SenderAccountInput['address']>) {
  const { line1 = null, line2 = null, postalCode = null, city = null, country = 'FR' } = address
  return { line1, line2, postalCode, city, country }
}

/** The vendor of a new account: the one that the caller names, or the first that the entity can use. */
export function vendorFor(
  named: string | null,
  { livemode, nowMs }: { readonly livemode: boolean; readonly nowMs: number },
  { registeredMail: { defaultVendor, allowedVendors }, vendorConnections: connections }: EntitySettings,
): RegisteredMailVendor | Refusal<'vendor_not_allowed' | 'vendor_unavailable'> {
  const isAllowed = ({ key }: { readonly key: string }) => allowedVendors?.includes(key) ?? true
  const use = { livemode, connections, nowMs }
  const serving = vendorsServing(use).filter((vendor) => vendor.isAvailable?.(use) ?? true)
  const key = named ?? defaultVendor
  const known = knownVendors().find((vendor) => vendor.key === key)
  if (known && !isAllowed(known)) {
    const message = `The settings of the entity do not allow the vendor ${key}. They allow: ${allowedVendors?.join(', ')}.`
    return refuse('vendor_not_allowed', message)
  }
  const vendor = serving.find((each) => (key === null ? isAllowed(each) : each.key === key))
  return (
    vendor ??
    refuse(
      'vendor_unavailable',
      key === null
        ? 'The organization has no vendor of registered mail that it can use.'
        : `This organization cannot use the vendor ${key} now. Connect it, choose another, or try again in a minute.`,
    )
  )
}
