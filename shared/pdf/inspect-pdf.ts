import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { entryUrl } from './bundled-files.ts'
import { faultOfEnds, invalidPdf, type PdfInspection, pdfInspection } from './pdf-inspection.ts'

/** The process has a shorter deadline of its own; this one holds when it cannot even keep that. */
const deadlineMs = 10_000
const maxBytes = 32 * 1024 * 1024
const maxHeapMb = 256
const maxProcesses = 2

const answer = v.object({ inspection: pdfInspection, reusable: v.boolean() })
type Answer = v.InferOutput<typeof answer>

const idle: ChildProcess[] = []
const waiting: (() => void)[] = []
let leased = 0

/**
 * What a PDF is, whoever made it: never throws, waits or takes memory beyond its bounds because of the bytes. It throws
 * only when the reading process cannot be started. Takes a few milliseconds for an ordinary document, 10 s at worst.
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfInspection> {
  const fault = faultOfEnds(bytes)
  if (fault) return invalidPdf(fault)
  if (bytes.length > maxBytes) return invalidPdf('too_complex')
  const child = await lease()
  let reusable = false
  try {
    const { inspection, ...after } = await ask(child, bytes)
    reusable = after.reusable
    return inspection
  } finally {
    release(child, reusable)
  }
}

async function lease(): Promise<ChildProcess> {
  while (leased === maxProcesses) await new Promise<void>((resolve) => waiting.push(resolve))
  leased += 1
  return idle.pop() ?? start()
}

function release(child: ChildProcess, reusable: boolean) {
  leased -= 1
  if (reusable && child.connected) idle.push(child)
  else child.kill('SIGKILL')
  waiting.shift()?.()
}

/** It gets none of the function's environment: a parser of untrusted bytes needs no credentials. */
function start(): ChildProcess {
  const { PATH, LD_LIBRARY_PATH } = process.env
  const child = fork(fileURLToPath(entryUrl('inspect-process')), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    env: { PATH, LD_LIBRARY_PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => child.kill('SIGKILL'))
  child.once('exit', () => {
    const index = idle.indexOf(child)
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

async function ask(child: ChildProcess, bytes: Uint8Array): Promise<Answer> {
  keepAlive(child, true)
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  const answered = new AbortController()
  try {
    const message = once(child, 'message', answered).then(([received]) => v.parse(answer, received))
    const exit = once(child, 'exit', answered).then(([code, signal]) => answerOfExit(code, signal))
    child.send(bytes)
    return await Promise.race([message, exit])
  } finally {
    answered.abort()
    clearTimeout(timer)
    keepAlive(child, false)
  }
}

/** A document can end the process by a signal only: by V8's abort, or by whoever watches its time and memory. */
function answerOfExit(code: unknown, signal: unknown): Answer {
  if (signal) return { inspection: invalidPdf('too_complex'), reusable: false }
  throw new Error(`The process that reads PDFs ended with code ${code}`)
}
