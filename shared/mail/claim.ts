import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { minuteMs, timestamp } from '../platform/clock.ts'
import { fromItem, toItem, versionIs } from '../store/collection.ts'
import type { Platform } from '../store/platform.ts'
import type { Table } from '../store/table.ts'
import { type Mail, mails } from './mail.ts'

/**
 * How long a mail belongs to who claimed it. Longer than any function runs, and than SES takes to tell of what it took:
 * when nothing was heard by then, it took nothing.
 */
export const leaseMs = 5 * minuteMs

/** Somebody sends the mail at this moment, or did and broke down: its message has to come again, after the lease. */
export class MailUnderway extends Error {
  override name = 'MailUnderway'
}

/** Takes a mail for this caller. Not `mine`: it is sent, or refused, and there is nothing to do. */
export async function claimMail(
  { table, clock }: Platform,
  mail: Omit<Mail, 'claim' | 'createdAt' | 'changedAt' | 'version'>,
): Promise<{ isMine: boolean; mail: Mail }> {
  const nowMs = clock()
  const claim = { holder: randomUUID(), until: timestamp(nowMs + leaseMs) }
  const [createdAt, changedAt] = [timestamp(nowMs), timestamp(nowMs)]
  const fresh: Mail = { ...mail, claim, createdAt, changedAt, version: 1 }
  const found = await put(table, fresh, null)
  if (found === null) return { isMine: true, mail: fresh }
  if (isOf(found, claim)) return { isMine: true, mail: found }
  if (found.claim === null) return { isMine: false, mail: found }
  if (Date.parse(found.claim.until) > nowMs) throw new MailUnderway(`the mail ${mail.id} is being sent`)
  const taken: Mail = { ...found, claim, changedAt, version: found.version + 1 }
  const foundInstead = await put(table, taken, found)
  if (foundInstead !== null && !isOf(foundInstead, claim))
    throw new MailUnderway(`the mail ${mail.id} was claimed by another`)
  return { isMine: true, mail: taken }
}

/** Gives a mail back that was certainly not sent, so that whoever comes next need not wait. */
export async function releaseMail({ table, clock }: Platform, mail: Mail): Promise<void> {
  if (mail.claim === null) return
  const released = { ...mail, claim: { ...mail.claim, until: timestamp(clock()) }, version: mail.version + 1 }
  await put(table, released, mail)
}

/** The SDK tried again after its first try had arrived: the claim that stands in the way is the caller's own. */
function isOf(mail: Mail, claim: NonNullable<Mail['claim']>): boolean {
  return mail.claim?.holder === claim.holder
}

/** Writes a mail in place of the one before (null: none). Gives what stood there instead, or null. */
async function put(table: Table, mail: Mail, before: Mail | null): Promise<Mail | null> {
  const condition = before ? versionIs(mails, before) : { ConditionExpression: 'attribute_not_exists(PK)' }
  const Item = toItem(mails, mail)
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...condition,
      }),
    )
    return null
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException && error.Item)) throw error
    return fromItem(mails, unmarshall(error.Item))
  }
}
