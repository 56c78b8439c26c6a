import type { WriteRequest } from '@aws-sdk/client-dynamodb'
import type { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { putItems, type Table } from '../../../../shared/store/table.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

/** A table that takes of each batch as many as told, and holds what it took. */
function tableTaking(taken: (call: number) => number) {
  const held: string[] = []
  const sizes: number[] = []
  const send = async ({ input }: BatchWriteCommand) => {
    const asked: WriteRequest[] = input.RequestItems?.table ?? []
    sizes.push(asked.length)
    const count = taken(sizes.length)
    held.push(...asked.slice(0, count).map(({ PutRequest }) => String(PutRequest?.Item?.PK)))
    return { UnprocessedItems: asked.length > count ? { table: asked.slice(count) } : {} }
  }
  return { table: { name: 'table', client: { send } } as unknown as Table, held, sizes }
}

const items = Array.from({ length: 60 }, (_, place) => ({ PK: `P${place}`, SK: 'S' }))

test('items are put in batches of 25, each once', async () => {
  const { table, held, sizes } = tableTaking(() => 25)
  await putItems(table, items)
  expect(sizes).toEqual([25, 25, 10])
  expect(held.toSorted()).toEqual(items.map(({ PK }) => PK).toSorted())
})

test('what a batch leaves undone is asked for again', async () => {
  const { table, held, sizes } = tableTaking((call) => (call % 2 === 0 ? 25 : 7))
  await putItems(table, items, () => 0)
  expect(held.toSorted()).toEqual(items.map(({ PK }) => PK).toSorted())
  expect(sizes.length).toBeGreaterThan(3)
})

test('what stays undone is an error, and nothing is told as put', async () => {
  const { table, sizes } = tableTaking(() => 0)
  await expect(putItems(table, items.slice(0, 5), () => 0)).rejects.toThrow('unprocessed')
  expect(sizes).toHaveLength(7)
})

test('nothing to put calls nobody', async () => {
  const { table, sizes } = tableTaking(() => 25)
  await putItems(table, [])
  expect(sizes).toEqual([])
})
