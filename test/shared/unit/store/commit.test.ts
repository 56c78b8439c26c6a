import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../../../shared/errors/refusal.ts'
import { commit } from '../../../../shared/store/commit.ts'
import type { Table } from '../../../../shared/store/table.ts'
import { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { author, tableAnswering, things } from './table-answering.ts'

function unitOfWorkOf(table: Table, count = 2): UnitOfWork {
  const work = new UnitOfWork({ table, clock: () => 0, ids: () => 'id', author })
  for (let index = 0; index < count; index++) {
    const thing = { id: String(index), version: 1 }
    if (index === 1) work.create(things, thing, refuse('already_exists', 'It is there already.'))
    else work.update(things, thing, { ...thing, version: 2 })
  }
  return work
}

const commitOn = async (answers: Parameters<typeof tableAnswering>[0]) => {
  const { table, sent } = tableAnswering(answers)
  return { outcome: await commit(table, unitOfWorkOf(table), () => 0), tries: sent.length }
}

describe('a commit', () => {
  test('is one transaction of everything', async () => {
    const { table, sent } = tableAnswering([null])
    expect(await commit(table, unitOfWorkOf(table, 7))).toBe('committed')
    expect(sent.map(({ input }) => input.TransactItems?.length)).toEqual([7])
  })

  test('of nothing asks nobody', async () => {
    const { table, sent } = tableAnswering([null])
    expect(await commit(table, unitOfWorkOf(table, 0))).toBe('committed')
    expect(sent).toEqual([])
  })

  test('is stale where a version is not the one that was read', async () => {
    expect(await commitOn([['ConditionalCheckFailed', 'None']])).toEqual({ outcome: 'stale', tries: 1 })
  })

  test('refuses as the write says whose condition failed, and that says more than staleness', async () => {
    const refused = { refused: 'already_exists' }
    expect((await commitOn([['None', 'ConditionalCheckFailed']])).outcome).toMatchObject(refused)
    expect((await commitOn([['ConditionalCheckFailed', 'ConditionalCheckFailed']])).outcome).toMatchObject(refused)
  })

  test('is tried again when it collided with another, and then carried out', async () => {
    const collided = ['TransactionConflict', 'None']
    expect(await commitOn([collided, ['None', 'ThrottlingError'], null])).toEqual({ outcome: 'committed', tries: 3 })
  })

  test('that collides again and again is stale', async () => {
    expect(await commitOn([['TransactionConflict', 'None']])).toEqual({ outcome: 'stale', tries: 4 })
  })

  test('fails with whatever else is wrong', async () => {
    await expect(commitOn([new Error('no network')])).rejects.toThrow('no network')
    await expect(commitOn([['ValidationError', 'None']])).rejects.toThrow(TransactionCanceledException)
  })

  test('refuses as the write says whose item would be too large', async () => {
    const { table } = tableAnswering([['None', 'ValidationError']])
    const work = unitOfWorkOf(table, 1)
    const item = { Update: { TableName: 'table', Key: {}, UpdateExpression: 'ADD n :one' } }
    work.write(() => item, 'stale', refuse('invalid_input', 'There are too many.'))
    expect(await commit(table, work)).toMatchObject({ refused: 'invalid_input' })
  })

  test('of more than a transaction takes fails before anything is written', async () => {
    const { table, sent } = tableAnswering([null])
    await expect(commit(table, unitOfWorkOf(table, 101))).rejects.toThrow('101 writes')
    expect(sent).toEqual([])
  })
})
