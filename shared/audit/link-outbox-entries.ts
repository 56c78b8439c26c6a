import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { timestamp } from '../platform/clock.ts'
import { logError } from '../platform/log.ts'
import { toItem } from '../store/collection.ts'
import { isCollision } from '../store/commit.ts'
import { withOptimisticRetry } from '../store/optimistic-retry.ts'
import { auditRecordsOf, type Links, type OutboxEntry, outboxEntries } from '../store/outbox-entry.ts'
import type { Platform } from '../store/platform.ts'
import type { TransactionItem } from '../store/table.ts'
import { type ChainHead, chainHeads, dayOf, lastHead } from './chain-head.ts'
import { entryHash, toldEntry } from './told-entry.ts'

/** DynamoDB takes a hundred items in a transaction; one is the chain's head. */
const mostAtOnce = 99
/** Two who link the entries of one organization are the relay and the sweep: more often they do not meet. */
const maxTries = 6

/** An outbox entry with the place of its entries in their chain. */
export interface LinkedOutboxEntry {
  readonly outboxEntry: OutboxEntry
  readonly links: Links
}

/**
 * Appends the audit entries of outbox entries to the chains of their organizations and days, in the order given, and notes of
 * each that its events are published. What is linked already, or is gone, is passed over, so that the same outbox entries may
 * come again, in whatever order and company. Gives the outbox entries of which that is done; what failed is logged.
 */
export async function linkOutboxEntries(platform: Platform, committed: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const chains = Map.groupBy(committed, (outboxEntry) => `${outboxEntry.orgId} ${dayOf(outboxEntry)}`)
  const outcomes = await Promise.all(
    [...chains.values()].map(async (chain) => {
      try {
        for (let start = 0; start < chain.length; start += mostAtOnce)
          await linkPart(platform, chain.slice(start, start + mostAtOnce))
        return chain
      } catch (error) {
        await logError('audit entries could not be linked', error, { orgId: chain[0]?.orgId ?? '' })
        return []
      }
    }),
  )
  return outcomes.flat()
}

async function linkPart(platform: Platform, part: readonly OutboxEntry[]): Promise<void> {
  let left = part
  const outcome = await withOptimisticRetry({ maxTries }, async () => {
    const [first] = left
    if (!first) return 'linked'
    const before = await lastHead(platform.table, first.orgId, dayOf(first))
    left = await linkOnce(platform, before, left)
    return left.length === 0 ? 'linked' : 'stale'
  })
  if (outcome === 'stale') throw new Error(`other writers came first ${maxTries} times`)
}

/** One transaction moves the head on and notes the links. Gives the outbox entries that are still to be linked. */
async function linkOnce(
  { table, clock }: Platform,
  before: ChainHead | null,
  part: readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const linked = linkedOnto(before?.hash ?? '', part)
  const noted = linked.map((one) => noteOf(table.name, one, timestamp(clock())))
  const TransactItems = [headWrite(table.name, before, linked), ...noted]
  try {
    await table.client.send(new TransactWriteCommand({ TransactItems }))
    return []
  } catch (error) {
    if (!(error instanceof TransactionCanceledException) || !isCollision(error)) throw error
    const reasons = error.CancellationReasons?.slice(1) ?? []
    return part.filter((_, index) => reasons[index]?.Code !== 'ConditionalCheckFailed')
  }
}

/** The entries of outbox entries as they follow each other after the one that has a hash. */
export function linkedOnto(hash: string, part: readonly OutboxEntry[]): LinkedOutboxEntry[] {
  let last = hash
  return part.map((outboxEntry) => {
    const prevHash = last
    const hashes = auditRecordsOf(outboxEntry).map((record) => {
      last = entryHash(toldEntry(record), last)
      return last
    })
    return { outboxEntry, links: { prevHash, hashes } }
  })
}

function headWrite(TableName: string, before: ChainHead | null, linked: readonly LinkedOutboxEntry[]): TransactionItem {
  const [first, last] = [linked.at(0), linked.at(-1)]
  if (!first || !last) throw new Error('there are no entries to link')
  const { orgId } = first.outboxEntry
  const day = dayOf(first.outboxEntry)
  const isFirst = before?.day !== day
  const added = linked.reduce((sum, { links }) => sum + links.hashes.length, 0)
  const head = { orgId, day, hash: last.links.hashes.at(-1) ?? '', length: (isFirst ? 0 : before.length) + added }
  const condition = isFirst
    ? { ConditionExpression: 'attribute_not_exists(PK)' }
    : {
        ConditionExpression: '#record.#hash = :hash',
        ExpressionAttributeNames: { '#record': 'record', '#hash': 'hash' },
        ExpressionAttributeValues: { ':hash': before.hash },
      }
  return { Put: { TableName, Item: toItem(chainHeads, head), ...condition } }
}

function noteOf(TableName: string, { outboxEntry, links }: LinkedOutboxEntry, at: string): TransactionItem {
  return {
    Update: {
      TableName,
      Key: outboxEntries.key(outboxEntry),
      UpdateExpression: 'SET #record.publishedAt = :at, #record.links = :links REMOVE GSI2PK, GSI2SK',
      ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#record.links)',
      ExpressionAttributeNames: { '#record': 'record' },
      ExpressionAttributeValues: { ':at': at, ':links': links },
    },
  }
}
