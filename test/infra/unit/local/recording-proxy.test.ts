import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../../../../infra/local/endpoints.ts'
import { type Host, startHttpHost } from '../../../../infra/local/engines/http-host.ts'
import { s3Credentials, startS3 } from '../../../../infra/local/engines/s3.ts'
import { type Recording, startRecording } from '../../../../infra/local/recording-proxy.ts'

let directory: string
let engine: Host
let s3: Host
let recording: Recording
let endpoints: Endpoints

/** Any service but S3: answers with what it was sent. */
const echo = () => startHttpHost(({ headers, body }) => ({ status: 200, headers: { host: headers.host ?? '' }, body }))

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recording-'))
  engine = await echo()
  s3 = await startS3({ dataDirectory: directory, buckets: ['bucket'] })
  recording = startRecording()
  const { endpoint } = engine
  endpoints = await recording.between({
    dynamodb: endpoint,
    s3: s3.endpoint,
    sqs: endpoint,
    kms: endpoint,
    secretsManager: endpoint,
    eventBridge: endpoint,
    stepFunctions: endpoint,
    email: endpoint,
    sms: endpoint,
  })
})
afterEach(async () => {
  await recording.close()
  await Promise.all([engine.close(), s3.close()])
  await rm(directory, { recursive: true })
})

function clientOf(sessionToken: string): S3Client {
  return new S3Client({
    endpoint: endpoints.s3,
    region: 'us-east-1',
    credentials: { ...s3Credentials, sessionToken },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
}

const object = { Bucket: 'bucket', Key: 'folder/key' }
const told = () =>
  recording.calls().map(({ functionName, action, resource }) => `${functionName} ${action} ${resource}`)

test('signed objects pass whole in both directions and count for the function that signed', async () => {
  const bytes = randomBytes(3 * 1024 * 1024)
  await clientOf('writer').send(new PutObjectCommand({ ...object, Body: bytes, Tagging: 'a=b' }))
  const { Body } = await clientOf('reader').send(new GetObjectCommand(object))
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true)
  expect(told()).toEqual([
    'writer s3:PutObject arn:aws:s3:::bucket/folder/key',
    'writer s3:PutObjectTagging arn:aws:s3:::bucket/folder/key',
    'reader s3:GetObject arn:aws:s3:::bucket/folder/key',
  ])
  expect(recording.unknown()).toEqual([])
})

test('a presigned address counts for the function that made it; what a browser asks before it does not', async () => {
  const url = await getSignedUrl(clientOf('uploads'), new PutObjectCommand(object))
  expect(recording.calls()).toEqual([])
  const headers = { origin: 'https://example.com', 'access-control-request-method': 'PUT' }
  expect((await fetch(url, { method: 'OPTIONS', headers })).status).toBe(200)
  expect((await fetch(url, { method: 'PUT', body: 'text' })).status).toBe(200)
  expect(told()).toEqual(['uploads s3:PutObject arn:aws:s3:::bucket/folder/key'])
})

test('to be told that there is no object takes the right to list the bucket', async () => {
  await expect(clientOf('reader').send(new GetObjectCommand(object))).rejects.toThrow(NoSuchKey)
  expect(told()).toEqual([
    'reader s3:GetObject arn:aws:s3:::bucket/folder/key',
    'reader s3:ListBucket arn:aws:s3:::bucket',
  ])
})

const send = (endpoint: string, headers: Record<string, string>, body: string) =>
  fetch(endpoint, { method: 'POST', headers, body })

test('requests and answers are unchanged, Host included, and calls are counted', async () => {
  const headers = { 'x-amz-target': 'TrentService.Sign', 'x-amz-security-token': 'sealing' }
  for (const _ of [1, 2]) {
    const response = await send(endpoints.kms, headers, '{"KeyId":"1"}')
    expect(await response.text()).toBe('{"KeyId":"1"}')
    expect(`http://${response.headers.get('host')}`).toBe(endpoints.kms)
  }
  const resource = 'arn:aws:kms:us-east-1:123456789012:key/1'
  expect(recording.calls()).toEqual([{ functionName: 'sealing', action: 'kms:Sign', resource, count: 2 }])
})

test('a call that nobody signed, or whose needs are not known, is told', async () => {
  await send(endpoints.kms, { 'x-amz-target': 'TrentService.Sign' }, '{"KeyId":"1"}')
  await send(endpoints.sqs, { 'x-amz-target': 'AmazonSQS.PurgeQueue', 'x-amz-security-token': 'sweep' }, '{}')
  expect(recording.calls()).toEqual([])
  expect(recording.unknown()).toEqual([
    expect.stringMatching(/^kms TrentService.Sign: no function/),
    expect.stringMatching(/^sqs AmazonSQS.PurgeQueue: .*not known/),
  ])
})

test('an engine that is gone is a broken connection, as without anything between', async () => {
  await engine.close()
  await expect(send(endpoints.kms, { 'x-amz-target': 'TrentService.Sign' }, '{}')).rejects.toThrow()
  engine = await echo()
})
