import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until there is something. What does not come in time fails the test with its name. */
export async function until<T>(what: string, ask: () => Promise<T | null | undefined | false>, withinMs = 90_000) {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    const found = await ask()
    if (found !== null && found !== undefined && found !== false) return found
    await pause(60)
  }
  throw new Error(`${what} did not come within ${withinMs} ms`)
}
