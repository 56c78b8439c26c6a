import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { minuteMs, timestamp } from '../platform/clock.ts'
import { uuid } from '../platform/ids.ts'
import { logError } from '../platform/log.ts'
import { fromItem, recordsOf, type Versioned } from './collection.ts'
import { dueKeys } from './due.ts'
import { getItems, type Item, type Key, type Table } from './table.ts'
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
  indexKeys: ({ orgId, dueAt }) => dueKeys(orgId, dueAt),
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

/** Those of some organizations that are test organizations and cannot be used: not ready yet, being emptied, or gone. */
export async function closedTestOrgs(table: Table, orgIds: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(orgIds.filter(isTwinId))]
  if (asked.length === 0) return new Set()
  const items = await getItems(table, asked.map(testModeKey))
  const found = items.map((item) => fromItem(testModes, item)).filter(({ status }) => status === 'ready')
  const ready = new Set(found.map(({ orgId }) => twinIdOf(orgId)))
  return new Set(asked.filter((orgId) => !ready.has(orgId)))
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
