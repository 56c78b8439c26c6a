import { type Refusal, refuse } from '../errors/refusal.ts'
import { dayMs, timestamp } from '../platform/clock.ts'
import type { Item, Key } from './table.ts'
import { testModePartition } from './test-mode.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** How many e-mails a test organization can have sent on a day (UTC). */
export const testEmailsPerDay = 100

/** The count of the day of a moment. */
export function testEmailKey(testOrgId: string, nowMs: number): Key {
  return { PK: testModePartition(testOrgId), SK: `EMAILS#${timestamp(nowMs).slice(0, 'yyyy-mm-dd'.length)}` }
}

/** The cap of a test organization is reached, so that nothing may be begun that has e-mails sent. */
export function emailCapRefusal(sentToday: number, nowMs: number): Refusal<'test_mode_daily_email_cap'> | null {
  if (sentToday < testEmailsPerDay) return null
  return refuse(
    'test_mode_daily_email_cap',
    `The test organization has had its ${testEmailsPerDay} e-mails of today (UTC) sent. Go on tomorrow, or create requests with deliveryMode none.`,
    { cap: testEmailsPerDay, resetsAt: timestamp(endOfDayMs(nowMs)) },
  )
}

function endOfDayMs(nowMs: number): number {
  return (Math.floor(nowMs / dayMs) + 1) * dayMs
}

/** How many e-mails of today are counted, by what was read. */
export function emailsSentIn(items: readonly Item[], testOrgId: string, nowMs: number): number {
  const { PK, SK } = testEmailKey(testOrgId, nowMs)
  return Number(items.find((item) => item.PK === PK && item.SK === SK)?.sent ?? 0)
}

/**
 * Counts e-mails of a test organization in the commit that has them sent. Over the cap, the whole commit is refused; what
 * nobody asked for, such as the e-mail that a request has expired, is only counted.
 */
export function countTestEmails(
  work: UnitOfWork,
  {
    testOrgId,
    emails,
    isAskedFor,
  }: { readonly testOrgId: string; readonly emails: number; readonly isAskedFor: boolean },
): void {
  const { nowMs } = work
  const endMs = endOfDayMs(nowMs)
  const room = testEmailsPerDay - emails
  const limited = {
    ConditionExpression: room < 0 ? '#sent < :none' : 'attribute_not_exists(#sent) OR #sent <= :room',
    ExpressionAttributeValues: room < 0 ? { ':none': 0 } : { ':room': room },
  }
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: testEmailKey(testOrgId, nowMs),
        UpdateExpression: 'ADD #sent :emails SET #type = :type, #expiresAt = :expiresAt',
        ...(isAskedFor && { ConditionExpression: limited.ConditionExpression }),
        ExpressionAttributeNames: { '#sent': 'sent', '#type': 'type', '#expiresAt': 'expiresAt' },
        ExpressionAttributeValues: {
          ...(isAskedFor && limited.ExpressionAttributeValues),
          ':emails': emails,
          ':type': 'test_emails',
          ':expiresAt': Math.ceil((endMs + dayMs) / 1000),
        },
      },
    }),
    refuse(
      'test_mode_daily_email_cap',
      `A test organization can have ${testEmailsPerDay} e-mails sent on a day (UTC). Try again tomorrow, or create requests with deliveryMode none.`,
      { cap: testEmailsPerDay, resetsAt: timestamp(endMs) },
    ),
  )
}
