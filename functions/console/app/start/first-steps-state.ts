import type { call } from '../api.ts'
import type { ApiKey, Me, Webhook } from '../api-types.ts'
import type { Org } from '../context.ts'

/** How far a new organization has come, on the way from nothing to a received event. */
export interface FirstStepsState {
  readonly testOrg: Org | null
  readonly entity: { readonly id: string; readonly name: string } | null
  readonly key: ApiKey | null
  readonly requestId: string | null
  readonly webhook: Webhook | null
}

/** Everything is done once an event was received after a request was sent. */
export function isDone({ key, requestId, webhook }: FirstStepsState): boolean {
  return key !== null && requestId !== null && webhook !== null && webhook.lastSuccessAt !== null
}

export async function firstStepsOf(me: Me, testOrg: Org | null, ask: typeof call): Promise<FirstStepsState> {
  const none = { testOrg, entity: null, key: null, requestId: null, webhook: null }
  if (!testOrg) return none
  const scope = me.scopes.find(
    ({ orgId, permissions }) => orgId === testOrg.id && permissions.includes('signature.read'),
  )
  const path = { orgId: testOrg.id }
  const [keys, webhooks, requests] = await Promise.all([
    ask('GET /v1/orgs/{orgId}/api-keys', { path }),
    ask('GET /v1/orgs/{orgId}/webhooks', { path }),
    scope ? ask('GET /v1/signature-requests', { query: { entityId: scope.entityId, pageSize: 1 } }) : { results: [] },
  ])
  return {
    testOrg,
    entity: scope ? { id: scope.entityId, name: scope.entityName } : null,
    key: keys.results.find(({ status }) => status === 'active') ?? null,
    requestId: requests.results[0]?.id ?? null,
    // The one that was reached, if any.
    webhook: webhooks.results.find(({ lastSuccessAt }) => lastSuccessAt !== null) ?? webhooks.results[0] ?? null,
  }
}

/** The commands that send a first document, with what is real here. The secret stays with the reader. */
export function firstRequest(
  { key, entity }: FirstStepsState,
  service: { readonly baseUrl: string; readonly issuer: string; readonly audienceScope: string },
): string {
  const isLocal = new URL(service.baseUrl).hostname === 'localhost'
  const file = isLocal ? 'infra/local/demo/contract.pdf' : 'contract.pdf'
  const data = {
    entityId: entity?.id ?? 'ENTITY_ID',
    title: 'My first contract',
    signers: [{ firstName: 'Jane', lastName: 'Doe', email: 'jane+sign@example.com' }],
  }
  return [
    `CLIENT_ID='${key?.clientId ?? 'CLIENT_ID'}'`,
    `CLIENT_SECRET='the secret that you stored'`,
    `TOKEN=$(curl -sS ${service.issuer}/oauth/v2/token -u "$CLIENT_ID:$CLIENT_SECRET" \\`,
    `  -d grant_type=client_credentials -d scope=${service.audienceScope} | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
    `curl -sS ${service.baseUrl}/v1/signature-requests -H "Authorization: Bearer $TOKEN" \\`,
    `  -F file=@${file} \\`,
    `  -F 'data=${JSON.stringify(data)}'`,
  ].join('\n')
}
