import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { s3Credentials, startS3 } from '../../../../infra/local/engines/s3.ts'

const Bucket = 'documents'
const pdf = Buffer.from('%PDF-1.7\r\n\x00\xff\xfe 10;chunk-signature=0\r\n%%EOF', 'latin1')
let directory: string
let engine: Awaited<ReturnType<typeof startS3>>
let s3: S3Client

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 's3-'))
  engine = await startS3({ dataDirectory: directory, buckets: [Bucket] })
  s3 = client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
})

afterAll(async () => {
  s3.destroy()
  await engine.close()
  await rm(directory, { recursive: true })
})

function client(options: ConstructorParameters<typeof S3Client>[0] = {}): S3Client {
  return new S3Client({ endpoint: engine.endpoint, region: 'eu-west-3', credentials: s3Credentials, ...options })
}

async function put(Key: string, input: Partial<PutObjectCommandInput> = {}, by = s3) {
  return by.send(new PutObjectCommand({ Bucket, Key, Body: pdf, ContentType: 'application/pdf', ...input }))
}

async function stored(Key: string, input: { Range?: string } = {}): Promise<Buffer> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...input }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

describe('what is uploaded is stored byte for byte', () => {
  test('with the default settings and a buffer', async () => {
    const byDefault = client()
    await put('default', {}, byDefault)
    byDefault.destroy()
    expect(await stored('default')).toEqual(pdf)
  })

  test('with checksums only when required, and a stream', async () => {
    await put('stream', { Body: Readable.from([pdf]), ContentLength: pdf.length })
    expect(await stored('stream')).toEqual(pdf)
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'stream' }))).toMatchObject({
      ContentLength: pdf.length,
      ContentType: 'application/pdf',
    })
  })

  test('a stream with the default settings is refused, rather than stored with its checksum trailer', async () => {
    const byDefault = client()
    const upload = put('trailer', { Body: Readable.from([pdf]), ContentLength: pdf.length }, byDefault)
    await expect(upload).rejects.toMatchObject({ name: 'InvalidArgument' })
    byDefault.destroy()
  })

  test('after a restart too', async () => {
    await put('kept')
    await engine.close()
    engine = await startS3({ dataDirectory: directory, buckets: [Bucket] })
    s3.destroy()
    s3 = client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
    expect(await stored('kept')).toEqual(pdf)
  })
})

describe('a presigned PUT', () => {
  const headers = { 'content-type': 'application/pdf' }
  const signedHeaders = new Set(['content-length', 'content-type', 'host'])
  const sign = (Key: string, by = s3) => {
    const upload = new PutObjectCommand({ Bucket, Key, ContentType: 'application/pdf', ContentLength: pdf.length })
    return getSignedUrl(by, upload, { expiresIn: 600, signableHeaders: signedHeaders })
  }

  test('takes exactly the signed length and type', async () => {
    const url = await sign('presigned')
    expect((await fetch(url, { method: 'PUT', body: pdf, headers })).status).toBe(200)
    expect(await stored('presigned')).toEqual(pdf)
    for (const body of [pdf.subarray(1), Buffer.concat([pdf, pdf])]) {
      expect((await fetch(url, { method: 'PUT', body, headers })).status).toBe(403)
    }
    expect((await fetch(url, { method: 'PUT', body: pdf, headers: { 'content-type': 'text/html' } })).status).toBe(403)
    expect(await stored('presigned')).toEqual(pdf)
  })

  test('whose body breaks off leaves nothing', async () => {
    const url = await sign('broken')
    await new Promise((resolve) => {
      const upload = request(url, { method: 'PUT', headers: { ...headers, 'content-length': pdf.length } })
      upload.on('close', resolve).on('error', () => {})
      upload.write(pdf.subarray(0, 9), () => upload.destroy())
    })
    await expect(stored('broken')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('made with the default checksum setting is refused as on AWS: it signs the checksum of an empty body', async () => {
    const byDefault = client()
    const response = await fetch(await sign('checksum', byDefault), { method: 'PUT', body: pdf, headers })
    byDefault.destroy()
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('BadDigest')
  })

  test('is open to a page of any origin', async () => {
    const origin = 'http://localhost:5173'
    const url = await sign('page')
    const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin, ...asked } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const upload = await fetch(url, { method: 'PUT', body: pdf, headers: { ...headers, origin } })
    expect(upload.headers.get('access-control-allow-origin')).toBe('*')
  })
})

test('a presigned GET gives the object, and an unsigned or foreign one nothing', async () => {
  await put('private')
  const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'private' }), { expiresIn: 60 })
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(pdf)
  expect((await fetch(new URL(new URL(url).pathname, url))).status).toBe(403)
  expect((await fetch(url.replace(/Signature=\w{64}/, `Signature=${'0'.repeat(64)}`))).status).toBe(403)
})

test('If-None-Match: * lets one of many writers through', async () => {
  const writers = Array.from({ length: 8 }, (_, index) => put('once', { Body: `writer ${index}`, IfNoneMatch: '*' }))
  const outcomes = await Promise.allSettled(writers)
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map((outcome) => outcome.reason.name)
  expect(refusals).toEqual(Array(7).fill('PreconditionFailed'))
  const winner = outcomes.findIndex((outcome) => outcome.status === 'fulfilled')
  expect((await stored('once')).toString()).toBe(`writer ${winner}`)
})

test('If-Match replaces only what was read', async () => {
  const { ETag } = await put('versioned')
  await put('versioned', { Body: 'second', IfMatch: ETag })
  await expect(put('versioned', { Body: 'third', IfMatch: ETag })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  expect((await stored('versioned')).toString()).toBe('second')
})

test('tags come with an upload, follow a copy, and go when they are removed or the object is', async () => {
  const tags = async (Key: string) => (await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet
  await put('tagged', { Tagging: 'state=unclaimed&note=a%20%26%20b' })
  const both = [
    { Key: 'state', Value: 'unclaimed' },
    { Key: 'note', Value: 'a & b' },
  ]
  expect(await tags('tagged')).toEqual(both)
  await s3.send(new CopyObjectCommand({ Bucket, Key: 'copied/it', CopySource: `${Bucket}/tagged` }))
  expect(await tags('copied/it')).toEqual(both)
  expect(await stored('copied/it')).toEqual(pdf)
  await s3.send(new DeleteObjectTaggingCommand({ Bucket, Key: 'tagged' }))
  expect(await tags('tagged')).toEqual([])
  const absent = new DeleteObjectTaggingCommand({ Bucket, Key: 'absent' })
  await expect(s3.send(absent)).rejects.toMatchObject({ name: 'NoSuchKey' })
  await s3.send(new DeleteObjectCommand({ Bucket, Key: 'copied/it' }))
  await put('copied/it')
  expect(await tags('copied/it')).toEqual([])
})

test.each([
  ['bytes=0-0', 0, 1],
  ['bytes=0-4', 0, 5],
  ['bytes=5-', 5, pdf.length],
  ['bytes=-5', pdf.length - 5, pdf.length],
  ['bytes=3-9999', 3, pdf.length],
])('the range %s is served', async (Range, start, end) => {
  await put('ranged')
  expect(await stored('ranged', { Range })).toEqual(pdf.subarray(start, end))
})

test('a range past the end is refused', async () => {
  await put('ranged')
  await expect(stored('ranged', { Range: 'bytes=9999-' })).rejects.toMatchObject({ name: 'InvalidRange' })
})
