import { createHash, randomBytes } from 'node:crypto'
import * as client from 'openid-client'
import { makePartner } from '../../infra/local/tenant.ts'
import type { Client } from '../../shared/auth/client.ts'
import { cloud } from './cloud.ts'
import { type Tenant, table } from './tenant.ts'

export const appRedirectUri = 'http://localhost:8080/callback'
export const audienceScope = 'urn:svc:api:aud'

/** A registered application that proves itself by a key of its own, with openid-client as it would use it. */
export interface ConnectedApp {
  readonly clientId: string
  readonly redirectUri: string
  readonly configuration: client.Configuration
}

export async function connectedApp(of: Tenant, more: Partial<Client> = {}): Promise<ConnectedApp> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), use: 'sig', alg: 'ES256', kid: 'of-the-app' }
  const redirectUri = 'https://app.example.com/callback'
  const registered = { jwks: { keys: [jwk] }, redirectUris: [redirectUri], ...more }
  const options = { providerId: of.org.providerId, name: 'A connected app', scopes: [], client: registered }
  const { clientId } = await makePartner(table(), options)
  const proof = client.PrivateKeyJwt({ key: privateKey, kid: 'of-the-app' })
  return { clientId, redirectUri, configuration: await discovered(clientId, proof) }
}

/** The service's own app, which runs in a browser and keeps no secret. */
export async function ownApp(): Promise<ConnectedApp> {
  const clientId = 'sealpost-app'
  return { clientId, redirectUri: appRedirectUri, configuration: await discovered(clientId, client.None()) }
}

/** What is known of the identity provider by its discovery document alone. */
export async function discovered(clientId: string, proof: client.ClientAuth): Promise<client.Configuration> {
  const execute = [client.allowInsecureRequests]
  return await client.discovery(new URL(cloud().authUrl), clientId, undefined, proof, { execute })
}

/** One request for authorization, and what its answer is to be held against. */
export interface Started {
  readonly url: URL
  readonly checks: {
    readonly pkceCodeVerifier: string
    readonly expectedState: string
    readonly idTokenExpected: boolean
  }
}

export function start(app: ConnectedApp, scope: string, more: Record<string, string> = {}): Started {
  const { verifier, challenge } = pkce()
  const expectedState = randomBytes(16).toString('hex')
  const parameters = {
    redirect_uri: app.redirectUri,
    scope,
    state: expectedState,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  const idTokenExpected = scope.split(' ').includes('openid')
  const checks = { pkceCodeVerifier: verifier, expectedState, idTokenExpected }
  return { url: client.buildAuthorizationUrl(app.configuration, parameters), checks }
}

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Exchanges the code that an application was answered with. */
export async function exchange(app: ConnectedApp, answered: URL, { checks }: Started): Promise<Tokens> {
  return await client.authorizationCodeGrant(app.configuration, answered, checks)
}

export async function refresh(app: ConnectedApp, refreshToken: string | undefined): Promise<Tokens> {
  return await client.refreshTokenGrant(app.configuration, refreshToken ?? '')
}

/** The error that a request for tokens was answered with. */
export async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
  } catch (error) {
    if (error instanceof client.ResponseBodyError) return error.error
    throw error
  }
  return 'none'
}
