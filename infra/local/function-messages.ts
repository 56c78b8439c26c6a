/** What the host and a function's worker thread say to each other. Payloads stay text, so that each side parses them once. */

export type HostMessage = InvokeMessage | { type: 'drained' }

export type InvokeMessage = {
  type: 'invoke'
  requestId: string
  payload: string
  /** Milliseconds since the epoch. */
  deadlineMs: number
  /** The root of the trace that the invocation is part of (see trace.ts). */
  trace: string
}

/** Says to Node where compiled code is kept. Lambda sets no such thing. */
export const compileCacheVariable = 'NODE_COMPILE_CACHE'

/** An error as Lambda answers it. */
export type FunctionError = { errorType: string; errorMessage: string; trace: string[] }

export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'answer'; payload: string }
  | { type: 'failure'; error: FunctionError }
  /** A part of a streamed response; the worker sends the next one once it is told `drained`. */
  | { type: 'chunk'; bytes: Uint8Array }
  | { type: 'end' }

export type WorkerSettings = {
  codeDirectory: string
  handler: string
  functionName: string
  functionArn: string
  memoryMegabytes: number
  /** How far this machine's clock is ahead of the real one (see virtual-clock.ts); absent: not at all. */
  clockOffset: SharedArrayBuffer | undefined
  /** How many times shorter pauses are (see virtual-clock.ts); absent: as they are. */
  pauseDivisor: number | undefined
}

export function describeError(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] }
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
}
