import { clearTimeout, setTimeout } from 'node:timers'
import type { FunctionThread, Invocation, Outcome } from './function-thread.ts'

export type PoolOptions = {
  start: () => FunctionThread
  /** More invocations than this wait for their turn, first come, first served. */
  maximumThreads: number
  idleMilliseconds: number
}

export type FunctionPool = {
  invoke(invocation: Invocation): Promise<Outcome>
  /** Ends the thread that runs the invocation of this trace, if it is one of this pool. */
  end(trace: string): void
  /** Ends all threads, those that are at work once they have done it: the next invocation has a new one. */
  retire(): Promise<void>
  close(): Promise<void>
}

type Idle = { thread: FunctionThread; timer: NodeJS.Timeout }

/**
 * The threads of one function: started when none is idle, ended when idle for long. The one used last is used next, so that spare ones
 * age; and that by the machine's own time, since a clock that tests move on is to end no threads.
 */
export function createFunctionPool({ start, maximumThreads, idleMilliseconds }: PoolOptions): FunctionPool {
  const threads = new Set<FunctionThread>()
  const idle: Idle[] = []
  const busy = new Map<string, FunctionThread>()
  const retiring = new Set<FunctionThread>()
  const waiting: { resolve(thread: FunctionThread): void; reject(error: Error): void }[] = []
  let closed = false

  const startThread = () => {
    const thread = start()
    threads.add(thread)
    return thread
  }
  const takeIdle = () => {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer)
      if (last.thread.isAlive()) return last.thread
      threads.delete(last.thread)
    }
    return undefined
  }
  const acquire = async () => {
    if (closed) throw new Error('The function host is closed')
    const ready = takeIdle()
    if (ready) return ready
    if (threads.size < maximumThreads) return startThread()
    return new Promise<FunctionThread>((resolve, reject) => waiting.push({ resolve, reject }))
  }
  const release = (thread: FunctionThread) => {
    const isLast = retiring.delete(thread)
    if (isLast) void thread.stop()
    const stays = !isLast && thread.isAlive()
    if (!stays) threads.delete(thread)
    const next = waiting.shift()
    if (next) next.resolve(stays ? thread : startThread())
    else if (stays) keepIdle(thread)
  }
  const keepIdle = (thread: FunctionThread) => {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((other) => other.thread === thread),
        1,
      )
      threads.delete(thread)
      void thread.stop()
    }, idleMilliseconds)
    idle.push({ thread, timer: timer.unref() })
  }
  return {
    async invoke(invocation) {
      const thread = await acquire()
      busy.set(invocation.trace, thread)
      try {
        return await thread.invoke(invocation)
      } finally {
        busy.delete(invocation.trace)
        release(thread)
      }
    },
    end: (trace) => void busy.get(trace)?.stop(),
    async retire() {
      const ended = idle.splice(0)
      for (const { thread, timer } of ended) {
        clearTimeout(timer)
        threads.delete(thread)
      }
      for (const thread of threads) retiring.add(thread)
      await Promise.all(ended.map(({ thread }) => thread.stop()))
    },
    async close() {
      closed = true
      for (const { reject } of waiting.splice(0)) reject(new Error('The function host is closed'))
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}
