import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { BoundedTask } from './task-bounds.ts'

/** Started from source, it also holds what strips the types. */
const sourceBytes = import.meta.url.endsWith('.ts') ? 60 * 1024 * 1024 : 0

/** Above this the process is not used again: fragments of a large document stay in its heap. */
const reusableBytes = 220 * 1024 * 1024 + sourceBytes

const lookEveryMs = 10
const idle = 0
const busy = 1

/**
 * Makes this process one in which files of untrusted senders are parsed, one at a time; parser-processes.ts starts it. A thread is
 * not enough: a cross-reference stream of a few bytes can make V8 allocate a table past its heap limit, which ends a
 * whole process, and neither V8's limits nor a thread's bound the memory of typed arrays, where a bomb unpacks.
 * `entry` is the module that calls this; its thread watches the process.
 */
export function serveTasks<Task>(entry: string, carryOut: (task: Task) => Promise<unknown>): void {
  if (isMainThread) serve(entry, carryOut)
  else watch(new Int32Array(workerData))
}

function serve<Task>(entry: string, carryOut: (task: Task) => Promise<unknown>): void {
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)
  const state = new Int32Array(shared)
  new Worker(new URL(entry), { workerData: shared }).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ task, bounds }: BoundedTask<Task>) => {
    state.set([bounds.residentMb, bounds.processorMs], 1)
    setState(state, busy)
    const result = await carryOut(task)
    setState(state, idle)
    process.send?.({ result, reusable: process.memoryUsage.rss() < reusableBytes })
  })
}

function setState(state: Int32Array, value: number) {
  Atomics.store(state, 0, value)
  Atomics.notify(state, 0)
}

/** `state` has what the process is doing, and the megabytes and milliseconds of processor time that it may take. Ends the process when a document is too much for it, as nothing within the parsing thread can. */
function watch(state: Int32Array) {
  for (;;) {
    Atomics.wait(state, 0, idle)
    const [, residentMb = 0, processorMs = 0] = state
    const end = processorTimeMs() + processorMs
    while (Atomics.wait(state, 0, busy, lookEveryMs) === 'timed-out') {
      const exceeded = process.memoryUsage.rss() > residentMb * 1024 * 1024 || processorTimeMs() > end
      if (exceeded) process.kill(process.pid, 'SIGKILL')
    }
  }
}

function processorTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
