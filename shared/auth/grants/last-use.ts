import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { hourMs, timestamp } from '../../platform/clock.ts'
import { logError } from '../../platform/log.ts'
import type { Key, Table } from '../../store/table.ts'
import type { Principal } from '../principal.ts'
import { type Grant, grants } from './grant.ts'
import { standingGrants } from './standing-grant.ts'

/** How far behind the last use of a grant may be: of the requests within, one writes it. */
const preciseToMs = hourMs

/**
 * Notes that an application has acted in some organizations by what they, or their people, granted it. The last use is of no
 * consequence to anything: what cannot be noted is logged, and the request stays answered.
 */
export async function noteUse(
  { table, nowMs }: { readonly table: Table; readonly nowMs: number },
  { application }: Principal,
  orgIds: readonly string[],
): Promise<void> {
  if (!application) return
  const before = timestamp(nowMs - preciseToMs)
  const used = application.grants.filter(({ orgId }) => orgIds.includes(orgId))
  const unnoted = used.filter(({ lastUsedAt }) => lastUsedAt === null || lastUsedAt < before)
  await Promise.all(unnoted.map((grant) => noteUseOf(table, grant, { at: timestamp(nowMs), before })))
}

async function noteUseOf(table: Table, grant: Grant, times: { readonly at: string; readonly before: string }) {
  const update = (key: Key) => ({
    Update: {
      TableName: table.name,
      Key: key,
      UpdateExpression: 'SET #record.lastUsedAt = :at',
      // Somebody else's request may have noted it, or the grant may have changed, since it was read.
      ConditionExpression:
        '#record.version = :version AND (attribute_not_exists(#record.lastUsedAt) OR #record.lastUsedAt < :before)',
      ExpressionAttributeNames: { '#record': 'record' },
      ExpressionAttributeValues: {
        ':at': times.at,
        ':before': times.before,
        ':version': grant.version,
      },
    },
  })
  const TransactItems = [grants, standingGrants].map(({ key }) => update(key(grant)))
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }))
  } catch (error) {
    if (error instanceof TransactionCanceledException) return
    await logError('the last use of a grant could not be recorded', error, { grantId: grant.id })
  }
}
