import type { HostingOptions } from '../../../infra/local/hosting.ts'

/** The waits of state machines in a cloud in which nothing happens by itself: each ends when it is told to, by the clock. */
export interface DrivenWaits {
  readonly sleep: NonNullable<HostingOptions['sleep']>
  /** How long each that is under way was asked to take, in milliseconds. */
  asked(): number[]
  /** Ends those whose time has come. Gives how many. */
  end(): number
}

interface Waiting {
  readonly ms: number
  readonly untilMs: number
  readonly resolve: () => void
}

export function drivenWaits(): DrivenWaits {
  const waiting = new Set<Waiting>()
  return {
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const own = { ms, untilMs: Date.now() + ms, resolve }
      waiting.add(own)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      return promise.finally(() => waiting.delete(own))
    },
    asked: () => [...waiting].map(({ ms }) => ms),
    end() {
      const due = [...waiting].filter(({ untilMs }) => untilMs <= Date.now())
      for (const { resolve } of due) resolve()
      for (const each of due) waiting.delete(each)
      return due.length
    },
  }
}
