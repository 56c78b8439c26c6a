import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { accessTokenAlgorithm, maxTokenLifetimeSec } from '../../../shared/auth/access-token-claims.ts'
import { countRefusal, countRequest } from '../../../shared/auth/count-request.ts'
import { partnerScopes, scopesCover } from '../../../shared/auth/permissions.ts'
import { isAllowedFrom } from '../../../shared/http/client-address.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { isForProvider } from '../oauth/scopes.ts'
import { ownMetadataOf } from './registered-client.ts'

export interface Audience {
  /** What `aud` of a token for the API says: an absolute URI. */
  readonly audience: string
  /** The scope by which a client asks for that audience. */
  readonly audienceScope: string
}

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>

/**
 * Which audience a token is for (RFC 8707). A client asks for the API by the audience scope, or names it as the resource; a
 * token asked for without either is for the issuer itself, and the API will not accept it.
 */
export function apiResource(
  issuer: string,
  { audience, audienceScope }: Audience,
  platform: Pick<Platform, 'table' | 'clock'>,
): ResourceIndicators {
  return {
    enabled: true,
    defaultResource: (ctx) => (requestedScopes(ctx).includes(audienceScope) ? audience : issuer),
    getResourceServerInfo: async (ctx, resource, client) => {
      const isMachine = ctx.oidc.params?.grant_type === 'client_credentials'
      if (isMachine) await refuseFromElsewhere(platform, ctx, client)
      if (resource !== audience && resource !== issuer) throw new errors.InvalidTarget()
      const { machine_scopes: machineScopes, person_scopes: personScopes } = ownMetadataOf(client)
      const allowed = isMachine ? [audienceScope, ...withImplied(machineScopes)] : personScopes
      refuseOtherScopes(ctx, allowed)
      if (isMachine && resource === audience) askForAllWhenNoneIsNamed(ctx, client, audienceScope)
      return {
        audience: resource,
        scope: resource === audience ? allowed.filter((scope) => !isForProvider(scope)).join(' ') : '',
        accessTokenTTL: maxTokenLifetimeSec,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: accessTokenAlgorithm } },
      }
    },
  }
}

/** A machine that has proved itself gets no token where it could not use one, and that counts as a refused request of its own. */
async function refuseFromElsewhere(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { ip }: KoaContextWithOIDC,
  client: Client,
): Promise<void> {
  if (isAllowedFrom(ip, ownMetadataOf(client).ip_allowlist)) return
  const counted = await countRequest(table, client.clientId, clock(), ip)
  if (counted) await countRefusal(table, counted)
  throw new errors.InvalidClientAuth('the client may not be used from this IP address')
}

function requestedScopes(ctx: KoaContextWithOIDC): string[] {
  const scope = ctx.oidc.params?.scope
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []
}

/** A machine may ask for less than it is registered with: for a scope that one of its scopes covers. */
function withImplied(registered: readonly string[]): string[] {
  return [
    ...registered,
    ...partnerScopes.filter((scope) => !registered.includes(scope) && scopesCover(registered, scope)),
  ]
}

/** Without this the provider would silently leave out what it does not know, and `act_as` must be refused. */
function refuseOtherScopes(ctx: KoaContextWithOIDC, allowed: readonly string[]): void {
  const other = requestedScopes(ctx).find((scope) => !allowed.includes(scope))
  if (other) throw new errors.InvalidScope('the client may not request this scope', other)
}

/** The default of RFC 6749 §3.3: a client that names no scope but the audience's gets all that it is registered with. */
function askForAllWhenNoneIsNamed(ctx: KoaContextWithOIDC, client: Client, audienceScope: string): void {
  const namesSome = requestedScopes(ctx).some((scope) => scope !== audienceScope)
  if (!namesSome && ctx.oidc.params)
    ctx.oidc.params.scope = [audienceScope, ...ownMetadataOf(client).machine_scopes].join(' ')
}
