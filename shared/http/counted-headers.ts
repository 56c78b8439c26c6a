import { countRequest } from '../auth/count-request.ts'
import { isRefusal } from '../errors/refusal.ts'
import type { ApiPlatform } from './api-platform.ts'
import type { Incoming } from './incoming.ts'
import { rateHeaders } from './rate-headers.ts'

/** Counts a request that is refused unread, and gives the headers of every answer to its client (contract §4.1). */
export async function countedHeaders(platform: ApiPlatform, incoming: Incoming): Promise<Record<string, string>> {
  const token = await platform.verifyToken(incoming.headers.authorization)
  if (isRefusal(token) || token.clientId === platform.firstPartyClientId) return {}
  return rateHeaders(await countRequest(platform.table, token.clientId, platform.clock(), incoming.ip))
}
