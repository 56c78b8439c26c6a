import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import * as v from 'valibot'
import { s3Credentials } from '../../infra/local/engines/s3.ts'
import type { AuditRecord } from '../../shared/store/audit.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { keyHashOf } from '../../shared/store/idempotency.ts'
import { auditRecordsOf, type OutboxEntry, outboxEntries, outboxPartition } from '../../shared/store/outbox-entry.ts'
import { queryPartition } from '../../shared/store/table.ts'
import { busLog } from './bus-log.ts'
import { cloud } from './cloud.ts'
import { type Tenant, table } from './tenant.ts'

/** What only operators can see: the bus, the buckets, the audit log's items; and what only they can start. */

export interface BusEvent {
  readonly source: string
  readonly type: string
  readonly detail: { readonly id: string; readonly data: Record<string, unknown> } & Record<string, unknown>
}

/** Everything on the bus that tells of a request, in the order of its arrival. */
export async function busEventsOf(requestId: string): Promise<BusEvent[]> {
  return await busEventsWith('requestId', requestId)
}

/** Everything on the bus whose data name something, in the order of its arrival. */
export async function busEventsWith(field: string, id: string): Promise<BusEvent[]> {
  const events = (await busLog()).filter(({ detail }) => detail.data[field] === id)
  return events.map(({ source, 'detail-type': type, detail }) => ({ source, type, detail }))
}

/** Types of the public events of a request; an event that came twice under one id counts once. */
export async function publicTypesOf(requestId: string): Promise<string[]> {
  const events = (await busEventsOf(requestId)).filter(({ source }) => source === 'sealpost')
  return [...new Map(events.map((event) => [event.detail.id, event.type])).values()]
}

/** What each commit to an organization told and audited, oldest first. */
export async function outboxEntriesOf(orgId: string): Promise<OutboxEntry[]> {
  return recordsOf(outboxEntries, await queryPartition(table(), outboxPartition(orgId), ''))
}

export async function auditLogOf(orgId: string): Promise<AuditRecord[]> {
  return (await outboxEntriesOf(orgId)).flatMap(auditRecordsOf)
}

/** What is recorded of the answer to a request under an Idempotency-Key, as it is kept. */
export async function recordedAnswerOf(principalId: string, idempotencyKey: string): Promise<Uint8Array> {
  const [item] = await queryPartition(table(), `IDEM#${keyHashOf({ principalId, key: idempotencyKey })}`, 'IDEM')
  return v.parse(v.object({ answer: v.instance(Uint8Array) }), item?.record).answer
}

/** Runs the due sweep now, and waits for it. */
export async function runSweep(): Promise<void> {
  const { adminUrl } = cloud()
  const state = v.parse(
    v.looseObject({ schedules: v.tuple([v.string()]) }),
    await (await fetch(`${adminUrl}/_local/state`)).json(),
  )
  const response = await fetch(`${adminUrl}/_local/schedules/${state.schedules[0]}/run`, { method: 'POST' })
  if (!response.ok) throw new Error(`the sweep failed: ${await response.text()}`)
}

/** Invokes a function by its name, as a queue or the stream would, and gives what it returned. */
export async function invoke(functionName: string, event: object): Promise<unknown> {
  const response = await fetch(`${cloud().adminUrl}/_local/functions/sealpost-${functionName}/invoke`, {
    method: 'POST',
    body: JSON.stringify(event),
  })
  if (!response.ok || response.headers.has('x-amz-function-error'))
    throw new Error(`${functionName} failed: ${await response.text()}`)
  return await response.json()
}

/** An event of the bus as a queue hands it to a job. */
export function queued(type: string, data: object, id = 'event-1'): object {
  return { Records: [{ messageId: 'message-1', body: JSON.stringify({ 'detail-type': type, detail: { id, data } }) }] }
}

let client: S3Client | undefined

