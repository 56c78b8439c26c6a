import { call, demand, persistently } from '../../support/client.ts'
import type { Ask } from './scenario.ts'

/** Reads what the caller of a request has read before it. */
export async function readBefore({ after, options: { token } }: Ask): Promise<void> {
  if (after === undefined) return
  const answer = await persistently(() => call('GET', after, token === undefined ? {} : { token }))
  demand(answer, 200)
}
