import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type S3rver from '@20minutes/s3rver'
import type { Context, ListedObject, Middleware, Store, Tagging } from '@20minutes/s3rver'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import S3Object from '@20minutes/s3rver/lib/models/object.js'
import { readBody } from './http-host.ts'

/** The class of archived documents, which is newer than s3rver's list. It refuses to read objects of others. */
const addedStorageClass = 'GLACIER_IR'

/**
 * Makes s3rver do what S3 does where our functions depend on it: only signed requests, bodies that are what their checksums say, uploads that
 * are seen whole or not at all, `If-None-Match` and `If-Match` on a PUT, tags on PUT, copy and delete, every form of range, and the listing of versions.
 */
export function correctS3rver(s3rver: S3rver): void {
  s3rver.store.putContent = putContentWhole
  if (!S3Object.STORAGE_CLASSES.includes(addedStorageClass)) S3Object.STORAGE_CLASSES.push(addedStorageClass)
  s3rver.middleware.unshift(correction(oneAtATime()))
}

type Exclusively = <Result>(run: () => Promise<Result>) => Promise<Result>

function correction(exclusively: Exclusively): Middleware {
  return async (context, next) => {
    const signed = context.headers.authorization ?? context.query['X-Amz-Signature'] ?? context.query.Signature
    if (signed === undefined && context.method !== 'OPTIONS') throw new S3Error('AccessDenied', 'Access Denied')
    const { store } = context
    context.store = correctedStore(context, exclusively)
    // s3rver computes other signatures than the SDK for a bucket without a key: the signature is not checked here.
    if (isOfVersions(context)) return await listVersions(context)
    try {
      await next()
      // As of a bucket without versions: a DELETE that names this one deletes the object.
      if (context.method === 'GET' && context.status === 200) context.set('x-amz-version-id', 'null')
    } catch (error) {
      const isTagRemoval = context.method === 'DELETE' && 'tagging' in context.query
      // s3rver checks the signature and the bucket first, and only then says that it cannot remove tags.
      if (!(isTagRemoval && error instanceof S3Error && error.code === 'NotImplemented')) throw error
      const { bucket = '', key = '' } = context.params
      if (!(await store.existsObject(bucket, key))) throw new S3Error('NoSuchKey', 'The specified key does not exist.')
      await exclusively(() => store.deleteSubresource(bucket, key, 'tagging'))
      context.status = 204
    }
  }
}

const isOfVersions = ({ method, query }: Context) => method === 'GET' && 'versions' in query

/** A bucket here keeps one version of each object, so both listings have the same objects. */
async function listVersions(context: Context): Promise<void> {
  const [, bucket = ''] = context.path.split('/')
  const { prefix = '', 'key-marker': startAfter } = context.query
  const asked = { prefix: String(prefix), ...(startAfter !== undefined && { startAfter: String(startAfter) }) }
  const { objects, isTruncated } = await context.store.listObjects(bucket, { ...asked, maxKeys: 1_000 })
  const version = ({ key, lastModifiedDate }: ListedObject) =>
    `<Version><Key>${xml(key)}</Key><VersionId>null</VersionId><IsLatest>true</IsLatest>` +
    `<LastModified>${lastModifiedDate.toISOString()}</LastModified></Version>`
  const next = isTruncated ? `<NextKeyMarker>${xml(objects.at(-1)?.key ?? '')}</NextKeyMarker>` : ''
  context.type = 'application/xml'
  context.body =
    `<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${xml(bucket)}</Name>` +
    `<IsTruncated>${isTruncated}</IsTruncated>${next}${objects.map(version).join('')}</ListVersionsResult>`
}

/** The store as one request sees it. */
function correctedStore({ method, headers, store }: Context, exclusively: Exclusively): Store {
  const corrected: Store = Object.create(store)
  corrected.putObject = async (object) => {
    const body = await readBody(object.content)
    refuseWrongChecksum(headers, body)
    object.content = Readable.from([body])
    return exclusively(async () => {
      await refuseUnmetCondition(store, headers, object)
      const stored = await store.putObject(object)
      await replaceTags(store, object, tagsOf(headers))
      return stored
    })
  }
  corrected.copyObject = (fromBucket, fromKey, bucket, key, metadata) =>
    exclusively(async () => {
      const copied = await store.copyObject(fromBucket, fromKey, bucket, key, metadata)
      const replaced = headers['x-amz-tagging-directive'] === 'REPLACE'
      const tags = replaced ? tagsOf(headers) : await store.getSubresource(fromBucket, fromKey, 'tagging')
      await replaceTags(store, { bucket, key }, tags)
      return copied
    })
  // Its walk of the directories breaks off where a file goes that it has just found.
  corrected.listObjects = (...asked) => exclusively(() => store.listObjects(...asked))
  // It removes directories that it found empty, with whatever was put there since.
  corrected.deleteObject = (bucket, key) =>
    exclusively(async () => {
      await store.deleteSubresource(bucket, key, 'tagging')
      await store.deleteObject(bucket, key)
    })
  if ((method === 'GET' || method === 'HEAD') && headers.range !== undefined) {
    const range = headers.range
    corrected.getObject = (bucket, key) => getRange(store, bucket, key, range)
  }
  return corrected
}

