import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { lastOfPartition, queryIndex, queryPartition, type Table } from '../../../../shared/store/table.ts'

/** DynamoDB ends a page at 1 MB, whatever its limit: here after two items. */
const itemsAPage = 2

/** A table whose only partition holds items numbered from 1. */
function tableOf(count: number): { table: Table; queries: QueryCommandInput[] } {
  const queries: QueryCommandInput[] = []
  const client = new DynamoDBClient({ region: 'us-east-1' })
  vi.spyOn(client, 'send').mockImplementation(async (command) => {
    const input = command.input as QueryCommandInput
    queries.push(input)
    const numbers = Array.from({ length: count }, (_, index) => index + 1)
    if (input.ScanIndexForward === false) numbers.reverse()
    const after = input.ExclusiveStartKey ? numbers.indexOf(input.ExclusiveStartKey.SK) + 1 : 0
    const page = numbers.slice(after, after + Math.min(itemsAPage, input.Limit ?? itemsAPage))
    const last = page.at(-1)
    const hasMore = after + page.length < numbers.length
    return {
      Items: page.map((SK) => ({ PK: 'P', SK })),
      ...(hasMore && last !== undefined ? { LastEvaluatedKey: { PK: 'P', SK: last } } : {}),
    }
  })
  return { table: { name: 'T', client }, queries }
}

const numbersOf = (items: readonly Record<string, unknown>[]) => items.map(({ SK }) => SK)

describe('a query whose items fill several pages', () => {
  it('gives the whole partition', async () => {
    expect(numbersOf(await queryPartition(tableOf(5).table, 'P', ''))).toEqual([1, 2, 3, 4, 5])
  })

  it('gives as many of an index as were asked for, and reads no further', async () => {
    const { table, queries } = tableOf(9)
    expect(numbersOf(await queryIndex(table, { index: 'GSI1', partition: 'P', limit: 5 }))).toEqual([1, 2, 3, 4, 5])
    expect(queries.map(({ Limit }) => Limit)).toEqual([5, 3, 1])
  })

  it('gives fewer only where there are no more', async () => {
    expect(numbersOf(await queryIndex(tableOf(3).table, { index: 'GSI1', partition: 'P', limit: 5 }))).toEqual([
      1, 2, 3,
    ])
  })

  it('gives the last of a partition in their order', async () => {
    expect(numbersOf(await lastOfPartition(tableOf(9).table, 'P', 'S', 3))).toEqual([7, 8, 9])
  })
})

describe('a partition', () => {
  it('is asked for whole without an empty text, which DynamoDB takes for no key', async () => {
    const { table, queries } = tableOf(1)
    await queryPartition(table, 'P', '')
    expect(queries[0]?.KeyConditionExpression).toBe('PK = :partition')
  })
})
