import type { BackgroundJobs } from './background-jobs.ts'
import type { DrivenCloud } from './driven-cloud.ts'
import { eventIdsIn } from './tenant-world.ts'

/** Ids of events on the bus that no commit wrote. */
export async function uncommittedEvents({ mirror }: DrivenCloud, jobs: BackgroundJobs): Promise<string[]> {
  await mirror.catchUp()
  const committed = eventIdsIn(mirror.items())
  const { events } = await jobs.busSince(0)
  return events.map(({ detail }) => detail.id).filter((id) => !committed.has(id))
}
