import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { openFunctionLog } from './function-log.ts'
import type { FunctionError } from './function-messages.ts'
import { createFunctionPool, type FunctionPool } from './function-pool.ts'
import { type Invocation, startFunctionThread } from './function-thread.ts'
import { newTrace } from './trace.ts'

export type FunctionSpecification = {
  name: string
  arn: string
  codeDirectory: string
  /** `index.handler` */
  handler: string
  environment: Record<string, string>
  memoryMegabytes: number
  timeoutSeconds: number
  reservedConcurrency?: number
}

export type FunctionHostOptions = {
  functions: readonly FunctionSpecification[]
  logDirectory: string
  /** What every function's environment has, whatever its own says: `AWS_ENDPOINT_URL_*`, credentials. */
  environment: Record<string, string>
  maximumThreadsPerFunction?: number
  idleMilliseconds?: number
  clockOffset?: SharedArrayBuffer
  pauseDivisor?: number
  compileCacheDirectory?: string
}

/** As Lambda's Invoke answers: `payload` is JSON, and describes the error when there is a `functionError`. */
export type InvocationResult = { payload: string; functionError?: 'Unhandled' }

export type FunctionHost = {
  readonly names: readonly string[]
  /** By name or ARN, with or without a version. Rejects for an unknown function or a request that Lambda itself refuses. */
  invoke(function_: string, payload: string, trace?: string): Promise<InvocationResult>
  /** The response as it is written; the stream fails with a `FunctionFailure` when the function does. */
  invokeWithResponseStream(function_: string, payload: string, trace?: string): Readable
  /** Ends the thread in which a traced invocation runs, as a machine that breaks down does. */
  end(trace: string): void
  /** Ends the threads of a function: what they have met is forgotten. */
  retire(function_: string): Promise<void>
  close(): Promise<void>
}

/** The most that Lambda takes and gives in one synchronous invocation. */
export const payloadLimitBytes = 6 * 1024 * 1024

export class RequestTooLargeError extends Error {
  override name = 'RequestTooLargeException'
}

export class FunctionFailure extends Error {
  readonly failure: FunctionError
  constructor(failure: FunctionError) {
    super(failure.errorMessage)
    this.failure = failure
  }
}

/** Hosts functions in worker threads, which start at the first call. Their output goes to `<logDirectory>/<name>.log`. */
export function startFunctionHost(options: FunctionHostOptions): FunctionHost {
  mkdirSync(options.logDirectory, { recursive: true })
  const hosted = new Map(options.functions.map((specification) => [specification.name, host(specification, options)]))
  const poolNamed = (nameOrArn: string) => {
    const found = hosted.get(functionName(nameOrArn))
    if (!found) throw new Error(`There is no function ${nameOrArn}`)
    return found.pool
  }
  const poolOf = (nameOrArn: string, payload: string) => {
    const pool = poolNamed(nameOrArn)
    if (Buffer.byteLength(payload) > payloadLimitBytes)
      throw new RequestTooLargeError(
        `Request must be smaller than ${payloadLimitBytes} bytes for the InvokeFunction operation`,
      )
    return pool
  }
  return {
    names: [...hosted.keys()],
    invoke: async (nameOrArn, payload, trace) =>
      invokeBuffered(poolOf(nameOrArn, payload), invocationOf(payload, trace)),
    invokeWithResponseStream: (nameOrArn, payload, trace) =>
      invokeStreaming(poolOf(nameOrArn, payload), invocationOf(payload, trace)),
    end: (trace) => {
      for (const { pool } of hosted.values()) pool.end(trace)
    },
    retire: async (nameOrArn) => await poolNamed(nameOrArn).retire(),
    async close() {
      await Promise.all([...hosted.values()].map(({ close }) => close()))
    },
  }
}

/** The name in `name`, `name:version`, `arn:aws:lambda:…:function:name` or the same with a version. */
export function functionName(nameOrArn: string): string {
  const parts = nameOrArn.split(':')
  return (parts[0] === 'arn' ? parts[6] : parts[0]) ?? nameOrArn
}

function host(
  specification: FunctionSpecification,
  options: FunctionHostOptions,
): { pool: FunctionPool; close(): Promise<void> } {
  const { name, arn, codeDirectory, handler, memoryMegabytes, timeoutSeconds } = specification
  const log = openFunctionLog(join(options.logDirectory, `${name}.log`))
  const cap = options.maximumThreadsPerFunction ?? 4
  const pool = createFunctionPool({
    maximumThreads: Math.max(1, Math.min(specification.reservedConcurrency ?? cap, cap)),
    idleMilliseconds: options.idleMilliseconds ?? 300_000,
    start: () =>
      startFunctionThread({
        settings: {
          codeDirectory,
          handler,
          functionName: name,
          functionArn: arn,
          memoryMegabytes,
          clockOffset: options.clockOffset,
          pauseDivisor: options.pauseDivisor,
        },
        environment: { ...lambdaEnvironment(specification), ...specification.environment, ...options.environment },
        timeoutSeconds,
        log,
        compileCacheDirectory: options.compileCacheDirectory,
      }),
  })
  const invoke: FunctionPool['invoke'] = async (invocation) => {
    const outcome = await pool.invoke(invocation)
    // An invocation that closing ends fails when the log is closed, too.
    if (!outcome.ok && log.writable)
      log.write(`${JSON.stringify({ level: 'ERROR', requestId: invocation.requestId, ...outcome.error })}\n`)
    return outcome
  }
  const close = async () => {
    await pool.close()
    await new Promise<void>((resolve) => log.end(resolve))
  }
  return { pool: { ...pool, invoke }, close }
}

/** What Lambda itself sets. https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
function lambdaEnvironment({
  name,
  handler,
  memoryMegabytes,
  codeDirectory,
}: FunctionSpecification): Record<string, string> {
  return {
    _HANDLER: handler,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    // Of the role's session, which signs every call: here it says whose call it is (see recording-proxy.ts).
    AWS_SESSION_TOKEN: name,
    LAMBDA_TASK_ROOT: codeDirectory,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
  }
}

const invocationOf = (payload: string, trace = newTrace()) => ({ requestId: randomUUID(), trace, payload })

async function invokeBuffered(pool: FunctionPool, invocation: Invocation): Promise<InvocationResult> {
  const chunks: Uint8Array[] = []
  const onChunk = async (bytes: Uint8Array) => {
    chunks.push(bytes)
  }
  const outcome = await pool.invoke({ ...invocation, onChunk })
  if (!outcome.ok) return failed(outcome.error)
  const answer = outcome.payload ?? Buffer.concat(chunks).toString('utf8')
  if (Buffer.byteLength(answer) <= payloadLimitBytes) return { payload: answer }
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${payloadLimitBytes} bytes).`
  return failed({ errorType: 'Function.ResponseSizeTooLarge', errorMessage, trace: [] })
}

const failed = (error: FunctionError): InvocationResult => ({
  payload: JSON.stringify(error),
  functionError: 'Unhandled',
})

function invokeStreaming(pool: FunctionPool, invocation: Invocation): Readable {
  const response = new PassThrough({ highWaterMark: 256 * 1024 })
  const onChunk = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => {
      if (response.destroyed) resolve()
      else response.write(bytes, () => resolve())
    })
  pool.invoke({ ...invocation, onChunk }).then(
    (outcome) => {
      if (!outcome.ok) response.destroy(new FunctionFailure(outcome.error))
      else response.end(outcome.payload)
    },
    (error) => response.destroy(error),
  )
  return response
}
