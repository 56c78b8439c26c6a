import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { type Clock, minuteMs, timestamp } from '../platform/clock.ts'
import { uuid } from '../platform/ids.ts'
import { logError } from '../platform/log.ts'
import { fromItem, recordsOf, type Versioned } from './collection.ts'
import { dueKeys } from './due.ts'
import { getItem, getItems, type Item, type Key, type Table, wholeIndexRange } from './table.ts'
import { isTwinId, twinIdOf } from './twin-ids.ts'

export const testModeStatuses = ['creating', 'ready', 'resetting', 'purging'] as const

/** The test mode of a live organization, from its enabling until everything of the test organization is gone. */
const testModeSchema = v.object({
  /** Of the live organization. */
  orgId: uuid,
  providerId: uuid,
  status: v.picklist(testModeStatuses),
  enabledAt: v.string(),
  /** When the status began. */
  since: v.string(),
  /** Of the creation, the reset or the purge that is under way. */
  progress: v.object({ done: v.number(), total: v.number() }),
  /** Of a reset or a purge: everything is looked through a second time, once no request can be under way any more. */
  pass: v.picklist([1, 2]),
  /** How many warnings of the purge were sent since somebody last wrote in the test organization. */
  warnings: v.number(),
  /** How far the clock of the test organization is ahead of the real one: milliseconds. */
  aheadMs: v.optional(v.number(), 0),
  /** How far it was ahead when it was last asked to move. */
  aheadBeforeMs: v.optional(v.number(), 0),
  /** The time that this clock is being moved to; null where it is not. */
  advancingTo: v.optional(v.nullable(v.string()), null),
  /** When the job looks at it next. */
  dueAt: v.string(),
  version: v.number(),
})
export type TestMode = v.InferOutput<typeof testModeSchema>

const partitionStart = 'TESTMODE#'

/** What is known of a test organization beside its tree stands in one partition. */
export function testModePartition(testOrgId: string): string {
  return `${partitionStart}${testOrgId}`
}

export function testModeKey(testOrgId: string): Key {
  return { PK: testModePartition(testOrgId), SK: 'STATE' }
}

export const testModes: Versioned<TestMode> = {
  name: 'test_mode',
  schema: testModeSchema,
  key: ({ orgId }) => testModeKey(twinIdOf(orgId)),
  indexKeys: ({ orgId, dueAt }) => ({ GSI1PK: listing, GSI1SK: orgId, ...dueKeys(orgId, dueAt) }),
}

const listing = 'TESTMODES'

/** All that are listed; the index may lag behind. */
export async function allTestModes(table: Table): Promise<TestMode[]> {
  return recordsOf(testModes, await wholeIndexRange(table, { index: 'GSI1', partition: listing }))
}

export function isTestModeKey({ PK }: Key): boolean {
  return PK.startsWith(partitionStart)
}

export function orgIdOfTestMode({ PK }: Key): string {
  return twinIdOf(PK.slice(partitionStart.length))
}

/** When somebody last wrote in a test organization, at most a minute behind. */
function activityKey(testOrgId: string): Key {
  return { PK: testModePartition(testOrgId), SK: 'ACTIVITY' }
}

/** What tells how the test mode of an organization stands. */
export function testModeKeys(testOrgId: string): Key[] {
  return [testModeKey(testOrgId), activityKey(testOrgId)]
}

export interface StandingTestMode {
  readonly testMode: TestMode
  readonly lastActivityAt: string | null
}

/** Null: the organization has no test mode. */
export function testModeIn(items: readonly Item[], testOrgId: string): StandingTestMode | null {
  const own = items.filter(({ PK }) => PK === testModePartition(testOrgId))
  const [testMode] = recordsOf(testModes, own)
  const activity = own.find(({ SK }) => SK === activityKey(testOrgId).SK)
  return testMode ? { testMode, lastActivityAt: activity ? String(activity.at) : null } : null
}

export async function readTestMode(table: Table, orgId: string): Promise<StandingTestMode | null> {
  const testOrgId = twinIdOf(orgId)
  return testModeIn(await getItems(table, testModeKeys(testOrgId)), testOrgId)
}

/**
 * Those of some organizations that are test organizations and can be used, with how far their clocks are ahead (milliseconds). The
 * others are not ready yet, being emptied, or gone.
 */
export async function openTestOrgs(table: Table, orgIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const asked = [...new Set(orgIds.filter(isTwinId))]
  if (asked.length === 0) return new Map()
  const items = await getItems(table, asked.map(testModeKey))
  const ready = items.map((item) => fromItem(testModes, item)).filter(({ status }) => status === 'ready')
  return new Map(ready.map(({ orgId, aheadMs }) => [twinIdOf(orgId), aheadMs]))
}

interface Timed {
  readonly table: Table
  readonly clock: Clock
}

/** What time it is for the business of an organization: a test organization has a clock of its own, which can be moved ahead. */
export async function timeIn({ table, clock }: Timed, orgId: string): Promise<number> {
  if (!isTwinId(orgId)) return clock()
  const item = await getItem(table, testModeKey(orgId))
  return clock() + (item ? fromItem(testModes, item).aheadMs : 0)
}

/** How far behind the last activity may be: of the writes within, one notes it. */
const preciseToMs = minuteMs

/**
 * Notes that a principal has written in some organizations, as far as they are test organizations. The request stays answered
 * when that fails.
 */
export async function noteActivity(table: Table, orgIds: readonly string[], nowMs: number): Promise<void> {
  await Promise.all([...new Set(orgIds.filter(isTwinId))].map((orgId) => noteActivityIn(table, orgId, nowMs)))
}

async function noteActivityIn(table: Table, testOrgId: string, nowMs: number): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: activityKey(testOrgId),
    UpdateExpression: 'SET #type = :type, #at = :at',
    ConditionExpression: 'attribute_not_exists(#at) OR #at < :before',
    ExpressionAttributeNames: { '#type': 'type', '#at': 'at' },
    ExpressionAttributeValues: {
      ':type': 'test_activity',
      ':at': timestamp(nowMs),
      ':before': timestamp(nowMs - preciseToMs),
    },
  })
  try {
    await table.client.send(update)
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return
    await logError('the activity of a test organization could not be noted', error, { testOrgId })
  }
}
