import { createHash, hash } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as v from 'valibot'
import { type Refusal, refuse } from '../errors/refusal.ts'
import { dayMs } from '../platform/clock.ts'
import { type Collection, fromItem, toItem } from './collection.ts'
import { type PackedAnswer, type RecordedAnswer, unpackAnswer } from './packed-answer.ts'
import { type AnswerSeal, openAnswer } from './sealed-answer.ts'
import type { Table, TransactionItem } from './table.ts'

/** A key answers for 24 hours, and a request that has not ended after a minute never will (contract §4.1). */
const keptForMs = dayMs
const inProgressForMs = 60_000

const reservationSchema = v.object({
  keyHash: v.string(),
  fingerprint: v.string(),
  /** The request that holds the key. */
  holder: v.string(),
  startedAtMs: v.number(),
  /** Compressed; null until there is one. */
  answer: v.nullable(v.instance(Uint8Array)),
})
/** An idempotency key in use by a request, or answered by one. */
export type Reservation = v.InferOutput<typeof reservationSchema>

const reservations: Collection<Reservation> = {
  name: 'idempotency',
  schema: reservationSchema,
  key: ({ keyHash }) => ({ PK: `IDEM#${keyHash}`, SK: 'IDEM' }),
  expiresAtSec: ({ startedAtMs }) => Math.ceil((startedAtMs + keptForMs) / 1000),
}

export interface IdempotentRequest {
  readonly principalId: string
  readonly key: string
  /** Of this request alone, whatever it has in common with others. */
  readonly arrivalId: string
  /** SHA-256 of what makes two requests the same: method, path and, but for multipart, the body's bytes. */
  readonly fingerprint: string
}

/** The fingerprint of a request; a multipart body is made anew at each try, so it does not count (contract §4.1). */
export function fingerprintOf(method: string, path: string, body: Uint8Array | null): string {
  const parts = createHash('sha256').update(`${method} ${path}\n`)
  if (body) parts.update(body)
  return parts.digest('base64url')
}

/** A key is its principal's own. */
export function keyHashOf({ principalId, key }: Pick<IdempotentRequest, 'principalId' | 'key'>): string {
  return hash('sha256', JSON.stringify([principalId, key]), 'base64url')
}

/** `mine`: this request holds the key now. Otherwise what stands in the way. */
export type ReservationOutcome = { mine: Reservation } | { taken: Reservation; fingerprint: string }

/** Takes the key for this request, unless another one of the last 24 hours has it. */
export async function reserve(table: Table, request: IdempotentRequest, nowMs: number): Promise<ReservationOutcome> {
  const mine: Reservation = {
    keyHash: keyHashOf(request),
    fingerprint: request.fingerprint,
    holder: request.arrivalId,
    startedAtMs: nowMs,
    answer: null,
  }
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: toItem(reservations, mine),
        ConditionExpression: 'attribute_not_exists(PK) OR #record.startedAtMs <= :forgotten',
        ExpressionAttributeNames: { '#record': 'record' },
        ExpressionAttributeValues: { ':forgotten': nowMs - keptForMs },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return { mine }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException && error.Item)) throw error
    const taken = fromItem(reservations, unmarshall(error.Item))
    // The SDK tried again after its first try had arrived: the key is this request's own.
    return taken.holder === mine.holder && taken.answer === null
      ? { mine: taken }
      : { taken, fingerprint: mine.fingerprint }
  }
}

/**
 * What a key that another request has means for this one: its recorded answer, or why there is none. `seal` is what the
 * answer was sealed with, and null where it tells no secret.
 */
export function outcomeOfTaken(
  taken: Reservation,
  fingerprint: string,
  nowMs: number,
  seal: AnswerSeal | null = null,
): RecordedAnswer | Refusal<'idempotency_key_reused' | 'idempotency_in_progress' | 'idempotency_outcome_unknown'> {
  if (taken.fingerprint !== fingerprint)
    return refuse('idempotency_key_reused', 'This Idempotency-Key was used for another request; use a new key.')
  const answer = taken.answer && seal ? openAnswer(taken.answer, taken, seal) : taken.answer
  if (answer) return unpackAnswer(answer)
  if (!taken.answer && nowMs - taken.startedAtMs < inProgressForMs)
    return {
      ...refuse(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key still runs; ask again shortly.',
      ),
      headers: { 'Retry-After': '1' },
    }
  return refuse(
    'idempotency_outcome_unknown',
    'The first request with this Idempotency-Key was interrupted; read what it was to change before you decide to repeat it under a new key.',
  )
}

const heldByMe = {
  ConditionExpression: '#record.holder = :holder AND attribute_not_exists(#record.answer)',
  ExpressionAttributeNames: { '#record': 'record' },
}

/** The write that records an answer, packed, for the transaction that does what the request asked. */
export function completion(tableName: string, mine: Reservation, answer: PackedAnswer): TransactionItem {
  return {
    Put: {
      TableName: tableName,
      Item: toItem(reservations, { ...mine, answer }),
      ...heldByMe,
      ExpressionAttributeValues: { ':holder': mine.holder },
    },
  }
}

/** Gives the key back after a request that did nothing. A key that was answered meanwhile stays answered. */
export async function release(table: Table, mine: Reservation): Promise<void> {
  try {
    await table.client.send(
      new DeleteCommand({
        TableName: table.name,
        Key: reservations.key(mine),
        ...heldByMe,
        ExpressionAttributeValues: { ':holder': mine.holder },
      }),
    )
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
