/**
 * The worker thread in which a function runs: what Lambda's Node runtime does, told over a message port instead of HTTP.
 * A handler takes (event, context) and returns a promise; Node 24 on Lambda knows no callbacks either.
 */
import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  compileCacheVariable,
  describeError,
  type HostMessage,
  type InvokeMessage,
  type WorkerMessage,
  type WorkerSettings,
} from './function-messages.ts'
import { traceHeaderOf } from './trace.ts'
import { followClock, shortenPauses } from './virtual-clock.ts'

type Context = Record<string, unknown>
type Callable = (...parameters: unknown[]) => unknown

/** The mark of a streaming handler, as Lambda's runtime sets it. */
const streamingMark = Symbol.for('aws.lambda.runtime.handler.streaming')
const httpResponseType = 'application/vnd.awslambda.http-integration-response'

/** A response stream whose prelude (status and headers) is written before its first byte, then eight NULs. */
class ResponseStream extends Writable {
  contentType = 'application/octet-stream'
  readonly #send: (bytes: Uint8Array) => Promise<void>
  #prelude: string | undefined

  constructor(send: (bytes: Uint8Array) => Promise<void>) {
    super({ highWaterMark: 64 * 1024 })
    this.#send = send
  }

  setContentType(contentType: string): void {
    this.contentType = contentType
  }

  setPrelude(prelude: object): void {
    this.#prelude = JSON.stringify(prelude)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const bytes = Buffer.concat([...this.#takePrelude(), ...chunks.map(({ chunk }) => chunk)])
    this.#send(bytes).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    const bytes = Buffer.concat(this.#takePrelude())
    if (bytes.length === 0) done()
    else this.#send(bytes).then(() => done(), done)
  }

  #takePrelude(): Buffer[] {
    if (this.#prelude === undefined) return []
    const prelude = Buffer.from(this.#prelude)
    this.#prelude = undefined
    return [prelude, Buffer.alloc(8)]
  }
}

/** The global of Lambda's Node runtime. https://docs.aws.amazon.com/lambda/latest/dg/config-rs-write-functions.html */
const awslambda = {
  streamifyResponse: (handler: Callable) => Object.assign(handler, { [streamingMark]: 'response' }),
  HttpResponseStream: {
    from(stream: ResponseStream, prelude: object): ResponseStream {
      stream.setContentType(httpResponseType)
      stream.setPrelude(prelude)
      return stream
    },
  },
}

const isCallable = (value: unknown): value is Callable => typeof value === 'function'

async function loadHandler({ codeDirectory, handler }: WorkerSettings): Promise<Callable> {
  const dot = handler.lastIndexOf('.')
  const candidates = ['.mjs', '.js', '.cjs'].map((extension) => join(codeDirectory, handler.slice(0, dot) + extension))
  const file = candidates.find((path) => existsSync(path))
  if (file === undefined) throw new Error(`There is no module for the handler ${handler} in ${codeDirectory}`)
  const module: Record<string, unknown> = await import(pathToFileURL(file).href)
  const exported = module[handler.slice(dot + 1)]
  if (!isCallable(exported)) throw new Error(`${handler} is not a function of ${file}`)
  return exported
}

function createContext(settings: WorkerSettings, { requestId, deadlineMs }: InvokeMessage): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: String(settings.memoryMegabytes),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  }
}

async function serve(port: MessagePort, settings: WorkerSettings): Promise<void> {
  const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const drained = new EventEmitter()
  const sendChunk = async (chunk: Uint8Array) => {
    const bytes = new Uint8Array(chunk)
    const untilDrained = once(drained, 'drained')
    send({ type: 'chunk', bytes }, [bytes.buffer])
    await untilDrained
  }
  const handler = await loadHandler(settings)
  const streams = Reflect.get(handler, streamingMark) === 'response'
  const run = async (message: InvokeMessage) => {
    // As Lambda's runtime does; the SDK passes it on to what the function calls.
    process.env._X_AMZN_TRACE_ID = traceHeaderOf(message.trace)
    const event: unknown = JSON.parse(message.payload)
    const context = createContext(settings, message)
    if (streams) {
      const stream = new ResponseStream(sendChunk)
      const handled = async () => {
        await handler(event, stream, context)
        if (!stream.writableEnded) stream.end()
      }
      await Promise.all([handled(), finished(stream)])
      return send({ type: 'end' })
    }
    send({ type: 'answer', payload: JSON.stringify(await handler(event, context)) ?? 'null' })
  }
  port.on('message', (message: HostMessage) => {
    if (message.type === 'drained') drained.emit('drained')
    else run(message).catch((error: unknown) => send({ type: 'failure', error: describeError(error) }))
  })
  send({ type: 'ready' })
}

Object.assign(globalThis, { awslambda })
delete process.env[compileCacheVariable]
const settings: WorkerSettings = workerData
if (settings.clockOffset) followClock(settings.clockOffset)
if (settings.pauseDivisor) shortenPauses(settings.pauseDivisor)
if (parentPort) {
  const port = parentPort
  serve(port, settings).catch((error: unknown) => {
    const failure: WorkerMessage = { type: 'failure', error: describeError(error) }
    port.postMessage(failure)
  })
}
