import type { Envelope } from '../../events/envelope.ts'
import { firstUuidV7Of, idAt } from '../../shared/platform/ids.ts'
import { envelopesOf, type OutboxEntry, settledAfterMs } from '../../shared/store/outbox-entry.ts'
import type { Position } from './position.ts'

/** An event as it is sent, with where it happened, which is not. */
export interface PlacedEvent {
  readonly envelope: Envelope
  readonly path: string | null
}

/** How many commits a page looks at: many tell nothing, or not what is asked for or may be seen. The next page goes on. */
export const searchedPerPage = 200

/**
 * How many events a position remembers one by one. It does so only for those of the last minute: whoever reads faster than
 * this many in that time waits until they are settled.
 */
export const maxRemembered = 100

interface OutboxQuery {
  /** Null: from the start. */
  readonly position: Position | null
  readonly size: number
  /** When the outbox entries were read, or before: what has appeared since is not among them. */
  readonly asOfMs: number
  readonly isWanted: (event: PlacedEvent) => boolean
}

export interface EventPage {
  readonly events: readonly Envelope[]
  /** Where reading goes on, also when there is nothing more now. */
  readonly position: Position
  readonly isMore: boolean
}

export function searchLimit(position: Position | null): number {
  return searchedPerPage + (position?.given.size ?? 0)
}

/**
 * A page of the oldest events that were not given yet, of the outbox entries that follow the reader's position.
 *
 * The rule by which none is ever passed over: ids say when something was about to be committed, so that an event can appear
 * before one that was read already. Therefore a position only passes what is settled, where nothing more can appear. What
 * was given beyond that is remembered by its ids, and the stretch is looked at again with the next page, which gives what
 * has appeared there meanwhile. Every event is given once and without delay, in the order of ids within a page.
 */
export function pageOfOutboxEntries(
  looked: readonly OutboxEntry[],
  { position, size, asOfMs, isWanted }: OutboxQuery,
): EventPage {
  const settled = firstUuidV7Of(asOfMs - settledAfterMs)
  const remembered = [...(position?.given ?? [])]
  const left = looked.flatMap(placedEvents).filter((event) => isNew(event, position) && isWanted(event))
  const room = maxRemembered - remembered.filter((id) => id > settled).length
  const events = left.slice(0, size).map(({ envelope }) => envelope)
  const excess = Math.max(0, events.filter(({ id }) => id > settled).length - room)
  events.length -= excess
  const isCut = left.length > events.length
  const isLimited = looked.length === searchLimit(position)
  const reached = isCut ? events.at(-1)?.id : isLimited ? endOf(looked) : undefined
  const after = later(position?.after, earlier(reached ?? settled, settled))
  const given = new Set([...remembered, ...events.map(({ id }) => id)].filter((id) => id > after))
  const hasMoved = events.length > 0 || after !== position?.after
  return { events, position: { after, given }, isMore: excess === 0 && (isCut || (isLimited && hasMoved)) }
}

function placedEvents(outboxEntry: OutboxEntry): PlacedEvent[] {
  return envelopesOf(outboxEntry).map((envelope, index) => ({
    envelope,
    path: outboxEntry.events[index]?.path ?? null,
  }))
}

function isNew({ envelope: { id } }: PlacedEvent, position: Position | null): boolean {
  return position === null || (id > position.after && !position.given.has(id))
}

/** After the last event that the last of some outbox entries can have. */
function endOf(outboxEntries: readonly OutboxEntry[]): string | undefined {
  const last = outboxEntries.at(-1)
  return last && idAt(last.id, 0xffff)
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}

function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b
}
