import type { EngineAnswer, InterceptedCall } from '../../../infra/local/interception.ts'
import { asArray, asObject, type JsonObject } from '../../../infra/local/template.ts'

/** Answers as AWS gives them, in the words that the SDK looks for, where the engines of this machine never would. */

export function internalError(call: InterceptedCall): EngineAnswer {
  if (call.service === 's3') return xml(500, 'InternalError')
  if (call.service === 'sms') return queryError(500, 'InternalError')
  return json(500, { __type: typeOf(call, 'InternalServerError', 'InternalFailure'), message: 'Internal server error' })
}

export function throttled(call: InterceptedCall): EngineAnswer {
  if (call.service === 's3') return xml(503, 'SlowDown')
  if (call.service === 'sms') return queryError(429, 'Throttled')
  if (call.service === 'email') return json(429, { __type: 'TooManyRequestsException', message: 'Rate exceeded' })
  const type = typeOf(call, 'ThrottlingException', 'ThrottlingException')
  return json(400, { __type: type, message: 'Rate exceeded' })
}

/** A transaction tells the item that collided; a single write is refused as a whole. */
export function canceledByConflict(call: InterceptedCall): EngineAnswer {
  const message = 'Transaction is ongoing for the item'
  if (call.operation !== 'TransactWriteItems')
    return json(400, { __type: typeOf(call, 'TransactionConflictException'), message })
  const items = asArray(inputOf(call).TransactItems)
  const CancellationReasons = items.map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
  )
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [TransactionConflict${', None'.repeat(items.length - 1)}]`
  return json(400, { __type: typeOf(call, 'TransactionCanceledException'), Message, CancellationReasons })
}

/** The first half of a batch is not done, and told so. */
export async function halved(
  call: InterceptedCall,
  forward: (body?: Buffer) => Promise<EngineAnswer>,
): Promise<EngineAnswer> {
  const input = inputOf(call)
  if (call.operation === 'PutEvents') return await halfOfEvents(input, forward)
  if (call.operation === 'SendMessageBatch') return await halfOfMessages(input, forward)
  const [left, done] = [itemsOfBatch(input, 'first'), itemsOfBatch(input, 'second')]
  const name = call.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems'
  if (Object.keys(done).length === 0) return json(200, { Responses: {}, [name]: left })
  const answer = await forward(Buffer.from(JSON.stringify({ ...input, RequestItems: done })))
  return json(answer.status, { ...asObject(JSON.parse(answer.body.toString('utf8'))), [name]: left })
}

async function halfOfEvents(input: JsonObject, forward: (body?: Buffer) => Promise<EngineAnswer>) {
  const entries = asArray(input.Entries)
  const refused = Math.ceil(entries.length / 2)
  const failures = Array.from({ length: refused }, () => ({
    ErrorCode: 'ThrottlingException',
    ErrorMessage: 'Rate exceeded',
  }))
  if (refused === entries.length) return json(200, { FailedEntryCount: refused, Entries: failures })
  const answer = await forward(Buffer.from(JSON.stringify({ ...input, Entries: entries.slice(refused) })))
  const put = asArray(asObject(JSON.parse(answer.body.toString('utf8'))).Entries)
  return json(200, { FailedEntryCount: refused, Entries: [...failures, ...put] })
}

async function halfOfMessages(input: JsonObject, forward: (body?: Buffer) => Promise<EngineAnswer>) {
  const entries = asArray(input.Entries)
  const refused = Math.ceil(entries.length / 2)
  const Failed = entries
    .slice(0, refused)
    .map((entry) => ({ Id: asObject(entry).Id ?? '', SenderFault: false, Code: 'InternalError', Message: 'Try again' }))
  if (refused === entries.length) return json(200, { Successful: [], Failed })
  const answer = await forward(Buffer.from(JSON.stringify({ ...input, Entries: entries.slice(refused) })))
  return json(answer.status, { ...asObject(JSON.parse(answer.body.toString('utf8'))), Failed })
}

/** Half of what a batch asks of each table, rounded up for the first. */
function itemsOfBatch(input: JsonObject, half: 'first' | 'second'): JsonObject {
  const halves = Object.entries(asObject(input.RequestItems)).map(([table, asked]) => {
    const cut = (all: ReturnType<typeof asArray>) => {
      const middle = Math.ceil(all.length / 2)
      return half === 'first' ? all.slice(0, middle) : all.slice(middle)
    }
    if (Array.isArray(asked)) return [table, cut(asked)] as const
    return [table, { ...asObject(asked), Keys: cut(asArray(asObject(asked).Keys)) }] as const
  })
  const isEmpty = (asked: unknown) =>
    asArray(Array.isArray(asked) ? asked : asObject(asked as JsonObject).Keys).length === 0
  return Object.fromEntries(halves.filter(([, asked]) => !isEmpty(asked)))
}

const reads = ['GetItem', 'Query', 'BatchGetItem']

export function isTableRead({ service, operation }: InterceptedCall): boolean {
  return service === 'dynamodb' && reads.includes(operation)
}

/** Whether DynamoDB may answer the call as the table stood a moment ago. */
export function isEventuallyConsistent(call: InterceptedCall): boolean {
  return isTableRead(call) && !call.body.includes('"ConsistentRead":true')
}

/** An eventually consistent read before anything was written. */
export function nothingFound({ operation }: InterceptedCall): EngineAnswer {
  if (operation === 'Query') return json(200, { Items: [], Count: 0, ScannedCount: 0 })
  return json(200, operation === 'GetItem' ? {} : { Responses: {}, UnprocessedKeys: {} })
}

function inputOf({ body }: InterceptedCall): JsonObject {
  return asObject(JSON.parse(body.toString('utf8')))
}

/** DynamoDB names its errors with its version, other services without. */
function typeOf({ service }: InterceptedCall, name: string, elsewhere = name): string {
  return service === 'dynamodb' ? `com.amazonaws.dynamodb.v20120810#${name}` : elsewhere
}

function json(status: number, content: object): EngineAnswer {
  const body = Buffer.from(JSON.stringify(content))
  const rawHeaders = ['Content-Type', 'application/x-amz-json-1.0', 'Content-Length', String(body.length)]
  return { status, rawHeaders, body }
}

/** The query protocol, which SNS speaks. */
function queryError(status: number, code: string): EngineAnswer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error>`
  return markup(status, `<ErrorResponse>${error}<RequestId>none</RequestId></ErrorResponse>`)
}

function xml(status: number, code: string): EngineAnswer {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  return markup(status, text)
}

function markup(status: number, text: string): EngineAnswer {
  const body = Buffer.from(text)
  return { status, rawHeaders: ['Content-Type', 'application/xml', 'Content-Length', String(body.length)], body }
}
