import { type Item, queryIndex, type Table } from './table.ts'

/** A stretch of a listing, both ends included. */
export interface Range {
  readonly from: string
  readonly to: string
}

/** No key holds a character before the space, nor one after `~`. */
export const everything: Range = { from: ' ', to: '~' }

/** All that starts with a text. */
export function startingWith(start: string): Range {
  return start === '' ? everything : { from: start, to: `${start}~` }
}

interface Stretches {
  /** Of GSI1. */
  readonly partition: string
  readonly ranges: readonly Range[]
  /** Where the page before ended; null: at the start. */
  readonly after: string | null
  readonly limit: number
}

/** The first items of several stretches of one listing, in its order: as many as are asked for, unless there are no more. */
export async function firstOfRanges(table: Table, { partition, ranges, after, limit }: Stretches): Promise<Item[]> {
  const left = ranges.map(({ from, to }) => ({ from: later(from, after), to })).filter(({ from, to }) => from <= to)
  const pages = await Promise.all(left.map((range) => queryIndex(table, { index: 'GSI1', partition, ...range, limit })))
  const items = new Map(pages.flat().map((item) => [orderOf(item), item]))
  return [...items.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).slice(0, limit)
}

export function orderOf(item: Item): string {
  return String(item.GSI1SK)
}

/** Nothing sorts between a key and the same with a space, but for that key itself. */
function later(from: string, after: string | null): string {
  return after !== null && after >= from ? `${after} ` : from
}

/** A bound that excludes a key itself: `~` sorts after every key that starts like a shorter text, nothing fits between. */
export function justBefore(key: string): string {
  const last = key.charCodeAt(key.length - 1)
  return `${key.slice(0, -1)}${String.fromCharCode(last - 1)}~`
}
