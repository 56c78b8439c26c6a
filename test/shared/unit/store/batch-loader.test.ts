import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { batchLoader } from '../../../../shared/store/batch-loader.ts'
import type { Item, Key, Table } from '../../../../shared/store/table.ts'

const keyOf = (name: string): Key => ({ PK: name, SK: 'THING' })
const names = (items: readonly Item[]) => items.map(({ PK }) => PK).toSorted()

/** A table of things, and the calls that it had: the names that each asked for. */
function tableOf(things: Record<string, object>) {
  const calls: string[][] = []
  const itemAt = (PK: string) => (things[PK] ? [{ ...keyOf(PK), ...things[PK] }] : [])
  const send = async ({ input }: { input: object }) => {
    if ('Key' in input) {
      const { PK } = (input as { Key: { PK: string } }).Key
      calls.push([PK])
      return { Item: itemAt(PK)[0] }
    }
    const { RequestItems } = new BatchGetCommand(input as never).input
    const asked = (RequestItems?.things?.Keys ?? []).map(({ PK }) => String(PK))
    calls.push(asked.toSorted())
    return { Responses: { things: asked.flatMap(itemAt) } }
  }
  return { table: { name: 'things', client: { send } } as unknown as Table, things, calls }
}

describe('a batch loader', () => {
  test('reads in one call what several ask for at one moment, each key once', async () => {
    const { table, calls } = tableOf({ a: {}, b: {}, c: {} })
    const readItems = batchLoader(table)
    const found = await Promise.all([readItems([keyOf('a'), keyOf('b')]), readItems([keyOf('b'), keyOf('gone')])])
    expect(found.map(names)).toEqual([['a', 'b'], ['b']])
    expect(calls).toEqual([['a', 'b', 'gone']])
  })

  test('reads again at a later moment', async () => {
    const { table, things, calls } = tableOf({})
    const readItems = batchLoader(table)
    expect(await readItems([keyOf('a')])).toEqual([])
    things.a = {}
    expect(names(await readItems([keyOf('a')]))).toEqual(['a'])
    expect(calls).toEqual([['a'], ['a']])
  })

  test('calls nothing for no keys', async () => {
    const { table, calls } = tableOf({})
    expect(await batchLoader(table)([])).toEqual([])
    expect(calls).toEqual([])
  })

  test('fails for everybody who asked', async () => {
    const send = () => Promise.reject(new Error('no answer'))
    const readItems = batchLoader({ name: 'things', client: { send } } as unknown as Table)
    const asked = await Promise.allSettled([readItems([keyOf('a')]), readItems([keyOf('b')])])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
