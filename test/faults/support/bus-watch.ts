import { dueItems } from '../../../shared/store/due.ts'
import { table } from '../../support/tenant.ts'
import { flawsOfAuditChains } from './audit-chains.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import type { CommittedEvents } from './committed-events.ts'
import { eventIdsIn, unpublishedIn } from './tenant-world.ts'

/** Everything that the bus of a cloud has accepted, against everything that was committed. */
export interface BusWatch {
  /** Names events as committed: no others may be on the bus. */
  expect(events: CommittedEvents): void
  /** What is wrong with events that should all be published by now. */
  flawsOf(events: CommittedEvents): Promise<string[]>
  /** How many different events are on the bus. */
  size(): number
}

/** More than are due at once anywhere here, from each shard. */
const dueLimit = 5_000

/** The test organization of the cloud's own workspace goes on following. */
const ofWorkspace = 'test_mode.step_due'

export function watchBus(jobs: BackgroundJobs): BusWatch {
  let since = 0
  const told = new Map<string, string>()
  const expected: CommittedEvents[] = []

  /** Gives the ids under which the bus was told something new, and those under which it was told two things. */
  const read = async () => {
    const { next, events: all } = await jobs.busSince(since)
    since = next
    const events = all.filter(({ 'detail-type': type }) => type !== ofWorkspace)
    const altered = events.filter(
      ({ detail }) => (told.get(detail.id) ?? JSON.stringify(detail)) !== JSON.stringify(detail),
    )
    for (const { detail } of events) told.set(detail.id, JSON.stringify(detail))
    return { count: events.length, altered: altered.map(({ detail }) => detail.id) }
  }
  const flawsOfNotes = async (events: CommittedEvents) => {
    const left = await jobs.relayed((await events.records()).filter(({ eventName }) => eventName !== 'INSERT'))
    const { count } = await read()
    return left.length + count === 0 ? [] : ['the relay took its own notes for events']
  }
  return {
    expect: (events) => void expected.push(events),
    size: () => told.size,
    async flawsOf(events) {
      const { altered } = await read()
      const items = await events.items()
      const committed = eventIdsIn(items)
      const known = (await Promise.all(expected.map((each) => each.ids()))).flatMap((ids) => [...ids])
      const uncommitted = new Set(told.keys()).difference(new Set(known))
      const lost = [...committed].filter((id) => !told.has(id))
      const own = new Set(items.map(({ SK }) => SK))
      const due = (await dueItems(table(), Date.now(), 'DUE', dueLimit)).filter(({ SK }) => own.has(SK))
      return [
        ...(committed.size === events.count ? [] : [`${committed.size} events were committed, not ${events.count}`]),
        ...lost.map((id) => `${id} was committed and is not on the bus`),
        ...[...uncommitted].map((id) => `${id} is on the bus and was not committed: ${told.get(id)?.slice(0, 200)}`),
        ...altered.map((id) => `${id} told two things`),
        ...unpublishedIn(items).map(({ id }) => `${id} has no note that it is published`),
        ...due.map(({ SK }) => `${SK} is still due`),
        ...flawsOfAuditChains(items),
        ...(await flawsOfNotes(events)),
      ].slice(0, 20)
    },
  }
}
