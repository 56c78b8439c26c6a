export const kinds = ['person', 'company'] as const
export type Kind = (typeof kinds)[number]

interface HeldContact {
  readonly entityId: string
  readonly isPrivate: boolean
  readonly createdBy: { readonly id: string }
}

/**
 * The address book that holds a contact: the shared one of its entity, or the private one of its creator there.
 * A search never reads the private address book of somebody else, so private contacts show in no count and in no cost.
 */
export function addressBookOf({ entityId, isPrivate, createdBy }: HeldContact): string {
  return isPrivate ? privateAddressBook(entityId, createdBy.id) : sharedAddressBook(entityId)
}

export function sharedAddressBook(entityId: string): string {
  return `ENTITY#${entityId}#CONTACTS`
}

export function privateAddressBook(entityId: string, principalId: string): string {
  return `${sharedAddressBook(entityId)}#OF#${principalId}`
}

export const visibilities = ['all', 'shared', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** The address books of an entity that a principal may read. */
export function addressBooksFor(entityId: string, principalId: string, visibility: Visibility): string[] {
  const [shared, own] = [sharedAddressBook(entityId), privateAddressBook(entityId, principalId)]
  if (visibility === 'all') return [shared, own]
  return visibility === 'shared' ? [shared] : [own]
}

/** The listing of one kind: by name in the first index, by the last change in the second. */
export function listingOf(addressBook: string, kind: Kind): string {
  return `${addressBook}#${kind}`
}

/** All private contacts of an entity: an entity that holds any cannot be deleted. */
export function privateContactsOf(entityId: string): string {
  return `${sharedAddressBook(entityId)}#PRIVATE`
}

const stagedEnd = '#PREPARED'

/** The staged batches of an address book. */
export function stagedIn(addressBook: string): string {
  return `${addressBook}${stagedEnd}`
}

export function isStagedKey({ PK }: { readonly PK: string }): boolean {
  return PK.endsWith(stagedEnd)
}

export function addressBookOfStaged(partition: string): string {
  return partition.slice(0, -stagedEnd.length)
}
