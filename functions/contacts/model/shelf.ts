export const kinds = ['person', 'company'] as const
export type Kind = (typeof kinds)[number]

/** What decides who sees a contact. */
interface Placed {
  readonly entityId: string
  readonly isPrivate: boolean
  readonly createdBy: { readonly id: string }
}

/**
 * Where the listings and the search terms of a contact stand: on the shelf that an entity shares, or on that of whoever keeps
 * it private. Nobody's search ever reads a shelf of somebody else, so that what is private shows nowhere: not in a count,
 * nor in what a page costs.
 */
export function shelfOf({ entityId, isPrivate, createdBy }: Placed): string {
  return isPrivate ? privateShelf(entityId, createdBy.id) : sharedShelf(entityId)
}

export function sharedShelf(entityId: string): string {
  return `ENTITY#${entityId}#CONTACTS`
}

export function privateShelf(entityId: string, principalId: string): string {
  return `${sharedShelf(entityId)}#OF#${principalId}`
}

export const visibilities = ['all', 'shared', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** The shelves that somebody may look at in an entity. */
export function shelvesFor(entityId: string, principalId: string, visibility: Visibility): string[] {
  const shelves = { shared: [sharedShelf(entityId)], private: [privateShelf(entityId, principalId)] }
  return visibility === 'all' ? [...shelves.shared, ...shelves.private] : shelves[visibility]
}

/** Both listings of a shelf, of one kind each: by name in the first index, by the last change in the second. */
export function listingOf(shelf: string, kind: Kind): string {
  return `${shelf}#${kind}`
}

/** What is private in an entity, whosesoever it is: an entity that holds anything stays. */
export function privateContactsOf(entityId: string): string {
  return `${sharedShelf(entityId)}#PRIVATE`
}

const preparedEnd = '#PREPARED'

/** What an import has prepared for a shelf: see prepared-part.ts. */
export function preparedFor(shelf: string): string {
  return `${shelf}${preparedEnd}`
}

export function isPreparedKey({ PK }: { readonly PK: string }): boolean {
  return PK.endsWith(preparedEnd)
}

export function shelfOfPrepared(partition: string): string {
  return partition.slice(0, -preparedEnd.length)
}
