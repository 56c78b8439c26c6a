/** The server's time, in milliseconds, as far as it is known from its last answer. */
export interface ServerClock {
  now(): number
  /** Takes over the time of an answer. */
  set(now: string): void
}

export function serverClock(deviceNow: () => number = Date.now): ServerClock {
  let ahead = 0
  return {
    now: () => deviceNow() + ahead,
    set(now) {
      ahead = Date.parse(now) - deviceNow()
    },
  }
}
