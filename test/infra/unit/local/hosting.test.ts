import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startAdmin } from '../../../../infra/local/admin.ts'
import type { Host } from '../../../../infra/local/engines/http-host.ts'
import { openGateway } from '../../../../infra/local/gateway.ts'
import { type Hosting, startHosting } from '../../../../infra/local/hosting.ts'
import { type Recording, startRecording } from '../../../../infra/local/recording-proxy.ts'
import type { Json, Template } from '../../../../infra/local/template.ts'

const client = import.meta.resolve('@aws-sdk/client-sqs')
const dynamo = import.meta.resolve('@aws-sdk/client-dynamodb')
const bridge = import.meta.resolve('@aws-sdk/client-eventbridge')

/** An API that writes an item; its stream, a rule and two queues carry what was written through three more functions to a result. */
const code = {
  write: `
    import { DynamoDBClient, PutItemCommand } from ${JSON.stringify(dynamo)}
    const client = new DynamoDBClient()
    export const handler = async ({ body }) => {
      await client.send(new PutItemCommand({ TableName: process.env.TABLE, Item: { PK: { S: body } } }))
      return { statusCode: 201, body: JSON.stringify({ url: process.env.URL, secret: process.env.SECRET }) }
    }`,
  relay: `
    import { EventBridgeClient, PutEventsCommand } from ${JSON.stringify(bridge)}
    const client = new EventBridgeClient()
    export const handler = async ({ Records }) => {
      const Entries = Records.map(({ dynamodb }) => ({
        EventBusName: process.env.BUS, Source: 'test', DetailType: 'written', Detail: JSON.stringify({ key: dynamodb.NewImage.PK.S }),
      }))
      await client.send(new PutEventsCommand({ Entries }))
    }`,
  work: `
    import { SQSClient, SendMessageCommand } from ${JSON.stringify(client)}
    const client = new SQSClient()
    export const handler = async (event) => {
      const bodies = event.Records ? event.Records.map(({ body }) => JSON.parse(body).detail.key) : ['scheduled']
      for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl: process.env.RESULTS, MessageBody }))
    }`,
}

let directory: string
let template: Template
let hosting: Hosting
let recording: Recording
let admin: Host

const function_ = (name: keyof typeof code, Variables: { [name: string]: Json }) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Timeout: 10,
    MemorySize: 256,
    Environment: { Variables },
  },
  Metadata: { 'aws:asset:path': join(directory, name) },
})
const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })
const uri = {
  'Fn::Join': ['', ['arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/', arnOf('Write'), '/invocations']],
}
const base = {
  'Fn::Join': [
    '',
    ['https://', { Ref: 'Api' }, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }, '/live'],
  ],
}

/** A queue that a rule still names. */
const nowhere = 'arn:aws:sqs:us-east-1:123456789012:Nowhere'

function createTemplate(): Template {
  return {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
          BillingMode: 'PAY_PER_REQUEST',
          StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
        },
      },
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { VersioningConfiguration: { Status: 'Enabled' } } },
      Key: { Type: 'AWS::KMS::Key', Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' } },
      Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: '{"key":"value"}' } },
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus' } },
      DeadLetters: { Type: 'AWS::SQS::Queue', Properties: { MessageRetentionPeriod: 1209600 } },
      Work: {
        Type: 'AWS::SQS::Queue',
        Properties: { RedrivePolicy: { deadLetterTargetArn: arnOf('DeadLetters'), maxReceiveCount: 3 } },
      },
      Results: { Type: 'AWS::SQS::Queue' },
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          EventPattern: { source: ['test'] },
          State: 'ENABLED',
          Targets: [{ Id: 'Target0', Arn: arnOf('Work') }],
        },
      },
      Undelivered: { Type: 'AWS::SQS::Queue' },
      Lost: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          EventPattern: { source: ['lost'] },
          Targets: [
            {
              Id: 'Target0',
              Arn: nowhere,
              RetryPolicy: { MaximumRetryAttempts: 0 },
              DeadLetterConfig: { Arn: arnOf('Undelivered') },
            },
          ],
        },
      },
      Sweep: {
        Type: 'AWS::Events::Rule',
        Properties: { ScheduleExpression: 'rate(1 day)', Targets: [{ Id: 'Target0', Arn: arnOf('Worker') }] },
      },
      Write: function_('write', { TABLE: { Ref: 'Table' }, URL: base, SECRET: { Ref: 'Secret' } }),
      Relay: function_('relay', { BUS: { Ref: 'Bus' } }),
      Worker: function_('work', { RESULTS: { Ref: 'Results' } }),
      Stream: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Relay' },
          StartingPosition: 'TRIM_HORIZON',
        },
      },
      Jobs: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { EventSourceArn: arnOf('Work'), FunctionName: arnOf('Worker') },
      },
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: {
          Name: 'test',
          Body: { paths: { '/items': { post: { 'x-amazon-apigateway-integration': { type: 'aws_proxy', uri } } } } },
        },
      },
    },
    Outputs: { TableName: { Value: { Ref: 'Table' } } },
  }
}

