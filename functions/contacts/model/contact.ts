import * as v from 'valibot'
import { creatorSchema } from '../../../shared/auth/creator.ts'
import type { Owned, ResourceKind } from '../../../shared/http/authorization/access.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import type { EventPlace } from '../../../shared/store/outbox-entry.ts'
import { addressBookOf, kinds, listingOf } from './address-book.ts'
import { orderKeyOf } from './contact-name.ts'

const text = v.nullable(v.string())

export const civilities = ['mr', 'mrs', 'mx', 'dr', 'maitre'] as const

export const addressSchema = v.object({
  line1: text,
  line2: text,
  postalCode: text,
  city: text,
  /** ISO 3166-1 alpha-2. */
  country: v.string(),
})

/** The content of a contact, as its users wrote it. */
export const contactContentSchema = v.object({
  civility: v.nullable(v.picklist(civilities)),
  firstName: text,
  lastName: text,
  companyName: text,
  email: text,
  /** E.164, like `mobilePhone`. */
  phone: text,
  mobilePhone: text,
  address: v.nullable(addressSchema),
  tags: v.array(v.string()),
  /** The caller's own identifier. */
  externalRef: text,
  isPrivate: v.boolean(),
  /** The company of a person, a contact of the same entity. */
  companyId: v.nullable(uuid),
  siren: text,
  siret: text,
})
export type ContactContent = v.InferOutput<typeof contactContentSchema>

export const contactSchema = v.object({
  id: uuid,
  orgId: uuid,
  entityId: uuid,
  providerId: uuid,
  livemode: v.boolean(),
  kind: v.picklist(kinds),
  ...contactContentSchema.entries,
  createdBy: creatorSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  version: v.number(),
})
export type Contact = v.InferOutput<typeof contactSchema>

const [partitionStart, recordSortKey] = ['CONTACT#', 'CONTACT']

export function contactPartition(id: string): string {
  return `${partitionStart}${id}`
}

export function contactKey(id: string) {
  return { PK: contactPartition(id), SK: recordSortKey }
}

export const contacts: Collection<Contact> = {
  name: 'contact',
  schema: contactSchema,
  isListedTwice: true,
  key: ({ id }) => contactKey(id),
  toldByKey: ({ PK }) => ({ id: PK.slice(partitionStart.length) }),
  indexKeys: (contact) => {
    const listing = listingOf(addressBookOf(contact), contact.kind)
    const byChange = `${contact.updatedAt}#${contact.id}`
    return { GSI1PK: listing, GSI1SK: orderKeyOf(contact), GSI2PK: listing, GSI2SK: byChange }
  },
}

/** A contact as the resource of a path. */
export interface NamedContact extends Owned {
  readonly contact: Contact
}

/**
 * Whether the principal created a contact: private contacts are visible to their creator, and own contacts need a lower
 * permission.
 */
export function isOwnContact({ createdBy }: Contact, principalId: string): boolean {
  return createdBy.id === principalId
}

/** The creator of a private contact, who alone sees its id in other resources; null for a shared contact. */
export function keeperOf({ isPrivate, createdBy }: Contact): string | null {
  return isPrivate ? createdBy.id : null
}

/** Whether a principal who may read the contacts of the entity sees this one. */
export function isVisible(contact: Contact, principalId: string): boolean {
  return !contact.isPrivate || isOwnContact(contact, principalId)
}

export const namedContacts = {
  name: 'contact',
  parameter: 'contactId',
  notFound: 'contact_not_found',
  visibleWith: 'contacts.read',
  partition: (id: string) => ({ partition: contactPartition(id), startingWith: recordSortKey, isOneItem: true }),
  decode: (items): NamedContact | null => {
    const [contact] = recordsOf(contacts, items)
    if (!contact) return null
    const { orgId, entityId, version } = contact
    return { orgId, entityId, version, contact }
  },
  isHiddenFrom: ({ contact }, principalId) => !isVisible(contact, principalId),
  isOwn: ({ contact }, principalId) => isOwnContact(contact, principalId),
} as const satisfies ResourceKind<NamedContact>

/** The place of a contact's events. */
export function placeOfContact({ providerId, orgId, livemode, entityId }: Contact): EventPlace {
  return { providerId, orgId, livemode, nodeId: entityId, ancestorIds: [orgId] }
}
