import { refuse } from '../../../../shared/errors/refusal.ts'
import { nativeVendorKey } from '../../vendors/native.ts'
import type { SignatureVendor } from '../../vendors/signature-vendor.ts'
import { type Rule, vendorOf } from './rule.ts'

/** Some vendors show nothing but signatures, and some put none where no field says so. */
export const fieldsOfVendor: Rule = (judged) => {
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
export const deliveryOfVendor: Rule = (judged) => {
  const vendor = vendorOf(judged)
  if (!vendor?.capabilities.writesToSignersOnly || judged.proposal.deliveryMode === 'email') return null
  const message = `With the vendor ${vendor.key}, signers get their links by e-mail. Send deliveryMode email.`
  return refuse('invalid_input', message, { reason: 'delivery_mode' })
}

/** Mentions are written by hand in front of the sender. */
export const mentionsInAgency: Rule = (judged) => {
  const mentions = judged.proposal.signers.flatMap(({ signingMode, fields }, signerIndex) =>
    signingMode === 'remote'
      ? fields.flatMap(({ type, id }) => (type === 'handwritten_mention' ? [{ signerIndex, id }] : []))
      : [],
  )
  const [first] = mentions
  if (!first) return null
  const vendor = vendorOf(judged)
  const message =
    vendor && !signsOnSite(vendor)
      ? `The vendor ${vendor.key} takes no handwritten mentions. ${withoutMentions}`
      : `A handwritten mention needs a signer who signs on site. Send signingMode agency for signer ${first.signerIndex}.`
  return refuse('handwritten_mention_requires_agency', message, {
    fieldIds: mentions.flatMap(({ id }) => id ?? []),
  })
}

const signsOnSite = ({ capabilities }: SignatureVendor) => capabilities.signingModes.includes('agency')
const withoutMentions = `Remove the mentions, or choose the vendor ${nativeVendorKey} with eidasLevel ses and signingMode agency.`

/** Only our own page is made for a tablet that people hand on. */
export const modesOfVendor: Rule = (judged) => {
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
export const pagesOfVendor: Rule = (judged) => {
  const vendor = vendorOf(judged)
  if (!judged.proposal.mustSeeAllPages || !vendor?.external) return null
  const message = `The vendor ${vendor.key} does not tell which pages a signer saw. Choose another vendor, or mustSeeAllPages false.`
  return refuse('invalid_input', message, { reason: 'must_see_all_pages' })
}
