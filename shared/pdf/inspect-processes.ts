import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { entryUrl } from './bundled-files.ts'
import { type BoundedTask, type DocumentTask, type TaskBounds, taskBounds } from './document-task.ts'
import { faultOfEnds, type PdfFault } from './pdf-inspection.ts'

const maxBytes = 32 * 1024 * 1024
const maxProcesses = 2

/** Why no answer is had. */
interface NoAnswer {
  readonly valid: false
  readonly reason: PdfFault
}

const answer = v.object({ result: v.unknown(), reusable: v.boolean() })
interface Answered<Result> {
  readonly result: Result | NoAnswer
  readonly reusable: boolean
}

interface Reader {
  readonly child: ChildProcess
  readonly heapMb: number
}

const idle: Reader[] = []
const waiting: (() => void)[] = []
let leased = 0

/**
 * Has a process of its own read a PDF, whoever made it: never throws, waits or takes memory beyond its bounds because of
 * the bytes. It throws only when the process cannot be started, or gets too little processor time.
 */
export async function readInProcess<Result>(
  task: DocumentTask,
  schema: v.GenericSchema<unknown, Result>,
  bounds = taskBounds[task.task],
): Promise<Result | NoAnswer> {
  const fault = 'bytes' in task ? faultBefore(task.bytes) : null
  if (fault) return { valid: false, reason: fault }
  const reader = await lease(bounds)
  let reusable = false
  try {
    const { result, ...after } = await ask(reader.child, { task, bounds }, schema)
    reusable = after.reusable
    return result
  } finally {
    release(reader, reusable)
  }
}

function faultBefore(bytes: Uint8Array): PdfFault | null {
  return faultOfEnds(bytes) ?? (bytes.length > maxBytes ? 'too_complex' : null)
}

async function lease({ heapMb }: TaskBounds): Promise<Reader> {
  while (leased === maxProcesses) await new Promise<void>((resolve) => waiting.push(resolve))
  leased += 1
  const place = idle.findLastIndex((reader) => reader.heapMb === heapMb)
  const [reader] = place < 0 ? [] : idle.splice(place, 1)
  return reader ?? { child: start(heapMb), heapMb }
}

function release(reader: Reader, reusable: boolean) {
  leased -= 1
  if (reusable && reader.child.connected) idle.push(reader)
  else reader.child.kill('SIGKILL')
  waiting.shift()?.()
}

/** MB for new objects, of which there are three parts. With V8's 16 MB most processes soon become too large to be used again. */
const roomForNewObjects = '--max-semi-space-size=4'

/** It gets none of the function's environment: a parser of untrusted bytes needs no credentials. */
function start(heapMb: number): ChildProcess {
  const { PATH, LD_LIBRARY_PATH } = process.env
  const child = fork(fileURLToPath(entryUrl('inspect-process')), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`, roomForNewObjects],
    env: { PATH, LD_LIBRARY_PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => child.kill('SIGKILL'))
  child.once('exit', () => {
    const index = idle.findIndex((reader) => reader.child === child)
    if (index >= 0) idle.splice(index, 1)
  })
  keepAlive(child, false)
  return child
}

/** An idle reader does not keep the function's process from ending. */
function keepAlive(child: ChildProcess, alive: boolean) {
  if (alive) child.ref()
  else child.unref()
  if (alive) child.channel?.ref()
  else child.channel?.unref()
}

async function ask<Result>(
  child: ChildProcess,
  message: BoundedTask,
  schema: v.GenericSchema<unknown, Result>,
): Promise<Answered<Result>> {
  keepAlive(child, true)
  const { durationMs } = message.bounds
  const tooSlow = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooSlow.reject(new Error(`no answer about a PDF within ${durationMs} ms`)), durationMs)
  const answered = new AbortController()
  try {
    const reply = once(child, 'message', answered).then(([received]) => {
      const { result, reusable } = v.parse(answer, received)
      return { result: v.parse(schema, result), reusable }
    })
    const exit = once(child, 'exit', answered).then(([code, signal]) => answerOfExit(code, signal))
    child.send(message)
    return await Promise.race([reply, exit, tooSlow.promise])
  } finally {
    answered.abort()
    clearTimeout(timer)
    keepAlive(child, false)
  }
}

/** A document can end the process by a signal only: by V8's abort, or by whoever watches its time and memory. */
function answerOfExit(code: unknown, signal: unknown): Answered<never> {
  if (signal) return { result: { valid: false, reason: 'too_complex' }, reusable: false }
  throw new Error(`The process that reads PDFs ended with code ${code}`)
}