function s3(): S3Client {
  const options = { requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' } as const
  if (client) return client
  client = new S3Client({
    ...options,
    region: 'us-east-1',
    endpoint: cloud().endpoints.s3,
    credentials: s3Credentials,
  })
  // s3rver leaves the slash after a bucket's name out of what it signs, and then finds the SDK's signature wrong.
  client.middlewareStack.add(
    (next) => async (args) => {
      const { request } = args
      if (typeof request === 'object' && request !== null && 'path' in request && typeof request.path === 'string')
        request.path = request.path.replace(/\/$/, '')
      return await next(args)
    },
    { step: 'build', name: 'withoutSlashAfterBucket' },
  )
  return client
}

type BucketName = 'AuditHeads' | 'Documents' | 'Uploads'

function bucket(name: BucketName): string {
  const found = cloud().resources[`${name}BucketName`]
  if (!found) throw new Error(`no bucket of ${name}`)
  return found
}

/** Keys of an organization's originals. */
export async function originalsOf(orgId: string): Promise<string[]> {
  return await keysUnder(`originals/${orgId}/`)
}

/** Keys of what was made of an organization's originals: sealed documents and their evidence. */
export async function sealedFilesOf(orgId: string): Promise<string[]> {
  return await keysUnder(`sealed/${orgId}/`)
}

/** Keys of the sealed proofs of a test organization's registered mail. */
export async function mailProofsOf(orgId: string): Promise<string[]> {
  return await keysUnder(`proofs/test/${orgId}/`)
}

/** Keys of the images that signers of a request gave as their signatures. */
export async function givenImagesOf(requestId: string): Promise<string[]> {
  return await keysUnder(`signatures/${requestId}/`)
}

/** Keys of the recorded heads of an organization's audit chains. */
export async function recordedHeadKeysOf(orgId: string): Promise<string[]> {
  return await keysUnder(`${orgId}/`, 'AuditHeads')
}

/** Versions of a file that somebody uploaded to have it checked. */
export async function uploadVersionsOf(Prefix: string): Promise<string[]> {
  const { Versions = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket: bucket('Uploads'), Prefix }))
  return Versions.flatMap(({ Key }) => Key ?? [])
}

/** Keys of what a principal has uploaded. */
async function uploadedBy(principalId: string): Promise<string[]> {
  return await keysUnder(`${principalId}/`, 'Uploads')
}

async function keysUnder(Prefix: string, name: BucketName = 'Documents'): Promise<string[]> {
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: bucket(name), Prefix }))
  return Contents.flatMap(({ Key }) => Key ?? [])
}

interface StoredObject {
  readonly bucketName: BucketName
  readonly key: string
  readonly bytes: Uint8Array
  /** As a query. */
  readonly tags: string
}

/** Everything that an organization, its key and these of its requests have in the buckets. */
export async function objectsOf(
  { org, key: { clientId } }: Pick<Tenant, 'org' | 'key'>,
  requestIds: readonly string[] = [],
): Promise<StoredObject[]> {
  const lists = [originalsOf(org.id), sealedFilesOf(org.id), mailProofsOf(org.id), ...requestIds.map(givenImagesOf)]
  const documents = (await Promise.all(lists)).flat()
  const read = async (bucketName: BucketName, key: string) => {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket(bucketName), Key: key }))
    const tags = bucketName === 'Documents' ? (await tagsOf(key)).join('&') : ''
    return { bucketName, key, bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), tags }
  }
  return await Promise.all([
    ...documents.map((key) => read('Documents', key)),
    ...(await uploadedBy(clientId)).map((key) => read('Uploads', key)),
  ])
}

export async function putObject({ bucketName, key, bytes, tags }: StoredObject): Promise<void> {
  const tagged = tags === '' ? {} : { Tagging: tags }
  await s3().send(new PutObjectCommand({ Bucket: bucket(bucketName), Key: key, Body: bytes, ...tagged }))
}

export async function tagsOf(key: string): Promise<string[]> {
  const { TagSet = [] } = await s3().send(new GetObjectTaggingCommand({ Bucket: bucket('Documents'), Key: key }))
  return TagSet.map((tag) => `${tag.Key}=${tag.Value}`)
}

export async function storedDocument(key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket('Documents'), Key: key }))
  if (!Body) throw new Error(`${key} is empty`)
  return await Body.transformToByteArray()
}

/** The storage class of a document. S3 names none for the standard one. */
export async function storageOf(key: string): Promise<string> {
  const { Body, StorageClass } = await s3().send(new GetObjectCommand({ Bucket: bucket('Documents'), Key: key }))
  await Body?.transformToByteArray()
  return StorageClass ?? 'STANDARD'
}

export async function storeDocument(key: string, bytes: Uint8Array): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket('Documents'), Key: key, Body: bytes }))
}

export async function storeUploaded(key: string, bytes: Uint8Array): Promise<void> {
  await s3().send(new PutObjectCommand({ Bucket: bucket('Uploads'), Key: key, Body: bytes }))
}
