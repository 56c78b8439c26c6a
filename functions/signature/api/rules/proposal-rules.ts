import { refuse } from '../../../../shared/errors/refusal.ts'
import { fieldFits } from '../../../../shared/pdf/page-geometry.ts'
import { toE164 } from '../../../../shared/platform/phone.ts'
import type { SignerInput } from '../request-input.ts'
import { isProposed, type Rule, type SignersRule } from './rule.ts'

/** What a proposal must fulfil whatever the settings and the vendor allow. */

export const signersRequired: Rule = ({ proposal }) =>
  proposal.signers.length === 0 ? refuse('signers_required', 'Name at least one signer.') : null

export const duplicateEmail: SignersRule = ({ proposal }) => {
  const told = proposal.signers.filter(({ email }) => email !== '')
  const emails = told.map((signer) => signer.email.toLowerCase())
  const twice = told.find((signer, index) => emails.indexOf(signer.email.toLowerCase()) < index)
  return twice
    ? refuse('duplicate_signer_email', 'Two signers have the same e-mail. Give each signer a different one.', {
        email: twice.email,
      })
    : null
}

export const contactsThere: Rule = ({ proposal, linkable }) =>
  proposal.signers.some(({ contactId }) => contactId !== undefined && !linkable.has(contactId))
    ? refuse('invalid_contact', 'contactId does not match a contact of this entity that you can see.')
    : null

export const everythingTold: Rule = ({ proposal }) => {
  for (const [signerIndex, signer] of proposal.signers.entries()) {
    const missing = (['firstName', 'lastName', 'email'] as const).find((field) => signer[field] === '')
    if (!missing) continue
    const message = `The contact of signer ${signerIndex} has no ${missing}. Send ${missing} with the signer.`
    return refuse('invalid_input', message, { signerIndex })
  }
  return null
}

/** Names and texts end up in the document, and what no font has would be sealed as its number. */
export const textsDrawable: SignersRule = async (judged) => {
  const { namedCharacters, undrawable } = await import('../../../../shared/pdf/typography/drawable.ts')
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

/** An order that nothing follows would be lost: everybody would be asked at once. */
export const orderFollowed: Rule = ({ proposal: { signers, signingOrder } }) => {
  const signerIndex = signingOrder === 'parallel' ? signers.findIndex(({ order }) => order !== undefined) : -1
  if (signerIndex < 0) return null
  const message = `Signer ${signerIndex} has an order, but nothing says that the request is signed in it. Send signingOrder: sequential, or parallel to ask everybody at once.`
  return refuse('invalid_input', message, { signerIndex, field: 'order' })
}

export const distinctIds: Rule = ({ proposal }) => {
  const signerIds = proposal.signers.flatMap((signer) => signer.id ?? [])
  const fieldIds = proposal.signers.flatMap((signer) => signer.fields.flatMap((field) => field.id ?? []))
  const ids = [...signerIds, ...fieldIds]
  return new Set(ids).size < ids.length
    ? refuse('invalid_input', 'The ids of signers and fields must all be different.')
    : null
}

export const fieldsInside: Rule = ({ proposal, pdf }) => {
  for (const [signerIndex, signer] of proposal.signers.entries())
    for (const [fieldIndex, field] of signer.fields.entries()) {
      const page = pdf.pages[field.page - 1]
      if (page && fieldFits(page, field)) continue
      const message = `Field ${fieldIndex} of signer ${signerIndex} is not inside a page of the document.`
      return refuse('invalid_input', message, { signerIndex, fieldIndex })
    }
  return null
}

export const phonesReadable: SignersRule = async ({ proposal }) => {
  for (const [signerIndex, signer] of proposal.signers.entries()) {
    if (!signer.phone || signer.authMethod === 'sms_otp' || (await toE164(signer.phone))) continue
    return refuse('invalid_input', `The phone of signer ${signerIndex} is not a valid phone number.`, { signerIndex })
  }
  return null
}

export const expiration: Rule = ({ proposal: { expiresInDays } }) =>
  typeof expiresInDays !== 'number' || !Number.isInteger(expiresInDays) || expiresInDays < 1
    ? refuse('invalid_expiration', 'expiresInDays must be a whole number of at least 1.')
    : null
