import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Clients of an outside provider, as its own administrators register them. */
interface OutsideClients {
  readonly machine: { readonly clientId: string; readonly clientSecret: string }
  readonly app: { readonly clientId: string; readonly redirectUri: string }
}

export interface OutsideProvider {
  readonly issuer: string
  /** Whoever signs in next is taken to be this account. */
  signInAs(accountId: string): void
  register(clients: OutsideClients): void
  close(): Promise<void>
}

const audienceScope = 'read:everything'

/**
 * An OpenID provider that has nothing of ours but the library: RS256 keys, storage in memory, and paths of its own. It lets
 * everybody in without a question.
 */
export async function startOutsideProvider(audience: string): Promise<OutsideProvider> {
  let listener: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  let accountId: string = randomUUID()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    signInAs: (id) => {
      accountId = id
    },
    register: (clients) => {
      const provider = providerOf({ issuer, audience, privateKey }, clients)
      const answer = provider.callback()
      listener = async (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return answer(request, response)
        const { params, prompt } = await provider.interactionDetails(request, response)
        const login = prompt.name === 'login' ? { login: { accountId } } : {}
        const consent =
          prompt.name === 'consent'
            ? { consent: { grantId: await granted(provider, accountId, params, audience) } }
            : {}
        await provider.interactionFinished(request, response, { ...login, ...consent })
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function granted(provider: Provider, accountId: string, params: Record<string, unknown>, audience: string) {
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
  grant.addOIDCScope('openid')
  grant.addResourceScope(audience, audienceScope)
  return await grant.save()
}

function providerOf(
  { issuer, audience, privateKey }: { issuer: string; audience: string; privateKey: KeyObject },
  { machine, app }: OutsideClients,
): Provider {
  return new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'of-theirs' }] },
    clients: [
      {
        client_id: machine.clientId,
        client_secret: machine.clientSecret,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      },
      {
        client_id: app.clientId,
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [app.redirectUri],
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: audienceScope,
          audience,
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    pkce: { required: () => true },
    cookies: { keys: [randomUUID()] },
    ttl: { AccessToken: 300, ClientCredentials: 300, Interaction: 300, Session: 300, Grant: 300, IdToken: 300 },
  })
}