async function start(): Promise<void> {
  const gateway = await openGateway(0)
  recording = startRecording()
  const { between } = recording
  hosting = await startHosting({ template, gateway, dataDirectory: join(directory, 'data'), speed: 1, between })
  admin = await startAdmin(hosting)
}

async function stop(): Promise<void> {
  await admin.close()
  await hosting.close()
  await recording.close()
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hosting-'))
  for (const [name, text] of Object.entries(code)) {
    await mkdir(join(directory, name))
    await writeFile(join(directory, name, 'index.mjs'), text)
  }
  template = createTemplate()
  await start()
})
afterAll(async () => {
  await stop()
  await rm(directory, { recursive: true })
})

const messagesSchema = v.object({ Messages: v.optional(v.array(v.object({ Body: v.string() })), []) })

/** Waits for the next result, however long functions take to start, and leaves it in its queue, hidden until a restart. */
async function nextResult(): Promise<string> {
  for (;;) {
    const response = await fetch(hosting.endpoints.sqs, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ReceiveMessage' },
      body: JSON.stringify({ QueueUrl: hosting.resources.Results, WaitTimeSeconds: 10, VisibilityTimeout: 3600 }),
    })
    const [message] = v.parse(messagesSchema, JSON.parse((await response.text()) || '{}')).Messages
    if (message) return message.Body
  }
}

async function awsCall(endpoint: string, target: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target }
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) })
  return JSON.parse((await response.text()) || '{}')
}

const post = (body: string) => fetch(`${hosting.baseUrl}/items`, { method: 'POST', body })

