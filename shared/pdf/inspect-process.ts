import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { DocumentTask } from './inspect-processes.ts'

/**
 * The process in which documents of untrusted senders are parsed, one at a time; inspect-processes.ts starts it. A thread is
 * not enough: a cross-reference stream of a few bytes can make V8 allocate a table past its heap limit, which ends a
 * whole process, and neither V8's limits nor a thread's bound the memory of typed arrays, where a bomb unpacks.
 */
export type Limits = { residentBytes: number; durationMs: number }

/** Leaves room for the function beside it in 1 GB: what is allocated between two looks comes on top. */
const limits: Limits = { residentBytes: 420 * 1024 * 1024, durationMs: 8_000 }

/** Above this the process is not used again: fragments of a large document stay in its heap. */
const reusableBytes = 220 * 1024 * 1024

const lookEveryMs = 10
const idle = 0
const busy = 1

if (isMainThread) serve()
else watch(new Int32Array(workerData))

function serve() {
  const shared = new SharedArrayBuffer(4)
  const state = new Int32Array(shared)
  new Worker(new URL(import.meta.url), { workerData: shared }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: DocumentTask) => {
    setState(state, busy)
    const result = await carryOut(task)
    setState(state, idle)
    process.send?.({ result, reusable: process.memoryUsage.rss() < reusableBytes })
  })
}

async function carryOut(task: DocumentTask): Promise<unknown> {
  if (task.task === 'inspect') {
    const { inspectDocument } = await import('./inspect-document.ts')
    return await inspectDocument(task.bytes)
  }
  const { verifyDocument } = await import('./verification/verify-document.ts')
  return await verifyDocument(task.bytes, task.trust)
}

function setState(state: Int32Array, value: number) {
  Atomics.store(state, 0, value)
  Atomics.notify(state, 0)
}

/** Ends the process when a document is too much for it, as nothing within the parsing thread can. */
function watch(state: Int32Array) {
  for (;;) {
    Atomics.wait(state, 0, idle)
    const deadline = performance.now() + limits.durationMs
    while (Atomics.wait(state, 0, busy, lookEveryMs) === 'timed-out') {
      const exceeded = process.memoryUsage.rss() > limits.residentBytes || performance.now() > deadline
      if (exceeded) process.kill(process.pid, 'SIGKILL')
    }
  }
}
