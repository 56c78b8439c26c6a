import { describe, expect, test } from 'vitest'
import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { commitWithRetry } from '../../../../shared/store/commit-with-retry.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { author, tableAnswering, things } from './table-answering.ts'

const stale = ['ConditionalCheckFailed']

/** Counts a thing up, as often as it takes, and gives how often it was decided and what was sent. */
async function countedUp(
  answers: Parameters<typeof tableAnswering>[0],
  decide: (work: UnitOfWork, version: number) => string | Refusal = change,
  signal: AbortSignal | null = null,
) {
  const { table, sent } = tableAnswering(answers)
  let looks = 0
  const deciding = { table, clock: () => 0, ids: () => 'id', author, maxTries: 3, signal }
  const answer = await commitWithRetry(deciding, async (work) => decide(work, ++looks))
  return { answer, looks, sent: sent.length }
}

function change(work: UnitOfWork, version: number): string {
  work.update(things, { id: 'a', version }, { id: 'a', version: version + 1 })
  return `counted from ${version}`
}

describe('a decision', () => {
  test('is committed once where nobody else writes', async () => {
    expect(await countedUp([null])).toEqual({ answer: 'counted from 1', looks: 1, sent: 1 })
  })

  test('is taken anew on what is there then, where somebody else wrote first', async () => {
    expect(await countedUp([stale, null])).toEqual({ answer: 'counted from 2', looks: 2, sent: 2 })
  })

  test('is refused when others always write first, and no oftener tried than is said', async () => {
    const answer = expect.objectContaining({ refused: 'concurrent_update' })
    expect(await countedUp([stale])).toEqual({ answer, looks: 3, sent: 3 })
  })

  test('that refuses writes nothing', async () => {
    const refusal = refuse('forbidden', 'No.')
    const refusing = (work: UnitOfWork, version: number) => {
      change(work, version)
      return refusal
    }
    expect(await countedUp([null], refusing)).toEqual({ answer: refusal, looks: 1, sent: 0 })
  })

  test('is not committed once the time is over', async () => {
    await expect(countedUp([null], change, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })

  test('gives the refusal of a write whose condition fails, and is not taken again', async () => {
    const taken = refuse('already_exists', 'It is there already.')
    const creating = (work: UnitOfWork) => {
      work.create(things, { id: 'a', version: 1 }, taken)
      return 'created'
    }
    expect(await countedUp([stale], creating)).toEqual({ answer: taken, looks: 1, sent: 1 })
  })
})
