import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until there is something. What does not come in time fails the test with its name. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>, withinMs = 90_000) {
  const startedAt = Date.now()
  while (Date.now() - startedAt < withinMs) {
    const found = await ask()
    if (found !== null && found !== undefined && found !== false) return found
    // The pauses grow, since every question takes processor time from what the test waits for.
    await pause(Math.min(Math.max(60, (Date.now() - startedAt) / 5), 500))
  }
  throw new Error(`${what} did not come within ${withinMs} ms`)
}
