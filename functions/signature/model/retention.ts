import * as v from 'valibot'
import { dayMs, timestamp, timestampSchema } from '../../../shared/platform/clock.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { dueKeysIn } from '../../../shared/store/due.ts'
import type { Key } from '../../../shared/store/table.ts'
import { type RequestRecord, type Retention, requestPartition } from './request.ts'

/** The retention of a request whose files are where they were stored, with nothing planned. */
export const nothingPlanned: Retention = {
  state: 'available',
  archivedAt: null,
  restoreRequestedAt: null,
  restoredUntil: null,
  purgeAt: null,
  purgeWarnedAt: null,
  purgedAt: null,
}

const lookSchema = v.object({ requestId: v.string(), orgId: v.optional(v.string(), ''), dueAt: timestampSchema })
/** When the settings of an ended request are looked at next. */
type RetentionLook = v.InferOutput<typeof lookSchema>

const sortKey = 'RETENTION'

/**
 * One item beside each ended request until its files are purged. It is not a field of the request: looks that change nothing
 * leave its version alone.
 */
export const retentionLooks: Collection<RetentionLook> = {
  name: 'retention_look',
  schema: lookSchema,
  key: ({ requestId }) => retentionLookKey(requestId),
  indexKeys: ({ requestId, orgId, dueAt }) => dueKeysIn(orgId, requestId, dueAt, 'RETENTION'),
}

export function retentionLookKey(requestId: string): Key {
  return { PK: requestPartition(requestId), SK: sortKey }
}

/** The id of the request whose retention is looked at; null if the key belongs to something else. */
export function requestIdOfLook({ PK, SK }: Key): string | null {
  return SK === sortKey && PK.startsWith(requestPartition('')) ? PK.slice(requestPartition('').length) : null
}

/** The request has just ended. */
export function firstLook({ id, orgId }: Pick<RequestRecord, 'id' | 'orgId'>, nowMs: number): RetentionLook {
  return { requestId: id, orgId, dueAt: timestamp(nowMs + dayMs) }
}
