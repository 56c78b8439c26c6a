import * as v from 'valibot'
import type { ChainHead } from './chain-head.ts'

/** The key of the object tells all of the head, so that a listing of the locked bucket is enough to check a chain. */
export function objectKeyOfHead({ orgId, day, length, hash }: ChainHead): string {
  return `${orgId}/${day}/${String(length).padStart(8, '0')}-${hash}.json`
}

const pattern = /^([0-9a-f-]{36})\/(\d{4}-\d{2}-\d{2})\/(\d{8,})-([0-9a-f]{64})\.json$/

/** The head that an object records; null for another object. */
export function headOfObjectKey(key: string): ChainHead | null {
  const [, orgId = '', day = '', length, hash = ''] = pattern.exec(key) ?? []
  return length === undefined ? null : { orgId, day, length: Number(length), hash }
}

/** A head as the locked bucket has it. */
export const recordedHeadSchema = v.object({
  orgId: v.string(),
  day: v.string(),
  hash: v.string(),
  length: v.number(),
  /** When S3 took it. */
  recordedAt: v.string(),
})
export type RecordedHead = v.InferOutput<typeof recordedHeadSchema>
