import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { toE164, toMobileE164 } from '../../../shared/platform/phone.ts'
import { sirenFrom, siretFrom } from '../../../shared/platform/siren.ts'
import type { Kind } from './address-book.ts'
import { type Contact, type ContactContent, isVisible } from './contact.ts'

/** All codes for a contact's content, in the order in which they win. */
export const contentCodes = [
  'contact_name_required',
  'company_name_required',
  'invalid_phone',
  'invalid_mobile_phone',
  'invalid_siren',
  'invalid_siret',
  'siren_siret_mismatch',
  'company_link_person_only',
  'invalid_company',
] as const
type ContentCode = (typeof contentCodes)[number]

export interface Proposed {
  /** The id of the contact if it exists. */
  readonly id: string | null
  readonly entityId: string
  readonly kind: Kind
  /** The content before; null for a new contact. Unchanged fields are not checked again. */
  readonly before: ContactContent | null
  /** The numbers are as they were typed. */
  readonly content: ContactContent
  /** Whether the request has `companyId`. */
  readonly isCompanySent?: boolean
  /** Whether the request has `siren: null`, which no contact with a SIRET can have. */
  readonly isSirenCleared?: boolean
  /** The contact of `companyId`, if it exists. */
  readonly company: Contact | null
  readonly principalId: string
}

type ProposedContent = Pick<Proposed, 'kind' | 'content'>

/** The content with normalized numbers, or the first broken rule. */
export async function judgedContent(proposed: Proposed): Promise<ContactContent | Refusal<ContentCode>> {
  const { content } = proposed
  const unnamed = nameRefusal(proposed)
  if (unnamed) return unnamed
  const numbers = await judgedPhones(proposed)
  if (isRefusal(numbers)) return numbers
  const registered = judgedRegistration(proposed)
  if (isRefusal(registered)) return registered
  return companyRefusal(proposed) ?? { ...content, ...numbers, ...registered }
}

function nameRefusal(proposed: ProposedContent): Refusal<'contact_name_required' | 'company_name_required'> | null {
  const { kind, content } = proposed
  if (kind === 'company' && !content.companyName)
    return refuse('company_name_required', 'A company needs a companyName.')
  return personNameRefusal(proposed)
}

function personNameRefusal({ kind, content }: ProposedContent): Refusal<'contact_name_required'> | null {
  if (kind === 'company' || content.firstName || content.lastName) return null
  return refuse('contact_name_required', 'A person needs a firstName or a lastName.')
}

/** The codes of content that combines two valid contacts. */
export const combinationCodes = ['contact_name_required', 'siren_siret_mismatch'] as const

/** The content taken from two contacts, or the first broken rule. */
export function judgedCombination(
  proposed: ProposedContent & Pick<Proposed, 'before'>,
): ContactContent | Refusal<(typeof combinationCodes)[number]> {
  const { content } = proposed
  const { siren, siret } = content
  return (
    personNameRefusal(proposed) ??
    mismatchRefusal(content, proposed.before) ?? { ...content, siren: siren ?? sirenOf(siret) }
  )
}

type Numbers = Pick<ContactContent, 'phone' | 'mobilePhone'>

async function judgedPhones({ before, content }: Proposed): Promise<Numbers | Refusal<ContentCode>> {
  const isKept = (name: keyof Numbers) => content[name] === null || content[name] === before?.[name]
  const [phone, mobilePhone] = await Promise.all([
    isKept('phone') ? content.phone : toE164(content.phone ?? ''),
    isKept('mobilePhone') ? content.mobilePhone : toMobileE164(content.mobilePhone ?? ''),
  ])
  if (content.phone !== null && phone === null)
    return refuse(
      'invalid_phone',
      'phone is not a valid phone number. Send it like +33 1 23 45 67 89, or as it is dialed in France.',
    )
  if (content.mobilePhone !== null && mobilePhone === null)
    return refuse('invalid_mobile_phone', 'mobilePhone is not a valid mobile number. Send it like +33 6 12 34 56 78.')
  return { phone, mobilePhone }
}

type Registration = Pick<ContactContent, 'siren' | 'siret'>

/** A SIRET contains the SIREN of its company, so a SIRET alone sets the SIREN. */
function judgedRegistration({ before, content, isSirenCleared }: Proposed): Registration | Refusal<ContentCode> {
  const siren = content.siren === null ? null : sirenFrom(content.siren)
  const siret = content.siret === null ? null : siretFrom(content.siret)
  if (content.siren !== null && siren === null)
    return refuse('invalid_siren', 'siren is not valid. It must have 9 digits with a correct check digit.')
  if (content.siret !== null && siret === null)
    return refuse('invalid_siret', 'siret is not valid. It must have 14 digits with a correct check digit.')
  if (isSirenCleared && siret !== null)
    return refuse('siren_siret_mismatch', 'A siret contains a siren. Leave siren out, or send siret: null too.')
  return mismatchRefusal({ siren, siret }, before) ?? { siren: siren ?? sirenOf(siret), siret }
}

const sirenOf = (siret: string | null) => siret?.slice(0, 9) ?? null

function mismatchRefusal(
  { siren, siret }: Registration,
  before: Registration | null,
): Refusal<'siren_siret_mismatch'> | null {
  if (siren === null || siret === null || siret.startsWith(siren)) return null
  const isStale = before !== null && before.siren === siren
  const what = isStale ? 'Also send the siren of the new siret.' : 'Send a siren and a siret of the same company.'
  return refuse('siren_siret_mismatch', `siret does not start with siren. ${what}`)
}

/** An unchanged link is not checked again: the company may be private to somebody by now. */
function companyRefusal(proposed: Proposed): Refusal<'company_link_person_only' | 'invalid_company'> | null {
  const { id, entityId, kind, before, isCompanySent, content, company, principalId } = proposed
  const { companyId } = content
  if (companyId !== null && kind === 'company')
    return refuse('company_link_person_only', 'Only a person can have a companyId.')
  if (companyId === null || (companyId === before?.companyId && !isCompanySent)) return null
  const isFit =
    company?.kind === 'company' && company.id !== id && company.entityId === entityId && isVisible(company, principalId)
  return isFit ? null : refuse('invalid_company', 'companyId does not match a company of this entity that you can see.')
}
