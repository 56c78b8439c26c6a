import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundling } from '../../../infra/build/bundle.ts'

/** Calls each service with prepared answers, and prints the results with the addresses that were called. */
const program = `
import { Readable } from 'node:stream'
import { ConditionalCheckFailedException, DynamoDBClient, DynamoDBServiceException, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns'

const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
export const hosts = []
const signedAt = []
function clientOf(Client, region, ...answers) {
  const handle = async ({ hostname, headers: sent }) => {
    hosts.push(hostname)
    signedAt.push(sent['x-amz-date'])
    const [statusCode, text, others] = answers.length > 1 ? answers.shift() : answers[0]
    const type = text.startsWith('<') ? 'application/xml' : 'application/x-amz-json-1.0'
    const headers = { 'content-type': type, ...others }
    return { response: { statusCode, headers, body: Readable.from([Buffer.from(text)]) } }
  }
  return new Client({ region, credentials, maxAttempts: 3, requestHandler: { handle, metadata: { handlerProtocol: 'http/1.1' } } })
}
const get = new GetItemCommand({ TableName: 'table', Key: { PK: { S: 'a' } } })
const object = new GetObjectCommand({ Bucket: 'documents', Key: 'a.pdf' })
const failed = (client, command) => client.send(command).catch((error) => error)
const dynamoDbError = (name) => JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#' + name, message: 'why', Item: { a: { S: 'b' } } })

const item = await clientOf(DynamoDBClient, 'eu-west-3', [200, '{"Item":{"a":{"N":"1"}}}']).send(get)
const conditional = await failed(clientOf(DynamoDBClient, 'eu-west-3', [400, dynamoDbError('ConditionalCheckFailedException')]), get)
const other = await failed(clientOf(DynamoDBClient, 'eu-west-3', [400, dynamoDbError('ResourceNotFoundException')]), get)
const busy = [400, dynamoDbError('ProvisionedThroughputExceededException')]
const patient = await clientOf(DynamoDBClient, 'eu-west-3', busy, busy, [200, '{"Item":{"a":{"N":"1"}}}']).send(get)
const impatient = await failed(clientOf(DynamoDBClient, 'eu-west-3', busy), get)
const inAnHour = new Date(Date.now() + 3_600_000)
const skewed = [400, dynamoDbError('InvalidSignatureException'), { date: inAnHour.toUTCString() }]
await clientOf(DynamoDBClient, 'eu-west-3', skewed, [200, '{}']).send(get)
const correctedAt = signedAt.at(-1)
const noSuchKey = await failed(clientOf(S3Client, 'eu-west-3', [404, '<Error><Code>NoSuchKey</Code><Message>why</Message></Error>']), object)
const lastModified = { 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' }
const file = await clientOf(S3Client, 'eu-west-3', [200, 'bytes', lastModified]).send(object)
const execution = await clientOf(SFNClient, 'eu-west-3', [200, '{"executionArn":"a","startDate":1700000000.25}'])
  .send(new StartExecutionCommand({ stateMachineArn: 'a' }))
const existing = await failed(clientOf(SFNClient, 'eu-west-3', [400, '{"__type":"com.amazonaws.swf.service.v2.model#ExecutionAlreadyExists","message":"why"}']), new StartExecutionCommand({ stateMachineArn: 'a' }))
await clientOf(EventBridgeClient, 'cn-north-1', [200, '{"Entries":[]}']).send(new PutEventsCommand({ Entries: [] }))
await clientOf(KMSClient, 'eu-west-3', [200, '{}']).send(new SignCommand({ KeyId: 'a', Message: new Uint8Array(1), SigningAlgorithm: 'ECDSA_SHA_256' }))
const content = { Simple: { Subject: { Data: 'a' }, Body: {} } }
const rejected = await failed(clientOf(SESv2Client, 'eu-west-3', [400, '{"__type":"MessageRejected","message":"why"}']), new SendEmailCommand({ Content: content }))
const query = '<ErrorResponse><Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>why</Message></Error></ErrorResponse>'
const invalid = await failed(clientOf(SNSClient, 'eu-west-3', [400, query]), new PublishCommand({ Message: 'a' }))
console.log(JSON.stringify({
  hosts,
  patient: [patient.Item, patient.$metadata.attempts],
  impatient: [impatient.name, impatient.$metadata.attempts],
  correction: [correctedAt.slice(0, 13), inAnHour.toISOString().replace(/[-:]/g, '').slice(0, 13)],
  file: [await file.Body.transformToString(), file.LastModified],
  startDate: execution.startDate,
  existing: existing instanceof ExecutionAlreadyExists,
  rejected: [rejected.name, rejected.$metadata.httpStatusCode],
  invalid: [invalid.name, invalid.$metadata.httpStatusCode],
  item: item.Item,
  conditional: [conditional instanceof ConditionalCheckFailedException, conditional.name, conditional.message, conditional.Item],
  other: [other instanceof DynamoDBServiceException, other.name, other.message],
  noSuchKey: [noSuchKey instanceof NoSuchKey, noSuchKey.name],
}))
`

let told: Record<string, unknown>
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bundled-sdk-'))
  const stdin = { contents: program, resolveDir: process.cwd(), sourcefile: 'program.js' }
  await build({ ...bundling, stdin, outdir: directory, entryNames: 'program' })
  const run = ['--input-type=module', '-e', `await import('${pathToFileURL(join(directory, 'program.mjs'))}')`]
  const { stdout } = await promisify(execFile)(process.execPath, run, { env: {}, cwd: directory })
  told = JSON.parse(stdout)
})

afterAll(() => rm(directory, { recursive: true }))

describe('the SDK in bundles', () => {
  test('finds the address of each service in each partition', () => {
    expect([...new Set(told.hosts as string[])]).toEqual([
      'dynamodb.eu-west-3.amazonaws.com',
      'documents.s3.eu-west-3.amazonaws.com',
      'states.eu-west-3.amazonaws.com',
      'events.cn-north-1.amazonaws.com.cn',
      'kms.eu-west-3.amazonaws.com',
      'email.eu-west-3.amazonaws.com',
      'sns.eu-west-3.amazonaws.com',
    ])
  })

  test('reads answers', () => {
    expect(told.item).toEqual({ a: { N: '1' } })
  })

  test('reads streams, and dates of each kind', () => {
    expect(told.file).toEqual(['bytes', '1994-11-06T08:49:37.000Z'])
    expect(told.startDate).toBe('2023-11-14T22:13:20.250Z')
  })

  test('tries a throttled call three times', () => {
    expect(told.patient).toEqual([{ a: { N: '1' } }, 3])
    expect(told.impatient).toEqual(['ProvisionedThroughputExceededException', 3])
  })

  test('signs with the time of AWS when the local clock is wrong', () => {
    const [signed, expected] = told.correction as [string, string]
    expect(signed).toBe(expected)
  })

  test('gives errors their class and their fields', () => {
    const item = { a: { S: 'b' } }
    expect(told.conditional).toEqual([true, 'ConditionalCheckFailedException', 'why', item])
    expect(told.noSuchKey).toEqual([true, 'NoSuchKey'])
  })

  test('recognizes by its class that an execution exists already', () => {
    expect(told.existing).toBe(true)
  })

  test('recognizes by name and status that an e-mail or an SMS was refused', () => {
    expect(told.rejected).toEqual(['MessageRejected', 400])
    expect(told.invalid).toEqual([expect.stringMatching(/^InvalidParameter/), 400])
  })

  test('gives each error the general class of its service, with its name and message', () => {
    expect(told.other).toEqual([true, 'ResourceNotFoundException', 'why'])
  })
})
