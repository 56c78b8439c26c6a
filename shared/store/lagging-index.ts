import { setTimeout as pause } from 'node:timers/promises'

/** Indexes follow the table within milliseconds, but for rare moments. */
const lagMs = 500

/** Asks an index again that told of nothing, when it has caught up with what was written just before. */
export async function onceCaughtUp<T>(read: () => Promise<T>): Promise<T> {
  await pause(lagMs)
  return await read()
}
