import { dayMs } from '../../shared/platform/clock.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { tokenAbout } from '../support/access-token.ts'
import { table, tenant } from '../support/tenant.ts'
import type { Table } from './cells.ts'
import { growthOf, type Question } from './growing-list.ts'
import { endStream } from './seeded-requests.ts'
import { oftenWord, type SeededTasks, seedTasks, startAtOf } from './seeded-tasks.ts'

/** What tasks are asked for. */
function questionsOf(list: SeededTasks): Record<string, Question> {
  const at = (place: number) => startAtOf(list, place)
  return {
    'no filter': { filters: {} },
    'no filter, second page': { filters: {}, page: 'second' },
    'assigneeId=me, 25 %': { filters: { assigneeId: 'me' } },
    'from and to': { filters: { from: at(20), to: at(60) } },
    'overdue, all of them': { filters: { overdue: 'true' } },
    'not overdue, none': { filters: { overdue: 'false' } },
    'status open': { filters: { status: 'open' } },
    'status completed, none': { filters: { status: 'completed' } },
    'status completed or canceled, none': { filters: { status: 'completed,canceled' } },
    'sort=updated': { filters: { sort: 'updated' } },
    'q, 5 %': { filters: { q: oftenWord } },
    'occurrences of 25 minutes': { path: '/v1/tasks/occurrences', filters: { from: at(0), to: at(25) } },
  }
}

/** What a page of the tasks of an entity costs as they grow, by what it is asked for. Sizes ascend. */
export async function taskGrowth(metered: MeteredCloud, sizes: readonly number[]): Promise<Record<string, Table>> {
  const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId), client: { requestsPerMinute: 1e6 } })
  // The latest of a hundred thousand starts 70 days later.
  const list = { tenant: of, startMs: Date.now() - 100 * dayMs }
  await endStream(table())
  return await growthOf(metered, { tenant: of, path: '/v1/tasks', things: 'tasks' }, questionsOf(list), {
    sizes,
    grow: (from, to) => seedTasks(table(), list, from, to),
  })
}
