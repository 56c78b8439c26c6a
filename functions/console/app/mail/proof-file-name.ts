import type { RegisteredMail, RegisteredMailItem } from '../api-types.ts'
import { recipientName } from './recipient-name.ts'

type NamedMail = Pick<RegisteredMail, 'id' | 'reference' | 'clientReference'>

/** The name under which a proof is saved: the mail, the number and name of the recipient, and the kind. */
export function proofFileName(
  mail: NamedMail & { readonly items: readonly Pick<RegisteredMailItem, 'id'>[] },
  item: Pick<RegisteredMailItem, 'id' | 'firstName' | 'lastName' | 'company'>,
  kind: string,
): string {
  const number = String(mail.items.findIndex(({ id }) => id === item.id) + 1).padStart(2, '0')
  const parts = [namePart(referenceOf(mail)), number, namePart(recipientName(item)), kind]
  return `${parts.filter(Boolean).join('-')}.pdf`
}

/** The name under which all proofs of a mail are saved. */
export function proofsFileName(mail: NamedMail): string {
  return `${[namePart(referenceOf(mail)), 'proofs'].filter(Boolean).join('-')}.zip`
}

const referenceOf = ({ id, reference, clientReference }: NamedMail) => reference ?? clientReference ?? id

/** A text as every file system takes it: letters, digits and hyphens, at most 40 characters. */
function namePart(text: string): string {
  const words = text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const characters = [...new Intl.Segmenter().segment(words)].map(({ segment }) => segment)
  return characters
    .slice(0, 40)
    .join('')
    .replaceAll(/^-+|-+$/g, '')
}
