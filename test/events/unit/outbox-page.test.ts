import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EventPage,
  maxRemembered,
  type PlacedEvent,
  pageOfOutboxEntries,
  searchedPerPage,
  searchLimit,
} from '../../../functions/events/outbox-page.ts'
import { type Position, positionIn, positionText } from '../../../functions/events/position.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { idAt, uuidV7 } from '../../../shared/platform/ids.ts'
import { commitWithinMs, type OutboxEntry, settledAfterMs } from '../../../shared/store/outbox-entry.ts'
import { nowMs, uuid } from '../../signature/unit/sample-request.ts'
import { runs } from '../../support/proof.ts'

/** A commit as the table has it from some moment on; the moment of its id is earlier. */
interface Committed {
  readonly madeAtMs: number
  readonly visibleAtMs: number
  readonly events: number
}

function outboxOf({ madeAtMs, events }: Pick<Committed, 'madeAtMs' | 'events'>): OutboxEntry {
  const data = { grantId: uuid(3), applicationId: 'app', kind: 'installed' }
  return {
    id: idAt(uuidV7(madeAtMs), 0),
    orgId: uuid(1),
    livemode: true,
    at: timestamp(madeAtMs),
    providerId: uuid(2),
    events: Array.from({ length: events }, () => ({ type: 'grant.created', data, path: '' })),
    jobs: [],
    author: null,
    audited: [],
    links: null,
    publishedAt: null,
  }
}

/** What the table gives a reader: the outbox entries from its position on, as far as a page looks. */
function lookedAt(outboxEntries: readonly OutboxEntry[], position: Position | null): OutboxEntry[] {
  return outboxEntries
    .filter(({ id }) => position === null || id >= idAt(position.after, 0))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, searchLimit(position))
}

interface Reading {
  readonly position?: Position | null
  readonly size?: number
  readonly asOfMs?: number
  readonly isWanted?: (event: PlacedEvent) => boolean
}

function read(outboxEntries: readonly OutboxEntry[], reading: Reading = {}): EventPage {
  const { position = null, size = 100, asOfMs = nowMs, isWanted = () => true } = reading
  return pageOfOutboxEntries(lookedAt(outboxEntries, position), { position, size, asOfMs, isWanted })
}

/** A position as it comes back with a token. */
const carried = (position: Position) => positionIn(positionText(position))
const idsOf = ({ events }: EventPage) => events.map(({ id }) => id)
const several = (count: number, madeAtMs: number) =>
  Array.from({ length: count }, (_, index) => outboxOf({ madeAtMs: madeAtMs + index, events: 1 }))