describe('a hosted template', () => {
  it('carries a request through table, stream, bus, rule, queue and functions', async () => {
    const response = await post('one')
    expect(response.status).toBe(201)
    const secret = expect.stringMatching(/^arn:aws:secretsmanager:.+:secret:/)
    expect(await response.json()).toEqual({ url: hosting.baseUrl, secret })
    expect(await nextResult()).toBe('one')
    const log = await (await fetch(`${admin.endpoint}/_local/events?bus=bus`)).json()
    expect(log).toMatchObject({ events: [{ event: { 'detail-type': 'written', detail: { key: 'one' } } }] })
  })

  it('shows every call of a function, and by its own name, to what is put between', () => {
    const told = recording.calls().map(({ functionName, action, resource }) => [functionName, action, resource])
    expect(told).toEqual([
      ['Write', 'dynamodb:PutItem', 'arn:aws:dynamodb:us-east-1:123456789012:table/Table'],
      ['Relay', 'events:PutEvents', 'arn:aws:events:us-east-1:123456789012:event-bus/bus'],
      ['Worker', 'sqs:SendMessage', 'arn:aws:sqs:us-east-1:123456789012:Results'],
    ])
    expect(recording.unknown()).toEqual([])
  })

  it('tells where everything is', async () => {
    expect(await (await fetch(`${admin.endpoint}/_local/state`)).json()).toMatchObject({
      baseUrl: hosting.baseUrl,
      endpoints: { dynamodb: expect.stringContaining('http://127.0.0.1:') },
      resources: { Table: 'Table', TableName: 'Table' },
      functions: ['Write', 'Relay', 'Worker'],
      schedules: ['Sweep'],
    })
    expect((await fetch(hosting.inboxUrl)).status).toBe(200)
  })

  it('runs a schedule and a function when asked', async () => {
    const ask = (path: string, body?: string) => fetch(`${admin.endpoint}/_local/${path}`, { method: 'POST', body })
    expect((await ask('schedules/Sweep/run')).status).toBe(200)
    expect(await nextResult()).toBe('scheduled')
    expect(await (await ask('functions/Write/invoke', '{"body":"two"}')).json()).toMatchObject({ statusCode: 201 })
    expect(await nextResult()).toBe('two')
    expect((await ask('schedules/Other/run')).status).toBe(404)
    expect((await ask('functions/Other/invoke')).status).toBe(404)
  })

  it('keeps an event that no target took, and says which one missed it', async () => {
    const { eventBridge, sqs } = hosting.endpoints
    const entry = { EventBusName: 'bus', Source: 'lost', DetailType: 'written', Detail: '{"key":"lost"}' }
    await awsCall(eventBridge, 'AWSEvents.PutEvents', { Entries: [entry] })
    const asked = { QueueUrl: hosting.resources.Undelivered, WaitTimeSeconds: 10, MessageAttributeNames: ['All'] }
    const { Messages } = v.parse(
      v.object({ Messages: v.array(v.looseObject({ Body: v.string() })) }),
      await awsCall(sqs, 'AmazonSQS.ReceiveMessage', asked),
    )
    const text = (StringValue: unknown) => expect.objectContaining({ StringValue })
    expect(Messages).toMatchObject([
      { MessageAttributes: { TARGET_ARN: text(nowhere), RULE_ARN: text(expect.stringContaining('rule/Lost')) } },
    ])
    expect(JSON.parse(Messages[0]?.Body ?? '')).toMatchObject({ source: 'lost', detail: { key: 'lost' } })
  })

  it('goes on after a restart, with nothing done twice', async () => {
    await stop()
    await start()
    await post('three')
    const results = [await nextResult(), await nextResult(), await nextResult(), await nextResult()]
    expect(results.toSorted()).toEqual(['one', 'scheduled', 'three', 'two'])
  })
})

it('stops what it started when the start fails half-way', async () => {
  const broken: Template = {
    Resources: {
      ...template.Resources,
      Bad: { Type: 'AWS::Events::Rule', Properties: { EventPattern: { a: [{ unknown: 1 }] } } },
    },
  }
  const gateway = await openGateway(0)
  const options = { template: broken, gateway, dataDirectory: join(directory, 'broken'), speed: 1 }
  await expect(startHosting(options)).rejects.toThrow('does not know')
  await gateway.close()
})

it('names a damaged file, and stops what it started', async () => {
  const dataDirectory = join(directory, 'damaged')
  await mkdir(dataDirectory)
  await writeFile(join(dataDirectory, 'stream-positions.json'), '')
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  const gateway = await openGateway(0)
  const starting = startHosting({ template, gateway, dataDirectory, speed: 1 })
  await expect(starting).rejects.toThrow(`${join(dataDirectory, 'stream-positions.json')} is damaged. Delete it:`)
  // A schedule that is still planned would keep the process alive.
  const planned = set.mock.calls.flatMap(([, delayMs], index) =>
    delayMs === 3_600_000 ? [set.mock.results[index]?.value] : [],
  )
  expect(planned.length).toBeGreaterThan(0)
  for (const timer of planned) expect(clear).toHaveBeenCalledWith(timer)
  vi.restoreAllMocks()
  await gateway.close()
})
