import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { marshalled } from '../../../../shared/store/attributes.ts'
import {
  listingLastSeen,
  readBesides,
  readFollowed,
  readGuessed,
  readListed,
  rememberListed,
  rememberWritten,
} from '../../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../../shared/store/joined-reads.ts'
import type { Item, Key, Table } from '../../../../shared/store/table.ts'

const keyOf = (name: string): Key => ({ PK: name, SK: 'THING' })
const names = (items: readonly Item[]) => items.map(({ PK }) => PK).toSorted()

/** A table of things, each of which may lead to another one; with the calls that it had, by the things that they asked for. */
function tableOf(things: Record<string, { leadsTo?: string }>) {
  const calls: string[][] = []
  const itemAt = (PK: string) => (things[PK] ? [marshalled({ ...keyOf(PK), ...things[PK] })] : [])
  const send = async ({ input }: { input: object }) => {
    if ('Key' in input) {
      const { PK } = (input as { Key: { PK: { S: string } } }).Key
      calls.push([PK.S])
      return { Item: itemAt(PK.S)[0] }
    }
    const { RequestItems } = new BatchGetItemCommand(input as never).input
    const asked = (RequestItems?.things?.Keys ?? []).map(({ PK }) => String(PK?.S))
    calls.push(asked.toSorted())
    return { Responses: { things: asked.flatMap(itemAt) } }
  }
  return { table: { name: 'things', client: { send } } as unknown as Table, things, calls }
}

const ledTo = (items: readonly Item[]): Key[] =>
  items.flatMap(({ leadsTo }) => (typeof leadsTo === 'string' ? keyOf(leadsTo) : []))

describe('joined reads', () => {
  test('are one call for what several ask for at one moment, each key once', async () => {
    const { table, calls } = tableOf({ a: {}, b: {}, c: {} })
    const readItems = joinedReads(table)
    const found = await Promise.all([readItems([keyOf('a'), keyOf('b')]), readItems([keyOf('b'), keyOf('gone')])])
    expect(found.map(names)).toEqual([['a', 'b'], ['b']])
    expect(calls).toEqual([['a', 'b', 'gone']])
  })

  test('ask again at a later moment', async () => {
    const { table, things, calls } = tableOf({})
    const readItems = joinedReads(table)
    expect(await readItems([keyOf('a')])).toEqual([])
    things.a = {}
    expect(names(await readItems([keyOf('a')]))).toEqual(['a'])
    expect(calls).toEqual([['a'], ['a']])
  })

  test('of nothing are no call', async () => {
    const { table, calls } = tableOf({})
    expect(await joinedReads(table)([])).toEqual([])
    expect(calls).toEqual([])
  })

  test('fail for everybody who asked', async () => {
    const send = () => Promise.reject(new Error('no answer'))
    const readItems = joinedReads({ name: 'things', client: { send } } as unknown as Table)
    const asked = await Promise.allSettled([readItems([keyOf('a')]), readItems([keyOf('b')])])
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('a followed read', () => {
  const followed = async (readItems: ReadItems, name: string) => {
    const { leading, led } = await readFollowed(readItems, [keyOf(name)], ledTo)
    return [names(leading), names(led)]
  }

  test('is two calls for what this process has not met, and one from then on', async () => {
    const { table, calls } = tableOf({ first: { leadsTo: 'x' }, x: {} })
    expect(await followed(joinedReads(table), 'first')).toEqual([['first'], ['x']])
    expect(await followed(joinedReads(table), 'first')).toEqual([['first'], ['x']])
    expect(calls).toEqual([['first'], ['x'], ['first', 'x']])
  })

  test('goes where things lead now, and gives nothing of where they led before', async () => {
    const { table, things, calls } = tableOf({ moved: { leadsTo: 'x' }, x: {}, y: {} })
    await followed(joinedReads(table), 'moved')
    things.moved = { leadsTo: 'y' }
    expect(await followed(joinedReads(table), 'moved')).toEqual([['moved'], ['y']])
    expect(calls.slice(2)).toEqual([['moved', 'x'], ['y']])
  })

  test('gives nothing of what is gone', async () => {
    const { table, things } = tableOf({ left: { leadsTo: 'x' }, x: {} })
    await followed(joinedReads(table), 'left')
    delete things.left
    expect(await followed(joinedReads(table), 'left')).toEqual([[], []])
  })
})

describe('a listing', () => {
  const listed = async (readItems: ReadItems, listing: string, reading: Promise<Item[]>) => {
    const { leading, led } = await readListed(readItems, listing, reading, ledTo)
    return [names(leading), names(led)]
  }

  test('is read at once with what it led to before', async () => {
    const { table, calls } = tableOf({ x: {}, y: {} })
    const held: Item[] = [
      { ...keyOf('one'), leadsTo: 'x' },
      { ...keyOf('two'), leadsTo: 'y' },
    ]
    for (const _ of [1, 2])
      expect(await listed(joinedReads(table), 'both', Promise.resolve(held))).toEqual([
        ['one', 'two'],
        ['x', 'y'],
      ])
    expect(calls).toEqual([
      ['x', 'y'],
      ['x', 'y'],
    ])
    // What it holds is met by itself as well.
    await readFollowed(joinedReads(table), [keyOf('one')], ledTo, Promise.resolve(held.slice(0, 1)))
    expect(calls.slice(2)).toEqual([['x']])
  })

  test('knows what this process has written into it', async () => {
    const { table, calls } = tableOf({ x: {} })
    const written: Item = { ...keyOf('new'), GSI1PK: 'listing of the new', leadsTo: 'x' }
    rememberWritten([written])
    const late = new Promise<Item[]>((resolve) => setImmediate(() => resolve([written])))
    expect(await listed(joinedReads(table), 'listing of the new', late)).toEqual([['new'], ['x']])
    expect(calls).toEqual([['x']])
  })
})

describe('a guess', () => {
  test('leaves to be read what it lacks, and gives nothing that was not asked for', async () => {
    const { table, calls } = tableOf({ a: {}, b: {}, c: {} })
    const guessed = await readGuessed(joinedReads(table), [keyOf('a'), keyOf('c'), keyOf('gone')])
    const asked = [keyOf('a'), keyOf('b'), keyOf('gone')]
    expect(names(await readBesides(joinedReads(table), asked, guessed))).toEqual(['a', 'b'])
    expect(calls).toEqual([['a', 'c', 'gone'], ['b']])
  })

  test('that was never made is no loss', async () => {
    const { table } = tableOf({ a: {} })
    expect(names(await readBesides(joinedReads(table), [keyOf('a')], null))).toEqual(['a'])
  })

  test('is led by what a listing held last', () => {
    const held: Item[] = [{ ...keyOf('held'), leadsTo: 'x' }]
    rememberListed('a listing', held)
    expect(listingLastSeen('a listing')).toEqual(held)
    rememberListed('a listing', [])
    expect(listingLastSeen('a listing')).toEqual([])
  })
})

test('of very many things those are forgotten that were met longest ago', async () => {
  const things = Array.from({ length: 2_001 }, (_, index): Item => ({ ...keyOf(`thing ${index}`), leadsTo: 'x' }))
  rememberWritten(things.slice(0, 2_000))
  rememberWritten(things.slice(0, 1))
  rememberWritten(things.slice(2_000))
  const { table, calls } = tableOf({ x: {} })
  const never = new Promise<Item[]>(() => {})
  for (const index of [0, 1, 2_000]) void readFollowed(joinedReads(table), [keyOf(`thing ${index}`)], ledTo, never)
  await new Promise(setImmediate)
  expect(calls).toEqual([['x'], ['x']])
})
