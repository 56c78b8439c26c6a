import { type Refusal, refuse } from '../errors/refusal.ts'
import { logError } from '../platform/log.ts'
import type { Incoming } from './incoming.ts'

/** Logs a bug or an outage with its details. The client learns only the id of the request. */
export async function unexpected(error: unknown, incoming: Incoming): Promise<Refusal<'internal_error'>> {
  const { requestId, method, route } = incoming
  await logError('unexpected error', error, { requestId, method, route })
  return refuse('internal_error', `Something went wrong on our side. Quote ${requestId} when you report it.`)
}
