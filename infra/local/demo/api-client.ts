import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import type { Credentials } from '../tenant.ts'

/** What the demo needs of the API, as any client in any language would call it. */
export interface ApiClient {
  json(method: string, path: string, body?: FormData | object): Promise<unknown>
  bytes(path: string): Promise<Uint8Array>
}

const tokenSchema = v.object({ access_token: v.string() })

/** A client with a token of the client_credentials flow. */
export async function apiClient(
  at: { baseUrl: string; tokenUrl: string; scope: string },
  { clientId, clientSecret }: Credentials,
): Promise<ApiClient> {
  const grant = new URLSearchParams({ grant_type: 'client_credentials', scope: at.scope })
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await fetch(at.tokenUrl, { method: 'POST', body: grant, headers: { Authorization: `Basic ${basic}` } })
  const { access_token: token } = v.parse(tokenSchema, await answer.json())
  const headers = { Authorization: `Bearer ${token}` }
  const request = async (method: string, path: string, body?: FormData | object) => {
    const json = body === undefined || body instanceof FormData ? undefined : JSON.stringify(body)
    const response = await fetch(`${at.baseUrl}${path}`, {
      method,
      headers: json === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body instanceof FormData ? { body } : {}),
      ...(json === undefined ? {} : { body: json }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    json: async (method, path, body) => (await request(method, path, body)).json(),
    bytes: async (path) => new Uint8Array(await (await request('GET', path)).arrayBuffer()),
  }
}

/** Asks again until there is something, for at most a minute. */
export async function until<T>(ask: () => Promise<T | null>, what: string): Promise<T> {
  for (let round = 0; round < 120; round++) {
    const found = await ask()
    if (found !== null) return found
    await pause(500)
  }
  throw new Error(`${what} did not arrive within a minute`)
}