describe('whoever follows the cursor', () => {
  const commits = fc.record({
    afterMs: fc.integer({ min: 0, max: 40_000 }),
    takesMs: fc.integer({ min: 0, max: commitWithinMs + 10_000 }),
    events: fc.integer({ min: 0, max: 4 }),
  })

  test('gets every event once, however late a commit becomes visible, whenever and in whatever pages they read', () => {
    fc.assert(
      fc.property(
        fc.array(commits, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        (made, pausesMs, size) => {
          let atMs = nowMs
          const table = made.map(({ afterMs, takesMs, events }) => {
            atMs += afterMs
            return { visibleAtMs: atMs + takesMs, outboxEntry: outboxOf({ madeAtMs: atMs, events }) }
          })
          const lastMs = Math.max(nowMs, ...table.map(({ visibleAtMs }) => visibleAtMs))
          const got: string[] = []
          let position: Position | null = null
          for (let asOfMs = nowMs, turn = 0; ; turn++) {
            const visible = table
              .filter(({ visibleAtMs }) => visibleAtMs <= asOfMs)
              .map(({ outboxEntry }) => outboxEntry)
            for (let isMore = true; isMore; ) {
              const page: EventPage = read(visible, { position, size, asOfMs })
              expect(idsOf(page)).toEqual(idsOf(page).toSorted())
              got.push(...idsOf(page))
              position = carried(page.position)
              isMore = page.isMore
            }
            if (asOfMs > lastMs + settledAfterMs) break
            asOfMs += pausesMs[turn % pausesMs.length] ?? 1
          }
          const all = table.flatMap(({ outboxEntry }) =>
            outboxEntry.events.map((_, index) => idAt(outboxEntry.id, index)),
          )
          expect(got.toSorted()).toEqual(all.toSorted())
        },
      ),
      { numRuns: runs(200) },
    )
  })

  test('gets at once what happens, in its order', () => {
    const first = outboxOf({ madeAtMs: nowMs - 10, events: 3 })
    const page = read([first])
    expect(idsOf(page)).toEqual([0, 1, 2].map((place) => idAt(first.id, place)))
    expect(page.isMore).toBe(false)
    const second = outboxOf({ madeAtMs: nowMs - 5, events: 1 })
    expect(idsOf(read([first, second], { position: carried(page.position) }))).toEqual([second.id])
  })

  test('gets what appears before an event that they have', () => {
    const late = outboxOf({ madeAtMs: nowMs - 20_000, events: 1 })
    const early = outboxOf({ madeAtMs: nowMs - 10, events: 1 })
    const { position } = read([early])
    expect(idsOf(read([late, early], { position: carried(position) }))).toEqual([late.id])
  })

  test('remembers nothing one by one that is settled', () => {
    const outboxEntries = several(30, nowMs - settledAfterMs - 1_000)
    expect(read(outboxEntries).position.given.size).toBe(0)
    expect(read(outboxEntries, { asOfMs: nowMs - settledAfterMs }).position.given.size).toBe(30)
  })

  test('waits for what is new to settle, rather than remember ever more of it', () => {
    const outboxEntries = several(maxRemembered + 20, nowMs - 1_000)
    const first = read(outboxEntries, { size: 70 })
    expect([first.events.length, first.isMore]).toEqual([70, true])
    const second = read(outboxEntries, { position: first.position, size: 70 })
    expect([second.events.length, second.isMore]).toEqual([maxRemembered - 70, false])
    const third = read(outboxEntries, { position: second.position })
    expect([third.events.length, third.isMore]).toEqual([0, false])
    const later = read(outboxEntries, { position: carried(third.position), asOfMs: nowMs + settledAfterMs })
    expect([later.events.length, later.isMore]).toEqual([20, false])
  })
})

describe('a page', () => {
  test('looks at so many commits and no more, and says that there are others', () => {
    const outboxEntries = several(searchedPerPage * 2 + 1, nowMs - 3_600_000)
    const wanted = outboxEntries.slice(-2).map(({ id }) => id)
    const isWanted = ({ envelope }: PlacedEvent) => wanted.includes(envelope.id)
    const first = read(outboxEntries, { isWanted })
    const second = read(outboxEntries, { isWanted, position: carried(first.position) })
    const third = read(outboxEntries, { isWanted, position: carried(second.position) })
    const pages = [first, second, third]
    expect(pages.map(({ events, isMore }) => [events.length, isMore])).toEqual([
      [0, true],
      [0, true],
      [2, false],
    ])
  })

  test('says that there is nothing more where none of many new commits is of use, and goes on when they are settled', () => {
    const outboxEntries = several(searchedPerPage + 50, nowMs - 1_000)
    const last = outboxEntries.at(-1)?.id
    const isWanted = ({ envelope }: PlacedEvent) => envelope.id === last
    const first = read(outboxEntries, { isWanted })
    const again = read(outboxEntries, { position: carried(first.position), isWanted })
    expect([again.events.length, again.isMore]).toEqual([0, false])
    const asOfMs = nowMs + settledAfterMs
    const passing = read(outboxEntries, { position: carried(again.position), isWanted, asOfMs })
    expect([passing.events.length, passing.isMore]).toEqual([0, true])
    expect(idsOf(read(outboxEntries, { position: carried(passing.position), isWanted, asOfMs }))).toEqual([last])
  })

  test('passes by what a commit told the jobs, or audited, alone', () => {
    const silent = { ...outboxOf({ madeAtMs: nowMs - 10, events: 0 }), providerId: null }
    expect(read([silent])).toMatchObject({ events: [], isMore: false })
  })
})

test('a position is the same after it was written down', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uniqueArray(fc.uuid(), { maxLength: maxRemembered }), (after, ids) => {
      const position = { after, given: new Set(ids) }
      expect(carried(position)).toEqual(position)
    }),
  )
})
