import type { Writable } from 'node:stream'
import { clearTimeout, setTimeout } from 'node:timers'
import { Worker } from 'node:worker_threads'
import {
  compileCacheVariable,
  type FunctionError,
  type InvokeMessage,
  type WorkerMessage,
  type WorkerSettings,
} from './function-messages.ts'

export type ThreadOptions = {
  settings: WorkerSettings
  environment: Record<string, string>
  timeoutSeconds: number
  log: Writable
  /** Where it finds what V8 made of its code before, and keeps it; absent: nowhere. */
  compileCacheDirectory?: string | undefined
}

/** How an invocation ended. `payload` is the function's answer as JSON, absent when the response was streamed. */
export type Outcome = { ok: true; payload?: string } | { ok: false; error: FunctionError }

export type Invocation = {
  requestId: string
  trace: string
  payload: string
  /** Takes a part of a streamed response; the function goes on when the promise resolves. It must not reject. */
  onChunk?: (bytes: Uint8Array) => Promise<void>
}

export type FunctionThread = {
  /** One at a time. */
  invoke(invocation: Invocation): Promise<Outcome>
  /** False once the thread has ended, in whatever way. */
  isAlive(): boolean
  stop(): Promise<void>
}

const exited: FunctionError = {
  errorType: 'Runtime.ExitError',
  errorMessage: 'Error: Runtime exited without providing a reason',
  trace: [],
}

/** The longest start of a thread. A start takes less than a second, and many seconds on a busy machine. */
const longestStartMs = 120_000

/** Starts the worker thread of one function. It inherits no environment. */
export function startFunctionThread({ timeoutSeconds, ...options }: ThreadOptions): FunctionThread {
  let alive = true
  let settle: (outcome: Outcome) => void = () => {}
  let onChunk: Invocation['onChunk']
  const nextOutcome = () =>
    new Promise<Outcome>((resolve) => {
      settle = resolve
    })
  const initialized = nextOutcome()
  const worker = startWorker(options)
  const starting = setTimeout(() => {
    settle({ ok: false, error: { ...exited, errorMessage: `Error: not started within ${longestStartMs} ms` } })
  }, longestStartMs)
  void initialized.then(() => clearTimeout(starting))
  const endWith = (error: FunctionError) => {
    alive = false
    settle({ ok: false, error })
  }
  const stop = async () => {
    endWith(exited)
    await worker.terminate()
  }
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'ready' || message.type === 'end') settle({ ok: true })
    else if (message.type === 'answer') settle({ ok: true, payload: message.payload })
    else if (message.type === 'failure') settle({ ok: false, error: message.error })
    else void onChunk?.(message.bytes).then(() => worker.postMessage({ type: 'drained' }))
  })
  worker.on('error', (error: unknown) => endWith(describeCrash(error)))
  worker.on('exit', () => endWith(exited))

  const invoke = async ({ requestId, trace, payload, ...invocation }: Invocation): Promise<Outcome> => {
    const initialization = await initialized
    if (!initialization.ok) {
      void stop()
      return initialization
    }
    if (!alive) return { ok: false, error: exited }
    onChunk = invocation.onChunk
    const outcome = nextOutcome()
    const deadlineMs = Date.now() + timeoutSeconds * 1000
    const timer = setTimeout(() => {
      endWith(timeoutError(requestId, timeoutSeconds))
      void stop()
    }, timeoutSeconds * 1000)
    worker.postMessage({ type: 'invoke', requestId, trace, payload, deadlineMs } satisfies InvokeMessage)
    return outcome.finally(() => clearTimeout(timer))
  }
  return { invoke, isAlive: () => alive, stop }
}

/** Of Lambda's memory, nine tenths are for old objects, as in Lambda's own Node runtime. */
function startWorker({
  settings,
  environment,
  log,
  compileCacheDirectory,
}: Omit<ThreadOptions, 'timeoutSeconds'>): Worker {
  const worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
    name: settings.functionName,
    workerData: settings,
    // Node reads this variable before the thread's first module; the function does not find it.
    env: {
      ...environment,
      ...(compileCacheDirectory !== undefined && { [compileCacheVariable]: compileCacheDirectory }),
    },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.floor(settings.memoryMegabytes * 0.9) },
  })
  for (const output of [worker.stdout, worker.stderr]) output.on('data', (chunk: Buffer) => log.write(chunk))
  return worker
}

function timeoutError(requestId: string, timeoutSeconds: number): FunctionError {
  const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`
  return { errorType: 'Sandbox.Timedout', errorMessage, trace: [] }
}

function describeCrash(error: unknown): FunctionError {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return {
      errorType: 'Runtime.OutOfMemory',
      errorMessage: 'Error: Runtime exited with error: signal: killed',
      trace: [],
    }
  const trace = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return { errorType: 'Runtime.UnhandledError', errorMessage: String(error), trace }
}
