import type { KMSClient } from '@aws-sdk/client-kms'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { accessTokenAlgorithm, maxTokenLifetimeSec } from '../../../shared/auth/access-token-claims.ts'
import type { KmsSigningKey } from '../../../shared/auth/kms-token-signer.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { type Audience, apiResource } from './api-resource.ts'
import { ArtifactStore } from './artifact-store.ts'
import { serveConsentStart } from './consent-start.ts'
import { endTokens } from './ended-tokens.ts'
import { answerFailures, guardAnswers, refuseOtherModes } from './guarded-answers.ts'
import { serveInteractions } from './interactions.ts'
import { KmsExternalKey } from './kms-external-key.ts'

import { relyingPartyOf } from './offered-passkeys.ts'
import type { OwnApp } from './own-app.ts'
import { servePasskeyScript } from './passkey-script.ts'
import { clientsOfPeople, peopleConfiguration } from './people-configuration.ts'
import { compareClientSecret, ownClientMetadata, registeredClients } from './registered-client.ts'
import { endpoints, serveEnabledEndpoints } from './served-endpoints.ts'
import type { SignInDependencies } from './sign-in.ts'

export interface IdentityProviderParts {
  readonly platform: Platform
  readonly kms: KMSClient
  readonly audience: Audience
  /** Null: nobody signs in here, since no code could be mailed to them. */
  readonly people: PeopleParts | null
  /** Told of what is nobody's fault but ours. */
  readonly logError: (error: unknown) => void
}

/** What it takes to let people sign in. */
export interface PeopleParts extends Pick<SignInDependencies, 'macKeys' | 'sendCode'> {
  readonly ownApp: OwnApp
  /** The domain that passkeys belong to; null: the address of this service does not last, and they are not offered. */
  readonly passkeyDomain: string | null
}

const acceptedSkewSec = 30
/** An assertion is remembered until it expires; RFC 7523 §3 lets us refuse one that expires unreasonably late. */
const longestAssertionSec = 3600

/** The OpenID provider of one issuer, whose address must be the one that clients use. The first key signs; all are published. */
export function identityProvider(
  issuer: string,
  keys: readonly KmsSigningKey[],
  parts: IdentityProviderParts,
): Provider {
  const provider = new Provider(issuer, configuration(issuer, keys, parts))
  // The provider knows its models by the names of their classes: in a bundle that renames them, tokens would never expire.
  if (provider.ClientCredentials.name !== 'ClientCredentials') throw new Error('the bundle renamed the classes')
  provider.Client.prototype.compareClientSecret = compareClientSecret
  // The bridge alone sets X-Forwarded-Proto and X-Forwarded-For, from the gateway's.
  provider.proxy = true
  const mountPath = new URL(issuer).pathname.replace(/\/$/, '')
  provider.use((ctx, next) => {
    ctx.mountPath = mountPath
    return next()
  })
  provider.use(answerFailures(parts.logError))
  const prompts = ['none', 'login', 'consent', ...(offersPasskeys(issuer, parts) ? ['passkeys'] : [])]
  provider.use(serveEnabledEndpoints(parts.people !== null, prompts))
  if (parts.people) servePeople(provider, issuer, { ...parts, people: parts.people })
  provider.on('server_error', (_ctx, error) => parts.logError(error))
  return provider
}

function offersPasskeys(issuer: string, { people }: IdentityProviderParts): boolean {
  return relyingPartyOf(people?.passkeyDomain ?? null, issuer) !== null
}

function servePeople(
  provider: Provider,
  issuer: string,
  { platform, people, audience, logError }: IdentityProviderParts & { people: PeopleParts },
): void {
  const { macKeys, sendCode, passkeyDomain } = people
  const relyingParty = relyingPartyOf(passkeyDomain, issuer)
  provider.use(serveConsentStart(issuer, audience.audienceScope))
  if (relyingParty) provider.use(servePasskeyScript)
  provider.use(serveInteractions({ ...platform, macKeys, sendCode, issuer, provider, logError, relyingParty }))
  provider.use(guardAnswers)
  provider.use(refuseOtherModes)
  provider.use(endTokens(platform, people.ownApp.clientId))
}

function configuration(issuer: string, keys: readonly KmsSigningKey[], parts: IdentityProviderParts): Configuration {
  const { platform, audience, people } = parts
  const clients = registeredClients({ ...platform, people: people && clientsOfPeople(people.ownApp, audience) })
  const machines: Configuration = {
    adapter: (model: string) => (model === 'Client' ? clients : new ArtifactStore(platform, model)),
    jwks: { keys: keys.map((key) => new KmsExternalKey(parts.kms, key)) },
    routes: endpoints,
    scopes: [audience.audienceScope],
    responseTypes: [],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    clientDefaults: { id_token_signed_response_alg: accessTokenAlgorithm },
    extraClientMetadata: { properties: ownClientMetadata },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: apiResource(issuer, audience, platform),
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    ttl: { ClientCredentials: maxTokenLifetimeSec },
    clockTolerance: acceptedSkewSec,
    assertJwtClientAuthClaimsAndHeader: (_ctx, claims) => refuseLongAssertion(claims, platform.clock()),
    clientBasedCORS: () => false,
    renderError: renderJson,
  }
  if (!people) return machines
  return peopleConfiguration(machines, { issuer, platform, audience, offersPasskeys: offersPasskeys(issuer, parts) })
}

function refuseLongAssertion(claims: { exp?: unknown }, nowMs: number): void {
  const latestSec = nowMs / 1000 + longestAssertionSec
  if (typeof claims.exp === 'number' && claims.exp <= latestSec) return
  throw new errors.InvalidClientAuth('the assertion expires too late')
}

/** Every answer is JSON, also for a browser, where no page is served. */
function renderJson(ctx: KoaContextWithOIDC, error: object): void {
  ctx.type = 'json'
  ctx.body = { ...error }
}
