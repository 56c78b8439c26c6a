import { createHash } from 'node:crypto'
import { UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { type RequestRecord, requests } from '../../functions/signature/model/request.ts'
import { minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { uuidV7 } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { toItem } from '../../shared/store/collection.ts'
import type { Table } from '../../shared/store/table.ts'
import { sampleRequest, sampleSigner } from '../signature/unit/sample-request.ts'
import type { Tenant } from '../support/tenant.ts'

/** What the requests of a seeded list have in common with others of it, in fixed shares. */
export const often = {
  word: 'lease',
  clientReference: 'CASE-7',
  contactId: '0190b3d2-7c1e-7a31-9f10-00000000a001',
  signerEmail: 'often@example.com',
} as const

/** What one request alone has. */
export const once = {
  word: 'concession',
  clientReference: 'CASE-50',
  contactId: '0190b3d2-7c1e-7a31-9f10-00000000a002',
  signerEmail: 'once@example.com',
} as const

/** Which one it is, counted from the newest. */
const oncePlace = 50

export interface SeededList {
  readonly tenant: Tenant
  /** When the newest request was created; each is a minute older than the one before. */
  readonly newestAtMs: number
}

export function createdAtMs({ newestAtMs }: SeededList, place: number): number {
  return newestAtMs - place * minuteMs
}

/** DynamoDB takes no more items in one transaction, which the local engine writes faster than as many items of batches. */
const batchSize = 100
const batchesAtOnce = 4

/** Ends the table's stream: nothing reads it here, and each write takes the local engine longer the longer the stream is. */
export async function endStream(table: Table): Promise<void> {
  const StreamSpecification = { StreamEnabled: false }
  await table.client.send(new UpdateTableCommand({ TableName: table.name, StreamSpecification }))
}

/** Puts requests into the table, as old as their places say: a list that grows by older ones shows the same first pages. */
export async function seedRequests(table: Table, list: SeededList, from: number, to: number): Promise<void> {
  const batches = Array.from({ length: Math.ceil((to - from) / batchSize) }, (_, index) => from + index * batchSize)
  await inParallel(batches, batchesAtOnce, async (start) => {
    const places = Array.from({ length: Math.min(batchSize, to - start) }, (_, index) => start + index)
    const items = places.map((place) => toItem(requests, recordAt(list, place)))
    const TransactItems = items.map((Item) => ({ Put: { TableName: table.name, Item } }))
    await table.client.send(new TransactWriteCommand({ TransactItems }))
  })
}

function recordAt(list: SeededList, place: number): RequestRecord {
  const atMs = createdAtMs(list, place)
  const at = timestamp(atMs)
  const { org, entity } = list.tenant
  const hex = createHash('sha256').update(`${place}`).digest('hex')
  const random = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  const expiresAt = timestamp(list.newestAtMs + 1000 * minuteMs)
  return sampleRequest({
    id: uuidV7(atMs, random),
    orgId: org.id,
    entityId: entity.id,
    providerId: org.providerId,
    createdAt: at,
    sentAt: at,
    updatedAt: at,
    expiresAt,
    dueAt: null,
    ...kindAt(place),
    ...valuesAt(place),
    createdBy: creatorAt(list, place),
  })
}

/** Of ten: four pending, three completed, one of each other kind; seven simple, two advanced, one qualified; two of another vendor. */
function kindAt(place: number): Pick<RequestRecord, 'status' | 'eidasLevel' | 'vendor'> {
  const tenth = place % 10
  const status =
    (['declined', 'expired', 'canceled'] as const)[tenth - 7] ?? (tenth < 4 ? 'pending_signature' : 'completed')
  const eidasLevel = tenth < 7 ? 'ses' : tenth < 9 ? 'aes' : 'qes'
  return { status, eidasLevel, vendor: tenth % 5 === 0 ? 'another' : 'simulated' }
}

/** One in twenty has what several have. */
function valuesAt(place: number): Pick<RequestRecord, 'title' | 'clientReference' | 'signers'> {
  const isOnce = place === oncePlace
  const has = <Value>(share: number, several: Value, alone: Value, others: Value) =>
    isOnce ? alone : place % 20 === share ? several : others
  const first = sampleSigner(1, {
    contactId: has(3, often.contactId, once.contactId, null),
    email: has(7, often.signerEmail, once.signerEmail, `signer${place}@example.com`),
  })
  return {
    title: `Agreement ${has(1, often.word, once.word, 'of services')} ${place}`,
    clientReference: has(11, often.clientReference, once.clientReference, `FILE-${place}`),
    signers: [first, sampleSigner(2)],
  }
}

/** One in four is of the tenant's own key. */
function creatorAt({ tenant }: SeededList, place: number): RequestRecord['createdBy'] {
  return { type: 'api_key', id: place % 4 === 0 ? tenant.key.clientId : 'another', name: 'Key' }
}
