import { describe, expect, it } from 'vitest'
import { nearestTasks, tasksIn } from '../../../functions/tasks/model/occurrences.ts'
import { firstMonday, mondayAfter, taskOf, weekly } from '../../support/tasks.ts'
import { table, tenant } from '../../support/tenant.ts'

describe('where too many single tasks take place in a period', () => {
  it('occurrences are not looked for, and feeds look at those nearest to now', async () => {
    const of = await tenant()
    for (const weeks of [-3, -1, 1, 2, 5]) await taskOf(of, { title: `${weeks}`, startAt: mondayAfter(weeks) })
    await taskOf({ ...of }, { title: 'own', startAt: firstMonday, isPrivate: true })
    await taskOf(of, { title: 'series', startAt: mondayAfter(-9), ...weekly })
    const scope = { entityIds: [of.entity.id], principalId: of.key.clientId }
    const period = { from: mondayAfter(-4), to: mondayAfter(6), nowMs: Date.parse(firstMonday) }
    const nearest = async (atMost: number) =>
      (await nearestTasks(table(), scope, period, atMost)).map(({ title }) => title).sort()

    expect(await tasksIn(table(), scope, period, 5)).toBeNull()
    expect(await tasksIn(table(), scope, period, 6)).toHaveLength(7)
    expect(await nearest(3)).toEqual(['-1', '1', 'own', 'series'])
    expect(await nearest(4)).toEqual(['-1', '1', '2', 'own', 'series'])
    expect(await nearest(6)).toHaveLength(7)
  })
})
