/**
 * One clock for a whole local cloud, which tests move on. The threads of functions follow it through shared memory; the process that
 * hosts the engines also has its timers follow, so that what is due by then happens at once: messages become visible, schedules run.
 */
export type VirtualClock = {
  /** For the function host: how far the clock is ahead, in milliseconds. */
  readonly offset: SharedArrayBuffer
  /** Moves the clock on and lets this process's timers of that time ring, the earliest first. */
  advance(byMs: number): void
  /** Gives the process its real time back. */
  uninstall(): void
}

/** Makes every `Date` of this thread read the clock. Timers are left alone. Gives how to undo it. */
export function followClock(offset: SharedArrayBuffer): () => void {
  const ahead = new BigInt64Array(offset)
  const RealDate = Date
  const now = () => RealDate.now() + Number(Atomics.load(ahead, 0))
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  return () => {
    globalThis.Date = RealDate
  }
}

/** The SDK waits for up to 2 s before a third try that was throttled. What is set for longer is no pause but a deadline. */
const longestPauseMs = 2_000
/** Whole seconds are deadlines as well; a pause has jitter. */
const isPause = (delayMs: number) => delayMs <= longestPauseMs && delayMs % 1_000 !== 0

/** Makes the pauses of this thread shorter, such as those between the tries of a call; deadlines stay as they are. */
export function shortenPauses(divisor: number): void {
  const realSet = globalThis.setTimeout
  globalThis.setTimeout = new Proxy(realSet, {
    apply: (_, self, [callback, delayMs, ...given]) => {
      const wanted = Number(delayMs ?? 0)
      return Reflect.apply(realSet, self, [callback, isPause(wanted) ? wanted / divisor : wanted, ...given])
    },
  })
}

type Timer = { dueAtMs: number; ring: () => void }

/** Installs a clock in this process. Only for a process of its own, such as that of a test file. */
export function installVirtualClock(): VirtualClock {
  const offset = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)
  const stopFollowing = followClock(offset)
  const timers = new Map<NodeJS.Timeout, Timer>()
  const restoreTimers = followTimers(timers)
  return {
    offset,
    advance(byMs) {
      const to = Date.now() + byMs
      Atomics.add(new BigInt64Array(offset), 0, BigInt(byMs))
      const due = [...timers].filter(([, { dueAtMs }]) => dueAtMs <= to)
      for (const [timeout, { ring }] of due.sort(([, a], [, b]) => a.dueAtMs - b.dueAtMs)) {
        clearTimeout(timeout)
        ring()
      }
    },
    uninstall() {
      restoreTimers()
      stopFollowing()
    },
  }
}

/** Keeps account of the timers that are set from now on. Short ones are left alone: they measure the machine, not the plot. */
function followTimers(timers: Map<NodeJS.Timeout, Timer>): () => void {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis
  const set = (callback: () => void, delayMs: number) => {
    const ring = () => {
      timers.delete(timeout)
      callback()
    }
    const timeout = realSet(ring, delayMs)
    if (delayMs >= shortestFollowedMs) timers.set(timeout, { dueAtMs: Date.now() + delayMs, ring })
    return timeout
  }
  globalThis.setTimeout = new Proxy(realSet, {
    apply: (_, self, [callback, delayMs, ...given]) => set(() => callback.apply(self, given), Number(delayMs ?? 0)),
  })
  globalThis.clearTimeout = (timeout) => {
    if (typeof timeout === 'object') timers.delete(timeout)
    realClear(timeout)
  }
  return () => {
    globalThis.setTimeout = realSet
    globalThis.clearTimeout = realClear
  }
}

const shortestFollowedMs = 500
