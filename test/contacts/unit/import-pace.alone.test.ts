import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import type { PlannedContact } from '../../../functions/contacts/api/import-plan.ts'
import { writeImport } from '../../../functions/contacts/api/write-import.ts'
import { sharedAddressBook } from '../../../functions/contacts/model/address-book.ts'
import { type Contact, contactKey, contacts } from '../../../functions/contacts/model/contact.ts'
import { searchEntries, termPartition } from '../../../functions/contacts/model/search-index.ts'
import { asObject } from '../../../infra/local/template.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import type { Item, Table, TransactionItem } from '../../../shared/store/table.ts'
import { itemBytes } from '../../costs/item-size.ts'
import { contactWith } from './contact-with.ts'
import { entityId } from './sent-contacts.ts'

/** Time that passes only while everybody waits. */
const time = vi.hoisted(() => {
  let nowMs = 0
  const waiting: { readonly atMs: number; readonly wake: () => void }[] = []
  const pause = (ms: number) => new Promise<void>((wake) => waiting.push({ atMs: nowMs + ms, wake }))
  const passUntil = async <Result>(work: Promise<Result>): Promise<Result> => {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    while (!isOver) {
      await new Promise(setImmediate)
      const [next] = waiting.sort((a, b) => a.atMs - b.atMs).splice(0, 1)
      if (!next) continue
      nowMs = Math.max(nowMs, next.atMs)
      next.wake()
    }
    return await work
  }
  return { now: () => nowMs, pause, passUntil }
})
vi.mock('node:timers/promises', () => ({ setTimeout: time.pause }))

const callMs = 10

/** A table that takes so many write units a second on one key, throttles what is beyond that, and holds what it took. */
function throttlingTable(unitsPerSecond: number) {
  const items = new Map<string, Item>()
  const taken = new Map<string, { atMs: number; count: number }[]>()
  let throttled = 0
  const takes = (units: ReadonlyMap<string, number>): boolean => {
    const recent = (key: string) => (taken.get(key) ?? []).filter(({ atMs }) => atMs > time.now() - 1_000)
    const sum = (key: string) => recent(key).reduce((total, { count }) => total + count, 0)
    const isTaken = [...units].every(([key, count]) => sum(key) + count <= unitsPerSecond)
    if (!isTaken) throttled++
    else for (const [key, count] of units) taken.set(key, [...recent(key), { atMs: time.now(), count }])
    return isTaken
  }
  const put = (item: Item) => items.set(addressOf(item), item)
  const send = async (command: object) => {
    await time.pause(callMs)
    if (command instanceof PutCommand) put(command.input.Item ?? {})
    if (command instanceof BatchWriteCommand) {
      const left = (command.input.RequestItems?.table ?? []).filter(({ PutRequest }) => {
        const item = PutRequest?.Item ?? {}
        const isTaken = takes(unitsOf([item], 1))
        if (isTaken) put(item)
        return !isTaken
      })
      return { UnprocessedItems: left.length > 0 ? { table: left } : {} }
    }
    if (command instanceof TransactWriteCommand) transact(command.input.TransactItems ?? [])
    return { Responses: {}, Items: [] }
  }
  const transact = (writes: readonly TransactionItem[]) => {
    const puts = writes.flatMap(({ Put }) => (Put?.Item ? [{ ...Put, item: Put.Item }] : []))
    const written = puts.map(({ item }) => item)
    if (!takes(unitsOf(written, 2))) throw canceledFor('ThrottlingError')
    const isTwice = puts.some(
      ({ item, ConditionExpression }) =>
        ConditionExpression === 'attribute_not_exists(PK)' && items.has(addressOf(item)),
    )
    if (isTwice) throw canceledFor('ConditionalCheckFailed')
    for (const item of written) put(item)
    for (const { Delete } of writes) if (Delete?.Key) items.delete(addressOf(Delete.Key))
  }
  const table = { name: 'table', client: { send } } as unknown as Table
  return { table, items: () => [...items.values()], throttled: () => throttled }
}

const addressOf = ({ PK, SK }: Item) => `${PK}\n${SK}`

function canceledFor(Code: string) {
  return new TransactionCanceledException({ message: Code, $metadata: {}, CancellationReasons: [{ Code }] })
}

/** What DynamoDB counts, by partition key: a transaction pays twice for the table, and once for each index. */
function unitsOf(items: readonly Item[], unitsPerKb: 1 | 2): Map<string, number> {
  const units = new Map<string, number>()
  for (const item of items) {
    const kilobytes = Math.ceil(
      itemBytes(asObject(JSON.parse(JSON.stringify(marshall(item, { removeUndefinedValues: true }))))) / 1024,
    )
    for (const attribute of ['PK', 'GSI1PK', 'GSI2PK']) {
      const key = `${attribute} ${item[attribute]}`
      const paid = kilobytes * (attribute === 'PK' ? unitsPerKb : 1)
      if (item[attribute] !== undefined) units.set(key, (units.get(key) ?? 0) + paid)
    }
  }
  return units
}

const rows = 5_000
const planned = Array.from({ length: rows }, (_, place): PlannedContact => {
  const lastName = `family${place}`
  const after: Contact = contactWith(place, { firstName: `first${place}`, lastName, tags: ['fair'] })
  return { before: null, after, steps: [async (current) => current ?? after], rows: [place] }
})

async function importedInto({ table }: ReturnType<typeof throttlingTable>) {
  let made = 0
  const platform = {
    table,
    clock: time.now,
    ids: () => uuidV7(time.now(), String(made++).padStart(36, '0')),
  }
  const beganMs = time.now()
  const signal = new AbortController().signal
  const errors = await time.passUntil(writeImport(planned, { ...platform, author: systemAuthor('test'), signal }))
  return { errors, seconds: (time.now() - beganMs) / 1_000 }
}

/** Every contact is there once, with each of its index entries. */
function expectAll(items: readonly Item[]): void {
  const ofType = (type: string) => items.filter((item) => item.type === type)
  expect(
    ofType(contacts.name)
      .map(({ PK }) => PK)
      .toSorted(),
  ).toEqual(planned.map(({ after }) => contactKey(after.id).PK).toSorted())
  const inOnePartition = ofType(searchEntries.name).filter(
    ({ PK }) => PK === termPartition(sharedAddressBook(entityId), 'fair'),
  )
  // First name, last name and tag begin with one letter.
  expect(inOnePartition).toHaveLength(3 * rows)
  expect(ofType('prepared_contacts')).toEqual([])
}

describe('an import of 5,000 rows of which one partition takes three entries each', () => {
  test('is never throttled by a table that takes 1,000 write units a second on one key, and takes less than 25 s', async () => {
    const cloud = throttlingTable(1_000)
    const { errors, seconds } = await importedInto(cloud)
    expect(errors).toEqual([])
    expectAll(cloud.items())
    expect(cloud.throttled()).toBe(0)
    expect(seconds).toBeLessThan(25)
  })

  test('loses and doubles nothing where others take a third of the write units', async () => {
    const cloud = throttlingTable(667)
    const { errors } = await importedInto(cloud)
    expect(errors).toEqual([])
    expectAll(cloud.items())
    expect(cloud.throttled()).toBeGreaterThan(0)
  })
})
