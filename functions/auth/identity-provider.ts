import type { KMSClient } from '@aws-sdk/client-kms'
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { accessTokenAlgorithm } from '../../shared/auth/access-token-claims.ts'
import type { KmsSigningKey } from '../../shared/auth/kms-token-signer.ts'
import { maxTokenLifetimeSec } from '../../shared/auth/token.ts'
import type { Platform } from '../../shared/platform.ts'
import { type Audience, apiResource } from './api-resource.ts'
import { ArtifactStore } from './artifact-store.ts'
import { KmsExternalKey } from './kms-external-key.ts'
import { compareClientSecret, ownClientMetadata, registeredClients } from './registered-client.ts'
import { endpoints, serveEnabledEndpoints } from './served-endpoints.ts'

export interface IdentityProviderParts {
  readonly platform: Platform
  readonly kms: KMSClient
  readonly audience: Audience
  /** Told of what is nobody's fault but ours. */
  readonly logError: (error: unknown) => void
}

const acceptedSkewSec = 30
/** An assertion is remembered until it expires; RFC 7523 §3 lets us refuse one that expires unreasonably late. */
const longestAssertionSec = 3600

/** The OpenID provider of one issuer, whose address must be the one that clients use. */
export function identityProvider(issuer: string, key: KmsSigningKey, parts: IdentityProviderParts): Provider {
  const provider = new Provider(issuer, configuration(issuer, key, parts))
  // The provider knows its models by the names of their classes: in a bundle that renames them, tokens would never expire.
  if (provider.ClientCredentials.name !== 'ClientCredentials') throw new Error('the bundle renamed the classes')
  provider.Client.prototype.compareClientSecret = compareClientSecret
  // The bridge alone sets X-Forwarded-Proto, from the gateway's.
  provider.proxy = true
  const mountPath = new URL(issuer).pathname.replace(/\/$/, '')
  provider.use((ctx, next) => {
    ctx.mountPath = mountPath
    return next()
  })
  provider.use(serveEnabledEndpoints)
  provider.on('server_error', (_ctx, error) => parts.logError(error))
  return provider
}

function configuration(issuer: string, key: KmsSigningKey, parts: IdentityProviderParts): Configuration {
  const { platform, audience } = parts
  return {
    adapter: (model: string) =>
      model === 'Client' ? registeredClients(platform.table, platform.clock) : new ArtifactStore(platform, model),
    jwks: { keys: [new KmsExternalKey(parts.kms, key)] },
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
      resourceIndicators: apiResource(issuer, audience),
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
}

function refuseLongAssertion(claims: { exp?: unknown }, nowMs: number): void {
  const latestSec = nowMs / 1000 + longestAssertionSec
  if (typeof claims.exp === 'number' && claims.exp <= latestSec) return
  throw new errors.InvalidClientAuth('the assertion expires too late')
}

/** Every answer is JSON, also for a browser, since no page is served. */
function renderJson(ctx: KoaContextWithOIDC, error: object): void {
  ctx.type = 'json'
  ctx.body = { ...error }
}
