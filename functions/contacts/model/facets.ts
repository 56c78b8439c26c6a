import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import { addressBookOf, privateContactsOf } from './address-book.ts'
import type { Contact } from './contact.ts'
import { orderKeyOf } from './contact-name.ts'
import { hintEntries, hintOf } from './indexed-contact.ts'

/** A facet groups contacts of an address book that have one value in common, in the order of their names. */
const facetSchema = v.object({
  partition: v.string(),
  order: v.string(),
  contactId: v.string(),
  ...hintEntries,
  /** The staged batch that wrote it before its contact, if one did. */
  batchId: v.optional(v.string()),
})
export type Facet = v.InferOutput<typeof facetSchema>

export const facets: Collection<Facet> = {
  name: 'contact_mark',
  schema: facetSchema,
  key: ({ partition, order }) => ({ PK: partition, SK: order }),
  toldByKey: ({ PK, SK }) => ({ partition: PK, order: SK }),
}

/** The people of a company. */
export function companyFacet(addressBook: string, companyId: string): string {
  return `${addressBook}#COMPANY#${companyId}`
}

export function referenceFacet(addressBook: string, externalRef: string): string {
  return `${addressBook}#REF#${externalRef}`
}

export function facetsOf(contact: Contact): Facet[] {
  const { id: contactId, entityId, companyId, externalRef, isPrivate } = contact
  const [addressBook, order] = [addressBookOf(contact), orderKeyOf(contact)]
  const hint = hintOf(contact)
  return [
    ...(companyId ? [{ partition: companyFacet(addressBook, companyId), order, contactId }] : []),
    ...(isPrivate ? [{ partition: privateContactsOf(entityId), order, contactId }] : []),
    ...(externalRef ? [{ partition: referenceFacet(addressBook, externalRef), order, contactId, ...hint }] : []),
  ]
}

/** Whether a facet keeps the entity from being deleted. */
export function holdsEntity({ entityId }: Contact, { partition }: Facet): boolean {
  return partition === privateContactsOf(entityId)
}
