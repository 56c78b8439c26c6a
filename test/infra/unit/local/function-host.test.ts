import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payloadLimitBytes, RequestTooLargeError } from '../../../../infra/local/function-host.ts'
import { type HostedFunctions, hostFunctions } from './hosted-functions.ts'

/** Answers when it ran and in which thread. */
const overlapping = `
  import { threadId } from 'node:worker_threads'
  const now = () => performance.timeOrigin + performance.now()
  export const handler = async () => {
    const startedAt = now()
    await new Promise((resolve) => setTimeout(resolve, 30))
    return { threadId, startedAt, endedAt: now() }
  }`

const streaming = `
  import { Readable } from 'node:stream'
  import { pipeline } from 'node:stream/promises'
  export const handler = awslambda.streamifyResponse(async (event, stream) => {
    const response = awslambda.HttpResponseStream.from(stream, { statusCode: 206, headers: { 'X-A': 'b' } })
    const chunk = Buffer.alloc(64 * 1024, event.fill)
    await pipeline(Readable.from((function* () { for (let n = 0; n < event.chunks; n++) yield chunk })()), response)
  })`

let functions: HostedFunctions

beforeAll(async () => {
  functions = await hostFunctions(
    {
      environment: {
        code: 'export const handler = async () => process.env',
        environment: { OWN: 'yes' },
        memoryMegabytes: 256,
      },
      context: {
        code: `export const handler = async (event, context) => {
          const first = context.getRemainingTimeInMillis()
          return { ...context, first }
        }`,
        timeoutSeconds: 7,
      },
      throws: { code: "export const handler = async () => { throw new TypeError('no') }" },
      slow: { code: 'export const handler = ({ hangs }) => hangs ? new Promise(() => {}) : 1', timeoutSeconds: 0.2 },
      exits: { code: 'export const handler = ({ exits }) => exits ? process.exit(3) : 1' },
      rejects: {
        code: 'export const handler = () => { Promise.reject(new Error("floating")); return new Promise(() => {}) }',
      },
      hungry: {
        code: 'export const handler = () => { const all = []; for (;;) all.push(new Array(100_000).fill({})) }',
        memoryMegabytes: 64,
      },
      broken: { code: 'throw new Error("at load")' },
      speaks: { code: 'export const handler = () => { console.log("one"); console.error("two") }' },
      overlapping: { code: overlapping },
      reserved: { code: overlapping, reservedConcurrency: 1 },
      big: { code: "export const handler = ({ length }) => 'x'.repeat(length)" },
      streaming: { code: streaming },
    },
    { maximumThreadsPerFunction: 2 },
  )
})
afterAll(() => functions.close())

describe('a hosted function', () => {
  it('has an environment of its own, with what Lambda sets and nothing of ours', async () => {
    const environment = await functions.call('environment')
    expect(environment).toMatchObject({
      OWN: 'yes',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'environment',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    })
    for (const name of ['PATH', 'HOME', 'NODE_ENV']) expect(environment).not.toHaveProperty(name)
  })

  it('is told who it is and how long it has', async () => {
    const context = await functions.call('context')
    expect(context).toMatchObject({
      functionName: 'context',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:context',
      memoryLimitInMB: '128',
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      first: expect.toSatisfy((remainingMs: number) => remainingMs > 0 && remainingMs <= 7000),
    })
  })

  it('is found by name, ARN, and with a version', async () => {
    const arn = 'arn:aws:lambda:us-east-1:123456789012:function:big'
    for (const name of ['big', 'big:live', arn, `${arn}:live`])
      expect(await functions.call(name, { length: 1 })).toBe('x')
    await expect(functions.call('nobody')).rejects.toThrow('nobody')
  })

  it('has its output in its log, and its errors', async () => {
    await functions.call('speaks')
    await expect.poll(() => functions.log('speaks')).toMatch(/^(one\ntwo|two\none)\n$/)
    await functions.call('throws')
    await expect.poll(() => functions.log('throws')).toContain('TypeError')
  })
})

describe('a function that fails', () => {
  it.each([
    ['throws', {}, 'TypeError', 'no'],
    ['slow', { hangs: true }, 'Sandbox.Timedout', 'Task timed out after 0.20 seconds'],
    ['exits', { exits: true }, 'Runtime.ExitError', 'exited'],
    ['rejects', {}, 'Runtime.UnhandledError', 'floating'],
    ['hungry', {}, 'Runtime.OutOfMemory', 'killed'],
    ['broken', {}, 'Error', 'at load'],
  ])('%s %j: answers as Lambda does', async (name, event, errorType, message) => {
    expect(await functions.call(name, event)).toMatchObject({
      functionError: 'Unhandled',
      answer: { errorType, errorMessage: expect.stringContaining(message) },
    })
  })

  it.each(['slow', 'exits'])('%s: is started anew by the next call', async (name) => {
    expect(await functions.call(name)).toBe(1)
  })
})

