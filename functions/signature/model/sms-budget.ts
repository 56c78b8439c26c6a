import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../shared/platform/environment.ts'
import type { Key } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

/** How many SMS an organization can have sent on a day (UTC), unless the operator says otherwise. */
const usualSmsPerDay = 500

export function smsPartition(orgId: string): string {
  return `ORG#${orgId}#SMS`
}

/** The count of an organization's SMS on the day of a moment. */
export function smsCountKey(orgId: string, nowMs: number): Key {
  return { PK: smsPartition(orgId), SK: timestamp(nowMs).slice(0, 10) }
}

/** Counts one SMS of an organization in the commit. Over the limit, the whole commit is refused. */
export function countSms(work: UnitOfWork, orgId: string, nowMs: number): void {
  const limit = Number(optionalEnvironment('SMS_PER_DAY') ?? usualSmsPerDay)
  const endOfDayMs = (Math.floor(nowMs / dayMs) + 1) * dayMs
  work.write(
    (TableName) => ({
      Update: {
        TableName,
        Key: smsCountKey(orgId, nowMs),
        UpdateExpression: 'ADD #sent :one SET #type = :type, #expiresAt = :expiresAt',
        ConditionExpression: 'attribute_not_exists(#sent) OR #sent < :limit',
        ExpressionAttributeNames: { '#sent': 'sent', '#type': 'type', '#expiresAt': 'expiresAt' },
        ExpressionAttributeValues: {
          ':one': 1,
          ':type': 'sms_count',
          ':limit': limit,
          ':expiresAt': Math.ceil((endOfDayMs + dayMs) / 1000),
        },
      },
    }),
    tooManySms(limit, Math.ceil((endOfDayMs - nowMs) / 1000)),
  )
}

function tooManySms(limit: number, retryAfterSeconds: number): Refusal<'rate_limited'> {
  const message = `The sender's organization has sent its ${limit} SMS of today. Try again tomorrow, or ask the sender for codes by e-mail.`
  const refusal = refuse('rate_limited', message, { limit, retryAfterSeconds })
  return { ...refusal, headers: { 'Retry-After': String(retryAfterSeconds) } }
}
