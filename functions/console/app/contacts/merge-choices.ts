import type { Contact, MergeContactsInput } from '../api-types.ts'

export type Takeable = NonNullable<MergeContactsInput['takeFromSource']>[number]

/** Fields that are taken together, so that a SIREN never stands beside the SIRET of another company. */
const groups = {
  civility: ['civility'],
  firstName: ['firstName'],
  lastName: ['lastName'],
  companyName: ['companyName'],
  companyId: ['companyId'],
  siret: ['siren', 'siret'],
  email: ['email'],
  mobilePhone: ['mobilePhone'],
  phone: ['phone'],
  address: ['address'],
  externalRef: ['externalRef'],
} as const satisfies Readonly<Record<string, readonly Takeable[]>>

export type MergeGroup = keyof typeof groups

const names: readonly MergeGroup[] = [
  ...(['civility', 'firstName', 'lastName', 'companyName', 'companyId', 'siret'] as const),
  ...(['email', 'mobilePhone', 'phone', 'address', 'externalRef'] as const),
]

export interface MergeConflict {
  readonly name: MergeGroup
  readonly here: string
  readonly there: string
}

export interface MergeChoices {
  /** Empty in the contact that stays, so the other one fills it. */
  readonly filled: readonly MergeGroup[]
  /** Set in both, and different: the reader chooses. */
  readonly conflicts: readonly MergeConflict[]
  /** The tags of both, if the contact that stays has not all of them; else null. */
  readonly tags: readonly string[] | null
}

/** What becomes of each value when a contact is merged into another. */
export function mergeChoices(target: Contact, source: Contact): MergeChoices {
  const compared = names.map((name) => ({ name, here: groupValue(target, name), there: groupValue(source, name) }))
  const known = new Set(target.tags.map((tag) => tag.toLowerCase()))
  const added = source.tags.filter((tag) => !known.has(tag.toLowerCase()))
  return {
    filled: compared.filter(isFilled).map(({ name }) => name),
    conflicts: compared.filter((each) => each.there !== '' && each.here !== each.there && !isContained(each)),
    tags: added.length > 0 ? [...target.tags, ...added] : null,
  }
}

/** The fields of the API for groups. */
export function takenFields(taken: readonly MergeGroup[]): Takeable[] {
  return taken.flatMap((name) => [...groups[name]])
}

/** A SIRET begins with the SIREN of its company, and says more. */
function isFilled({ name, here, there }: MergeConflict): boolean {
  if (there === '' || here === there) return false
  return here === '' || (name === 'siret' && there.startsWith(here))
}

function isContained(compared: MergeConflict): boolean {
  const { name, here, there } = compared
  return isFilled(compared) || (name === 'siret' && here.startsWith(there))
}

function groupValue(contact: Contact, name: MergeGroup): string {
  if (name === 'siret') return contact.siret ?? contact.siren ?? ''
  if (name === 'companyId') return contact.company?.displayName ?? ''
  if (name === 'address') return addressOf(contact)
  return contact[name] ?? ''
}

function addressOf({ address }: Contact): string {
  if (!address) return ''
  const { line1, line2, postalCode, city, country } = address
  const town = [postalCode, city].filter(Boolean).join(' ')
  const lines = [line1, line2, town].filter(Boolean)
  return lines.length === 0 ? '' : [...lines, country].join(', ')
}
