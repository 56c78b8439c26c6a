import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, DeleteObjectTaggingCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { environment } from '../environment.ts'
import { s3 } from './uploaded-objects.ts'

/** A stored file: where it is, and what it must be found to be. */
export interface StoredFile {
  readonly key: string
  readonly sha256: string
  readonly size: number
}

/** Until a commit names it and the keeping job has noted so, an object carries this tag and expires by itself. */
const orphanTag = 'orphan=true'

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Stores a document under a key of its own, as an orphan until it is kept. */
export async function putDocument(key: string, bytes: Uint8Array): Promise<StoredFile> {
  await s3().send(
    new PutObjectCommand({
      Bucket: environment('DOCUMENTS_BUCKET'),
      Key: key,
      Body: bytes,
      ContentType: 'application/pdf',
      Tagging: orphanTag,
    }),
  )
  return { key, sha256: sha256Of(bytes), size: bytes.length }
}

/** Keeps an object that a commit names. Repeating it changes nothing. */
export async function keepDocument(key: string): Promise<void> {
  await s3().send(new DeleteObjectTaggingCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }))
}

/** Drops an object that no commit will name. */
export async function dropDocument(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }))
}

export async function readDocument(key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }))
  if (!Body) throw new Error('the object has no body')
  return await Body.transformToByteArray()
}

/** The object as a stream, read only as fast as the client takes it. */
export async function streamDocument(key: string): Promise<Readable> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }))
  if (!Body || !('pipe' in Body)) throw new Error('the object has no stream')
  return Body
}

/** A recorded answer that an item cannot hold. Lives for as long as its Idempotency-Key (a rule of the bucket). */
export async function putAnswer(arrivalId: string, text: string): Promise<string> {
  const key = `answers/${createHash('sha256').update(arrivalId).update(text).digest('hex')}`
  await s3().send(
    new PutObjectCommand({
      Bucket: environment('DOCUMENTS_BUCKET'),
      Key: key,
      Body: text,
      ContentType: 'application/json',
    }),
  )
  return key
}

export async function readAnswer(key: string): Promise<string> {
  return Buffer.from(await readDocument(key)).toString('utf8')
}
