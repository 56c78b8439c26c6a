import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import { proxyDefinition } from './api-definition.ts'
import type { Foundation } from './foundation.ts'
import { HouseFunction } from './house-function.ts'
import { ownAudience, type TokenIssuer } from './issuer.ts'
import { tokenSigningKey } from './keys.ts'
import { type GatewayLogging, RestApi } from './rest-api.ts'

/**
 * The identity provider that the stack brings along. It has an API of its own: the functions of the other are told its
 * address, and an API that knew both would wait for functions that wait for it.
 */
export class IdentityProvider extends Construct {
  readonly url: string
  readonly issuer: TokenIssuer
  /** Whose keys sign the tokens: `Ref` of the KMS key. */
  readonly signingKeyId: string

  constructor(scope: Construct, id: string, foundation: Foundation, logging: GatewayLogging) {
    super(scope, id)
    const { table, alarms, functionsDirectory } = foundation
    const signingKey = tokenSigningKey(this, 'SigningKey')
    const { audience, audienceScope } = ownAudience
    const auth = new HouseFunction(this, 'auth', {
      functionsDirectory,
      environment: {
        AUDIENCE: audience,
        AUDIENCE_SCOPE: audienceScope,
        TOKEN_SIGNING_KEY_ID: signingKey.keyId,
      },
    })
    // Clients, and the assertions that must not come twice. Sessions, codes and what revokes them come with sign-in.
    letUseTable(auth, table, { actions: ['GetItem', 'PutItem'] })
    auth.allow(['kms:GetPublicKey', 'kms:Sign'], [signingKey.keyArn])
    const definition = proxyDefinition('Sealpost identity provider', auth.functionArn)
    const api = new RestApi(this, 'Gateway', { suffix: '-auth', definition, functions: [auth], logging, alarms })
    this.url = api.url
    this.signingKeyId = signingKey.keyId
    this.issuer = { ...ownAudience, issuer: api.url, jwksUri: `${api.url}/oauth/v2/keys` }
  }
}
