import type { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { getItems, type Table } from '../../../../shared/store/table.ts'

/** A table that has every item, and of each batch gives as many as told. */
function tableGiving(given: (call: number) => number) {
  const sizes: number[] = []
  const send = async ({ input }: BatchGetCommand) => {
    const { table: asked } = input.RequestItems ?? {}
    const keys = asked?.Keys ?? []
    sizes.push(keys.length)
    const left = keys.slice(given(sizes.length))
    return {
      Responses: { table: keys.slice(0, given(sizes.length)) },
      UnprocessedKeys: left.length > 0 ? { table: { ...asked, Keys: left } } : {},
    }
  }
  return { table: { name: 'table', client: { send } } as unknown as Table, sizes }
}

const keys = Array.from({ length: 120 }, (_, place) => ({ PK: `P${place}`, SK: 'S' }))

test('items are read in batches of 100', async () => {
  const { table, sizes } = tableGiving(() => 100)
  expect(await getItems(table, keys)).toEqual(keys)
  expect(sizes).toEqual([100, 20])
})

test('keys that a batch leaves unprocessed are asked for again', async () => {
  const { table, sizes } = tableGiving((call) => (call === 1 ? 7 : 100))
  expect(await getItems(table, keys.slice(0, 20))).toEqual(keys.slice(0, 20))
  expect(sizes).toEqual([20, 13])
})

test('keys that stay unprocessed are an error, and not items that are missing', async () => {
  const { table, sizes } = tableGiving(() => 0)
  await expect(getItems(table, keys.slice(0, 5))).rejects.toThrow('unprocessed')
  expect(sizes).toHaveLength(3)
})