/** Writes beside the object and renames, so that a broken upload leaves what was there before. */
async function putContentWhole(path: string, content: Readable): Promise<[size: number, md5: string]> {
  const body = await readBody(content)
  await pipeline(Readable.from([body]), createWriteStream(`${path}.new`))
  await rename(`${path}.new`, path)
  return [body.length, createHash('md5').update(body).digest('hex')]
}

function refuseWrongChecksum(headers: IncomingHttpHeaders, body: Buffer): void {
  const digest = (algorithm: string) => createHash(algorithm).update(body)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  const signedHash = String(headers['x-amz-content-sha256'] ?? '')
  if (/^[0-9a-f]{64}$/i.test(signedHash) && signedHash.toLowerCase() !== digest('sha256').digest('hex')) {
    throw new S3Error('BadDigest', "The provided 'x-amz-content-sha256' header does not match what was computed.")
  }
  const actual: Record<string, string> = {
    'content-md5': digest('md5').digest('base64'),
    'x-amz-checksum-crc32': crc.toString('base64'),
    'x-amz-checksum-sha1': digest('sha1').digest('base64'),
    'x-amz-checksum-sha256': digest('sha256').digest('base64'),
  }
  const wrong = Object.keys(actual).find((name) => headers[name] !== undefined && headers[name] !== actual[name])
  if (wrong) throw new S3Error('BadDigest', `The ${wrong} you specified did not match what we received.`)
}

async function refuseUnmetCondition(
  store: Store,
  headers: IncomingHttpHeaders,
  { bucket, key }: { bucket: string; key: string },
): Promise<void> {
  const exists = await store.existsObject(bucket, key)
  const wanted = headers['if-match']
  const etag = exists && wanted !== undefined ? (await store.getMetadata(bucket, key)).etag : undefined
  if (wanted !== undefined && !exists) throw new S3Error('NoSuchKey', 'The specified key does not exist.')
  const isMet =
    (headers['if-none-match'] !== '*' || !exists) && (wanted === undefined || unquoted(wanted) === unquoted(etag))
  if (!isMet) throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
}

function unquoted(etag: unknown): string {
  return String(etag).replaceAll('"', '')
}

async function replaceTags(
  store: Store,
  { bucket, key }: { bucket: string; key: string },
  tags: Tagging | null,
): Promise<void> {
  if (tags) await store.putSubresource(bucket, key, { type: 'tagging', toXML: () => tags.toXML() })
  else await store.deleteSubresource(bucket, key, 'tagging')
}

function tagsOf(headers: IncomingHttpHeaders): Tagging | null {
  const header = headers['x-amz-tagging']
  if (typeof header !== 'string' || header === '') return null
  const tag = ([key, value]: [string, string]) => `<Tag><Key>${xml(key)}</Key><Value>${xml(value)}</Value></Tag>`
  const tags = [...new URLSearchParams(header)].map(tag).join('')
  return { type: 'tagging', toXML: () => `<Tagging><TagSet>${tags}</TagSet></Tagging>` }
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** RFC 9110, 14.1.2: `first-last`, `first-` and `-length`; what is no single range is ignored. */
async function getRange(store: Store, bucket: string, key: string, header: string) {
  const object = await store.getObject(bucket, key)
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header)
  const [first, last] = [parts?.[1] ?? '', parts?.[2] ?? '']
  if (!object || (first === '' && last === '') || (first !== '' && last !== '' && Number(first) > Number(last)))
    return object
  object.content.destroy()
  const start = first === '' ? Math.max(0, object.size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? object.size - 1 : Math.min(Number(last), object.size - 1)
  if (start > end) throw new S3Error('InvalidRange', 'The requested range is not satisfiable')
  object.content = createReadStream(store.getResourcePath(bucket, key, 'object'), { start, end })
  object.range = { start, end }
  return object
}

function oneAtATime(): Exclusively {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const result = last.then(run, run)
    last = result.catch(() => {})
    return result
  }
}
