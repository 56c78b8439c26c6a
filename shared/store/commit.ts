import { setTimeout as pause } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { Refusal } from '../errors/refusal.ts'
import type { Table } from './table.ts'
import type { UnitOfWork, Write } from './unit-of-work.ts'

/** DynamoDB takes no more items in one transaction. */
const maxWrites = 100
/** Waits before a transaction that collided with another is tried again, each with as much again of jitter. */
const collisionPausesMs = [20, 60, 180]

/** Reasons of a cancellation that pass by themselves. */
const collisions = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']

/** Whether a transaction did not come about for its conditions, or since somebody else was at one of its items. */
export function isCollision(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false
  const reasons = error.CancellationReasons?.map((reason) => reason.Code ?? '') ?? []
  return reasons.some((code) => code === 'ConditionalCheckFailed' || collisions.includes(code))
}

/** `stale`: a version that the work was decided on is not the current one any more. */
export type Commit = 'committed' | 'stale' | Refusal

/** Waits before a decision that came too late is taken anew, so that several that meet do not meet again. */
export async function pauseBeforeNextDecision(round: number, random: () => number = Math.random): Promise<void> {
  await pause(Math.min(10 * 2 ** round, 200) * (1 + random()))
}

/** Writes everything or nothing. */
export async function commit(table: Table, work: UnitOfWork, random: () => number = Math.random): Promise<Commit> {
  const { writes } = work
  if (writes.length === 0) return 'committed'
  if (writes.length > maxWrites) throw new Error(`${writes.length} writes do not fit one transaction`)
  for (const pauseMs of [...collisionPausesMs, null]) {
    const outcome = await tryOnce(table, work, writes)
    if (outcome !== 'collided') return outcome
    if (pauseMs !== null) await pause(pauseMs * (1 + random()))
  }
  return 'stale'
}

async function tryOnce(table: Table, work: UnitOfWork, writes: readonly Write[]): Promise<Commit | 'collided'> {
  try {
    await table.client.send(transactionOf(work, writes))
    return 'committed'
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error
    const reasons = error.CancellationReasons?.map((reason) => reason.Code) ?? []
    const failed = reasons.indexOf('ConditionalCheckFailed')
    const write = writes[failed]
    if (write) return firstMeaning(writes, reasons) ?? write.ifConditionFails
    if (reasons.some((code) => collisions.includes(code ?? ''))) return 'collided'
    const tooLarge = writes.find(({ ifTooLarge }, index) => ifTooLarge && reasons[index] === 'ValidationError')
    if (tooLarge?.ifTooLarge) return tooLarge.ifTooLarge
    throw error
  }
}

/** What is told must not come late: that is looked at before each try, also those that the SDK makes by itself. */
function transactionOf(work: UnitOfWork, writes: readonly Write[]): TransactWriteCommand {
  const command = new TransactWriteCommand({ TransactItems: writes.map((write) => write.item) })
  command.middlewareStack.add(
    (next) => async (given) => {
      // A function may have been frozen with a try still to come, and go on with it minutes later.
      if (work.isOverdue) throw new Error('the time to commit is over')
      return await next(given)
    },
    { step: 'finalizeRequest', priority: 'low', name: 'commitInTime', override: true },
  )
  return command
}

/** When several conditions failed, a refusal says more than staleness: deciding again would only meet it again. */
function firstMeaning(writes: readonly Write[], reasons: readonly (string | undefined)[]): Refusal | null {
  for (const [index, write] of writes.entries())
    if (reasons[index] === 'ConditionalCheckFailed' && write.ifConditionFails !== 'stale') return write.ifConditionFails
  return null
}
