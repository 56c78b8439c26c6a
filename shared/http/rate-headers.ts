import type { CountedClient } from '../auth/count-request.ts'

/** The three headers of the contract. People in the service's own app have no limit, so they get none. */
export function rateHeaders(client: CountedClient | 'own' | null): Record<string, string> {
  if (client === 'own' || client === null) return {}
  const limit = client.client.requestsPerMinute
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(Math.max(0, limit - client.count)),
    'RateLimit-Reset': String(client.resetSeconds),
  }
}
