import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { environment } from '../platform/environment.ts'
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
  return hash('sha256', bytes, 'hex')
}

/** Stores a document under a key of its own, as an orphan until it is kept. Its hash need not be given. */
export async function putDocument(key: string, bytes: Uint8Array, sha256 = sha256Of(bytes)): Promise<StoredFile> {
  await putOrphan(key, bytes, 'application/pdf')
  return { key, sha256, size: bytes.length }
}

/** Stores an image on the same terms. */
export async function putImage(
  key: string,
  bytes: Uint8Array,
  contentType: 'image/png' | 'image/jpeg',
): Promise<StoredFile> {
  await putOrphan(key, bytes, contentType)
  return { key, sha256: sha256Of(bytes), size: bytes.length }
}

/** Stores the strokes of a handwriting on the same terms. */
export async function putStrokes(key: string, bytes: Uint8Array): Promise<StoredFile> {
  await putOrphan(key, bytes, 'application/json')
  return { key, sha256: sha256Of(bytes), size: bytes.length }
}

async function putOrphan(Key: string, Body: Uint8Array, ContentType: string): Promise<void> {
  const Bucket = environment('DOCUMENTS_BUCKET')
  await s3().send(new PutObjectCommand({ Bucket, Key, Body, ContentType, Tagging: orphanTag }))
}

/** How S3 says that there is no such object: never was, or, of a versioned bucket, not any more. */
const goneErrors = ['NoSuchKey', 'MethodNotAllowed']

/** Keeps an object that a commit names. Repeating it changes nothing, nor does it where the object was dropped since. */
export async function keepDocument(key: string): Promise<void> {
  try {
    await s3().send(new DeleteObjectTaggingCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }))
  } catch (error) {
    if (!(error instanceof Error && goneErrors.includes(error.name))) throw error
  }
}

/** Copies a document to another bucket, under the same key. S3 checks what arrives by its SHA-256. */
export async function copyDocument(key: string, bucket: string): Promise<void> {
  const Body = await readDocument(key)
  const ChecksumSHA256 = Buffer.from(sha256Of(Body), 'hex').toString('base64')
  await s3().send(
    new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentType: 'application/pdf', ChecksumSHA256 }),
  )
}

/** Where a document is kept: archived ones cost less to keep and more to read. Both can be read at any time. */
export type DocumentStorage = 'STANDARD' | 'GLACIER_IR'

/** Moves a PDF to another storage class, under the same key. Repeating it changes nothing. */
export async function moveDocument(key: string, storage: DocumentStorage): Promise<void> {
  const Bucket = environment('DOCUMENTS_BUCKET')
  await s3().send(
    new CopyObjectCommand({
      Bucket,
      Key: key,
      CopySource: `${Bucket}/${key}`,
      StorageClass: storage,
      ContentType: 'application/pdf',
      // S3 refuses to copy an object onto itself as it is.
      MetadataDirective: 'REPLACE',
      TaggingDirective: 'REPLACE',
    }),
  )
}

/** Drops an object that no commit will name. */
export async function dropDocument(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key }))
}

/** Each part goes to its place as it comes, so that a large document is in memory once. */
export async function readDocument(key: string): Promise<Uint8Array> {
  const { stream, size } = await openDocument(key)
  const bytes = Buffer.allocUnsafeSlow(size)
  let length = 0
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) throw new Error('the object is no bytes')
    bytes.set(part, length)
    length += part.length
  }
  if (length !== size) throw new Error('the object was cut off')
  return bytes
}

/** The object as a stream, read only as fast as the client takes it. */
export async function streamDocument(key: string): Promise<Readable> {
  return (await openDocument(key)).stream
}

async function openDocument(key: string): Promise<{ stream: Readable; size: number }> {
  const command = new GetObjectCommand({ Bucket: environment('DOCUMENTS_BUCKET'), Key: key })
  const { Body, ContentLength } = await s3().send(command)
  if (!Body || !('pipe' in Body) || ContentLength === undefined) throw new Error('the object has no stream')
  return { stream: Body, size: ContentLength }
}

/** A recorded answer that an item cannot hold. Lives for as long as its Idempotency-Key (a rule of the bucket). */
export async function putAnswer(arrivalId: string, text: string): Promise<string> {
  const key = `answers/${hash('sha256', `${arrivalId}${text}`, 'hex')}`
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
