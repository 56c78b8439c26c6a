import { listingsOf } from './candidates.ts'
import type { Contact } from './contact.ts'
import type { Search } from './contact-matcher.ts'
import { listingOf, shelfOf } from './shelf.ts'

/**
 * In what order a page goes through the contacts: by name; by the word that was found, then by name; by the last change, of
 * those that are all known, or of all that are listed. A position tells it, so that the pages of one search keep to the order in
 * which the first one began.
 */
export type Order = 'name' | `word ${number}` | 'change' | 'listed change'

export function positionOf(order: Order, place: string | null): string | null {
  return place === null ? null : `${order}:${place}`
}

/** More listings than these are not told apart in a position. */
const maxShares = 8

/** The position with how many contacts the page has looked at in each listing: the next one will hardly look at many more. */
export function withShares(position: string, search: Search, listed: readonly Contact[]): string {
  const listings = listingsOf(search)
  if (listed.length === 0 || listings.length > maxShares) return position
  const counts = Map.groupBy(listed, (contact) => listingOf(shelfOf(contact), contact.kind))
  const shares = listings.map((listing) => counts.get(listing)?.length ?? 0)
  const at = position.indexOf(':')
  return `${position.slice(0, at)}|${shares.join(',')}${position.slice(at)}`
}

/** How many to ask a listing for of which a page has looked at so many; where that is too few, another round follows. */
export function likelyNext(share: number): number {
  return Math.ceil(1.25 * share) + 6
}

interface Position {
  readonly order: Order | null
  readonly after: string | null
  readonly shares: readonly number[] | null
}

/** A position is ours alone: the token that carries it is authenticated. */
export function positionIn(position: string | null): Position {
  if (position === null) return { order: null, after: null, shares: null }
  const at = position.indexOf(':')
  const [name = '', shares] = position.slice(0, at).split('|')
  const isNamed = name === 'name' || name === 'change' || name === 'listed change'
  const order = isNamed ? name : (`word ${Number(name.slice('word '.length))}` as const)
  return { order, after: position.slice(at + 1), shares: shares?.split(',').map(Number) ?? null }
}
