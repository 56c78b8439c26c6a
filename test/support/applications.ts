import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { makeConsent, makeGrant } from '../../infra/local/application-grants.ts'
import { type Credentials, makePartner } from '../../infra/local/tenant.ts'
import type { Grant } from '../../shared/auth/grants/grant.ts'
import type { DelegatedScope, PartnerScope, SystemRoleKey } from '../../shared/auth/permissions.ts'
import type { Profile } from '../../shared/auth/principal.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { tokenAbout } from './access-token.ts'
import { type Answer, type CallOptions, call, demand, persistently } from './client.ts'
import { manyRequests, personOf, type Tenant, table } from './tenant.ts'

/** A partner application with a token of its machine. */
export interface Partner {
  readonly clientId: string
  readonly token: string
}

/** A partner application that no organization has heard of. */
export async function partnerWith(of: Tenant, scopes: readonly PartnerScope[]): Promise<Partner> {
  const { clientId } = await makePartner(table(), {
    providerId: of.org.providerId,
    name: 'A partner',
    scopes,
    client: manyRequests,
  })
  return { clientId, token: await tokenAbout(clientId, clientId, scopes) }
}

/** One that an administrator of the tenant has let work there. */
export async function installedPartner(
  of: Tenant,
  options: { scopes: readonly PartnerScope[]; granted?: readonly PartnerScope[]; role?: SystemRoleKey },
): Promise<Partner & { grant: Grant }> {
  const { scopes, granted = scopes, role = 'admin' } = options
  const partner = await partnerWith(of, scopes)
  const grant = await makeGrant(table(), of.org, partner.clientId, { scopes: [...granted], role, ...inUse() })
  return { ...partner, grant }
}

/** Of a grant whose use needs no noting for an hour, as most do. */
const inUse = () => ({ lastUsedAt: timestamp(Date.now()) })

/** An application that acts for a person of the tenant by their own consent, or by that of an administrator for everybody. */
export async function delegatedFor(
  of: Tenant,
  options: {
    role?: SystemRoleKey
    scopes: readonly DelegatedScope[]
    consented?: readonly DelegatedScope[]
    forAll?: true
  },
): Promise<{ clientId: string; token: string; grant: Grant; account: Profile; personToken: string }> {
  const { role = 'admin', scopes, consented = scopes, forAll } = options
  const [{ clientId }, person] = await Promise.all([partnerWith(of, []), personOf(of, role)])
  const { account } = person
  const userId = forAll ? null : account.id
  const grant = await makeConsent(table(), of.org, clientId, { userId, scopes: consented, ...inUse() })
  return { clientId, token: await tokenAbout(clientId, account.id, scopes), grant, account, personToken: person.token }
}

export const redirectUri = 'https://app.example.com/callback'

/** A connected app, which may ask people of the tenant's provider for their consent. */
export async function connectedApp(of: Tenant): Promise<Credentials> {
  const { providerId } = of.org
  const client = { redirectUris: [redirectUri], publisher: 'Example & Sons' }
  return await makePartner(table(), { providerId, name: 'Connected', scopes: [], client })
}

/** The two halves of a proof that who exchanges a code is who asked for it (RFC 7636). */
export function proofKey(): { codeVerifier: string; codeChallenge: string } {
  const codeVerifier = randomBytes(32).toString('base64url')
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }
}

export function consentBody(of: Tenant, clientId: string, more: object = {}) {
  const { codeChallenge } = proofKey()
  return {
    clientId,
    redirectUri,
    scope: ['signature:read'],
    codeChallenge,
    codeChallengeMethod: 'S256',
    orgId: of.org.id,
    state: 'a state',
    ...more,
  }
}

/** A person's consent, as the consent page sends it. */
export async function consent(token: string, json: object, options: CallOptions = {}): Promise<Answer> {
  return await call('POST', '/v1/oauth/consents', { token, json, ...options })
}

/** One that has to be there before a test begins. */
export async function consented(token: string, json: object): Promise<Answer['body']> {
  const headers = { 'Idempotency-Key': randomUUID() }
  const answer = await persistently(() => consent(token, json, { headers }))
  demand(answer, 201)
  return answer.body
}

/** A code that a person's consent gave, with what it takes to exchange it and the machine token of the application. */
export async function exchangeable(of: Tenant, more: object = {}, app?: Credentials) {
  const [{ clientId }, person] = await Promise.all([app ?? connectedApp(of), personOf(of, 'admin')])
  const { codeVerifier, codeChallenge } = proofKey()
  const body = await consented(person.token, consentBody(of, clientId, { codeChallenge, ...more }))
  const json = { code: String(body.code), redirectUri, codeVerifier }
  return { json, token: await tokenAbout(clientId), clientId, person, grantId: String(body.grantId) }
}

export const grantsPath = ({ org }: Pick<Tenant, 'org'>, after = '') => `/v1/orgs/${org.id}/grants${after}`
