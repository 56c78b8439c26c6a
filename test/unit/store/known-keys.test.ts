import { type BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import {
  allOf,
  keysKnown,
  readKnown,
  rememberKeys,
  rememberMore,
  withOthers,
} from '../../../shared/store/known-keys.ts'
import type { Table } from '../../../shared/store/table.ts'

const keyOf = (name: string | number) => ({ PK: `THING#${name}`, SK: 'THING' })
const keysUpTo = (count: number) => Array.from({ length: count }, (_, index) => keyOf(index))

/** A table that holds what is named. It notes what it is asked for. */
function tableOf(...names: string[]): { table: Table; asked: string[] } {
  const asked: string[] = []
  const client = new DynamoDBClient({ region: 'us-east-1' })
  vi.spyOn(client, 'send').mockImplementation(async (command) => {
    const { RequestItems = {} } = (command as BatchGetItemCommand).input
    const keys = (RequestItems.T?.Keys ?? []).map((key) => unmarshall(key))
    asked.push(...keys.map(({ PK }) => PK))
    const found = keys.filter(({ PK }) => names.some((name) => keyOf(name).PK === PK))
    return { Responses: { T: found.map((key) => marshall(key)) } }
  })
  return { table: { name: 'T', client }, asked }
}

describe('where a name led before', () => {
  test('is nowhere at first, and nothing is read for it', async () => {
    const { table, asked } = tableOf('a')
    expect(await readKnown(table, 'never met')).toEqual([])
    expect(asked).toEqual([])
  })

  test('is read at once, and what is not there is not found', async () => {
    rememberKeys('a name', [keyOf('a'), keyOf('b')])
    const { table, asked } = tableOf('a')
    expect(await readKnown(table, 'a name')).toEqual([keyOf('a')])
    expect(asked).toEqual(['THING#a', 'THING#b'])
  })

  test('is where it led last', () => {
    rememberKeys('a changing name', [keyOf('a')])
    rememberKeys('a changing name', [keyOf('b')])
    expect(keysKnown('a changing name')).toEqual([keyOf('b')])
    rememberKeys('a changing name', [])
    expect(keysKnown('a changing name')).toEqual([])
  })

  test('is added to by what is new, once', () => {
    rememberKeys('a listing', [keyOf('a'), keyOf('b')])
    rememberMore('a listing', [keyOf('c'), keyOf('b')])
    expect(keysKnown('a listing')).toEqual([keyOf('c'), keyOf('b'), keyOf('a')])
  })

  test('is no more than one batch reads', () => {
    rememberKeys('a long listing', keysUpTo(100))
    rememberMore('a long listing', [keyOf('new')])
    expect(keysKnown('a long listing')).toEqual([keyOf('new'), ...keysUpTo(99)])
    rememberKeys('a long listing', keysUpTo(101))
    expect(keysKnown('a long listing')).toEqual([])
  })

  test('is forgotten for what was met later', () => {
    rememberKeys('the oldest', keysUpTo(100))
    rememberKeys('an old one that was met again', keysUpTo(100))
    for (let index = 0; index < 198; index++) rememberKeys(`later ${index}`, keysUpTo(100))
    rememberKeys('an old one that was met again', keysUpTo(100))
    rememberKeys('the last', keysUpTo(100))
    expect(keysKnown('the oldest')).toEqual([])
    expect(keysKnown('an old one that was met again')).toHaveLength(100)
    expect(keysKnown('the last')).toHaveLength(100)
  })
})

describe('a guess', () => {
  test('holds where all that is needed is among it, and gives nothing else', () => {
    expect(allOf([keyOf('a')], [keyOf('b'), keyOf('a')])).toEqual([keyOf('a')])
    expect(allOf([], [keyOf('a')])).toEqual([])
    expect(allOf([keyOf('a'), keyOf('c')], [keyOf('a'), keyOf('b')])).toBeNull()
  })

  test('is made whole by reading what it lacks', async () => {
    const { table, asked } = tableOf('a', 'b', 'c')
    expect(await withOthers(table, [keyOf('a'), keyOf('c')], [keyOf('a'), keyOf('b')])).toEqual([
      keyOf('a'),
      keyOf('c'),
    ])
    expect(asked).toEqual(['THING#c'])
  })

  test('that lacks nothing takes no reading', async () => {
    const { table, asked } = tableOf('a')
    await withOthers(table, [keyOf('a')], [keyOf('a')])
    expect(asked).toEqual([])
  })
})
