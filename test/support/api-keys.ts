import type { Credentials } from '../../infra/local/tenant.ts'
import { type Answer, type CallOptions, call, demand, persistently } from './client.ts'
import { cloud } from './cloud.ts'
import { personOf, type Tenant } from './tenant.ts'

/** API keys of an organization, as the person manages them whose token is given. */

export interface Manager {
  readonly org: Tenant['org']
  readonly token: string
}

/** A person who may manage the keys of a tenant. */
export async function managerOf(of: Tenant): Promise<Manager> {
  return { org: of.org, token: (await personOf(of, 'admin')).token }
}

export const keysPath = ({ org }: Pick<Manager, 'org'>, after = '') => `/v1/orgs/${org.id}/api-keys${after}`

export async function postKey(of: Manager, json: unknown, options: CallOptions = {}): Promise<Answer> {
  return await call('POST', keysPath(of), { token: of.token, json, ...options })
}

/** A key that has to be there before a test begins. */
export async function keyFor(of: Manager, more: object = {}): Promise<Credentials & { id: string }> {
  const json = { name: `Key ${crypto.randomUUID()}`, role: 'admin', ...more }
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const answer = await persistently(() => postKey(of, json, { headers }))
  demand(answer, 201)
  const { apiKey, clientSecret } = answer.body
  return { id: apiKey.id, clientId: apiKey.clientId, clientSecret }
}

export async function getKey(of: Manager, id: string): Promise<Answer> {
  return await call('GET', keysPath(of, `/${id}`), { token: of.token })
}

export async function patchKey(of: Manager, id: string, json: unknown): Promise<Answer> {
  return await call('PATCH', keysPath(of, `/${id}`), { token: of.token, json })
}

export async function rotateSecret(of: Manager, id: string, json: unknown = {}, options: CallOptions = {}) {
  return await call('POST', keysPath(of, `/${id}/rotate-secret`), { token: of.token, json, ...options })
}

export async function revokeKey(of: Manager, id: string): Promise<Answer> {
  return await call('POST', keysPath(of, `/${id}/revoke`), { token: of.token })
}

/** The answer of the token endpoint to a client's id and secret. */
export async function askForToken({ clientId, clientSecret }: Credentials, scopes = '') {
  const response = await fetch(`${cloud().authUrl}/oauth/v2/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: `urn:svc:api:aud ${scopes}`.trim() }),
  })
  const body = (await response.json()) as { access_token?: string; error?: string }
  return { status: response.status, token: body.access_token ?? '', error: body.error }
}
