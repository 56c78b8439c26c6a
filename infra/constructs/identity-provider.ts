import { ArnFormat, Stack } from 'aws-cdk-lib'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { letUseTable } from './access.ts'
import { alarmOnWords } from './alarm-on-words.ts'
import type { GatewayProps } from './api.ts'
import { proxyDefinition } from './api-definition.ts'
import type { Foundation } from './foundation.ts'
import { ownAudience, type TokenIssuer } from './issuer.ts'
import { keyArnsOf, keyIdsOf, tokenSigningKeys } from './keys.ts'
import { type GatewayLogging, RestApi } from './rest-api.ts'
import { reservedConcurrency, ServiceFunction } from './service-function.ts'

export interface IdentityProviderProps {
  readonly foundation: Foundation
  readonly logging: GatewayLogging
  /** CIDRs of proxies in front of the gateway, comma-separated; undefined: there are none. */
  readonly trustedProxies: string | undefined
  readonly gateway: GatewayProps
}

export interface SignInProps {
  /** Of the job that mails the codes. */
  readonly codes: Queue
  /** Where the service's own app is answered; of none, nobody signs in to it here. */
  readonly redirectUris: readonly string[]
  /** The lasting domain that passkeys belong to; null: there is none, and they are not offered. */
  readonly passkeyDomain: string | null
}

/**
 * The ARN of the function by its name. A reference would close a circle: the function is told the address of the console, whose
 * API has functions that are told the address of this gateway.
 */
function namedArn(auth: ServiceFunction): string {
  const stack = Stack.of(auth)
  const resourceName = `${stack.stackName}-auth${auth.inService === auth ? '' : ':in-service'}`
  return stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
}

/**
 * The identity provider that the stack brings along. It has an API of its own: the functions of the other are told its
 * address, and an API that knew both would wait for functions that wait for it.
 */
export class IdentityProvider extends Construct {
  readonly url: string
  readonly issuer: TokenIssuer
  /** The KMS key that signs the tokens. */
  readonly signingKeyId: string
  readonly #auth: ServiceFunction
  readonly #foundation: Foundation

  constructor(scope: Construct, id: string, { foundation, logging, trustedProxies, gateway }: IdentityProviderProps) {
    super(scope, id)
    const { table, alarms, functionsDirectory } = foundation
    const signingKeys = tokenSigningKeys(this, 'SigningKey')
    const { audience, audienceScope } = ownAudience
    const auth = new ServiceFunction(this, 'auth', {
      functionsDirectory,
      ...reservedConcurrency(this, 100),
      environment: {
        AUDIENCE: audience,
        AUDIENCE_SCOPE: audienceScope,
        TOKEN_SIGNING_KEYS: keyIdsOf(signingKeys),
        ...(trustedProxies && { TRUSTED_PROXIES: trustedProxies }),
      },
    })
    // Clients, what is counted of them, and the assertions that must not come twice.
    letUseTable(auth, table, { actions: ['GetItem', 'PutItem', 'UpdateItem'], owns: ['OIDC#'] })
    auth.allow(['kms:GetPublicKey'], keyArnsOf(signingKeys))
    auth.allow(['kms:Sign'], [signingKeys.current.keyArn])
    const definition = proxyDefinition('Sealpost identity provider', namedArn(auth))
    const api = new RestApi(this, 'Gateway', {
      ...gateway,
      suffix: '-auth',
      definition,
      functions: [auth],
      logging,
      alarms,
      // The page of an attempt to sign in is named by a secret of its browser.
      secretMethods: ['/{proxy+}/ANY'],
      publicMethods: ['/{proxy+}/ANY'],
    })
    this.#auth = auth
    this.#foundation = foundation
    this.url = api.url
    this.signingKeyId = signingKeys.current.keyId
    this.issuer = {
      ...ownAudience,
      issuer: api.url,
      signingKeys,
      jwksUri: `${api.url}/oauth/v2/keys`,
      consentUrl: `${api.url}/oauth/consent`,
      tellsSignIn: true,
    }
  }

  /** Has people sign in, by codes that the job behind this queue mails to them. */
  letPeopleSignIn({ codes, redirectUris, passkeyDomain }: SignInProps): void {
    const { keys, table } = this.#foundation
    this.#auth.addEnvironment('SIGN_IN_CODE_QUEUE_URL', codes.queueUrl)
    this.#auth.addEnvironment('SIGNING_SECRETS_KEYS', keyIdsOf(keys.signingSecrets))
    this.#auth.addEnvironment('FIRST_PARTY_CLIENT_ID', ownAudience.firstPartyClientId)
    if (redirectUris.length > 0) this.#auth.addEnvironment('APP_REDIRECT_URIS', redirectUris.join(' '))
    if (passkeyDomain) this.#offerPasskeys(passkeyDomain)
    this.#auth.allow(['sqs:SendMessage'], [codes.queueArn])
    this.#auth.allow(['kms:GenerateMac'], keyArnsOf(keys.signingSecrets))
    // Sessions, codes and tokens with what revokes them; people, their organizations, and whom they let act for them.
    letUseTable(this.#auth, table, {
      actions: ['BatchGetItem', 'DeleteItem', 'Query'],
      indexes: ['GSI1'],
      owns: ['OIDC#'],
    })
  }

  #offerPasskeys(domain: string): void {
    this.#auth.addEnvironment('PASSKEY_DOMAIN', domain)
    alarmOnWords(this.#auth, this.#foundation, {
      name: 'PasskeyCopied',
      description: 'A passkey was refused whose counter went back: somebody may have copied it',
    })
  }
}