const callSchema = v.object({ threadId: v.number(), startedAt: v.number(), endedAt: v.number() })
type Call = v.InferOutput<typeof callSchema>

function mostAtOnce(calls: Call[]): number {
  const during = ({ startedAt }: Call) =>
    calls.filter((other) => other.startedAt <= startedAt && other.endedAt > startedAt)
  return Math.max(...calls.map((call) => during(call).length))
}

async function callTimes(name: string, times: number): Promise<Call[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => functions.call(name)))
  return v.parse(v.array(callSchema), answers)
}

describe('calls at the same time', () => {
  it('run in threads of their own, one call a thread, up to the cap; the others wait', async () => {
    const calls = await callTimes('overlapping', 6)
    expect(new Set(calls.map(({ threadId }) => threadId)).size).toBe(2)
    for (const { threadId } of calls) expect(mostAtOnce(calls.filter((call) => call.threadId === threadId))).toBe(1)
  })

  it('run one by one under a reserved concurrency of one', async () => {
    const calls = await callTimes('reserved', 3)
    expect(mostAtOnce(calls)).toBe(1)
  })
})

it('that is retired has another thread for the next call, and what runs comes to its end', async () => {
  const [before] = await callTimes('reserved', 1)
  const running = callTimes('reserved', 2)
  await functions.retire('reserved')
  const [last, next] = await running
  await functions.retire('reserved')
  const [after] = await callTimes('reserved', 1)
  expect(last?.threadId).toBe(before?.threadId)
  expect(new Set([before, next, after].map((call) => call?.threadId)).size).toBe(3)
})

describe('a payload', () => {
  it('over 6 MB is refused on the way in', async () => {
    const call = functions.invoke('big', JSON.stringify({ text: 'x'.repeat(payloadLimitBytes) }))
    await expect(call).rejects.toBeInstanceOf(RequestTooLargeError)
  })

  it('over 6 MB is an error on the way out', async () => {
    expect(await functions.call('big', { length: payloadLimitBytes - 2 })).toHaveLength(payloadLimitBytes - 2)
    expect(await functions.call('big', { length: payloadLimitBytes })).toMatchObject({
      answer: { errorType: 'Function.ResponseSizeTooLarge' },
    })
  })
})

describe('a streamed response', () => {
  it('arrives whole, over the buffered limit too, after its prelude and eight NULs', async () => {
    const bytes = await buffer(
      functions.invokeWithResponseStream('streaming', JSON.stringify({ chunks: 128, fill: 7 })),
    )
    const end = bytes.indexOf(Buffer.alloc(8))
    expect(JSON.parse(bytes.toString('utf8', 0, end))).toEqual({ statusCode: 206, headers: { 'X-A': 'b' } })
    const body = bytes.subarray(end + 8)
    expect(body.length).toBe(128 * 64 * 1024)
    expect(body.equals(Buffer.alloc(body.length, 7))).toBe(true)
  })

  it('fails when the function does', async () => {
    await expect(buffer(functions.invokeWithResponseStream('throws', '{}'))).rejects.toThrow('no')
  })

  it('leaves the function free when its reader goes away', async () => {
    const event = JSON.stringify({ chunks: 64, fill: 1 })
    for (let reader = 0; reader < 3; reader++) {
      const stream = functions.invokeWithResponseStream('streaming', event)
      for await (const _ of stream) break
    }
    expect((await buffer(functions.invokeWithResponseStream('streaming', event))).length).toBeGreaterThan(
      64 * 64 * 1024,
    )
  })
})

it('keeps compiled code for later threads where it is told to, of which functions learn nothing', async () => {
  const compileCacheDirectory = await mkdtemp(join(tmpdir(), 'compiled-'))
  const host = await hostFunctions(
    { environment: { code: 'export const handler = async () => process.env' } },
    { compileCacheDirectory },
  )
  const environment = await host.call('environment')
  await host.close()
  expect(environment).toMatchObject({ AWS_LAMBDA_FUNCTION_NAME: 'environment' })
  expect(environment).not.toHaveProperty('NODE_COMPILE_CACHE')
  expect(await readdir(compileCacheDirectory)).not.toEqual([])
  await rm(compileCacheDirectory, { recursive: true })
})
