import * as oauth from 'oauth4webapi'
import { forgetKept, hasUnsent, keepUnsent } from './entries.ts'
import { callbackUrl, settings } from './settings.ts'
import { keepSignInState, type SignInState, takeSignInState } from './sign-in-state.ts'

/** Tokens of this tab. They live in its memory alone: a reload asks the identity provider for new ones. */
interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Who signed in. */
  readonly person: string | null
  readonly expiresAtMs: number
}

const client: oauth.Client = { client_id: settings.clientId }
/** Locally everything runs by plain HTTP. */
const options = { [oauth.allowInsecureRequests]: settings.issuer.startsWith('http://') }
const renewedBeforeMs = 60_000
/** As long as the identity provider keeps a browser signed in. Its refresh tokens last longer, but an open tab must not. */
const longestMs = 12 * 3600_000

let tokens: Tokens | null = null
let signedInAtMs = 0
/** Whose tokens this tab had last. */
let person: string | null = null
let renewal: Promise<Tokens | null> | null = null
let discovery: Promise<oauth.AuthorizationServer> | null = null

function server(): Promise<oauth.AuthorizationServer> {
  discovery ??= discovered().catch((error: unknown) => {
    discovery = null
    throw error
  })
  return discovery
}

async function discovered(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(settings.issuer)
  return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
}

export interface SignInOptions {
  /** Shows no page: it comes back at once, signed in or not. */
  readonly isSilent?: boolean
  /** Asks for the code again, as operations do that need a recent sign-in. */
  readonly isFresh?: boolean
  /** Shows the passkeys of the person before it comes back. */
  readonly isAboutPasskeys?: boolean
  /** The screen to come back to, such as `#/o/…`. */
  readonly route: string
}

export const currentPerson = () => person

/** Leads to the identity provider. The page ends here; entries that were not sent are kept. */
export async function signIn({
  isSilent = false,
  isFresh = false,
  isAboutPasskeys = false,
  route,
}: SignInOptions): Promise<never> {
  const { authorization_endpoint: endpoint } = await server()
  if (!endpoint) throw new Error('the identity provider has no page to sign in')
  const [codeVerifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ]
  keepSignInState({ codeVerifier, state, nonce, route, isSilent })
  const url = new URL(endpoint)
  url.search = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: callbackUrl,
    response_type: 'code',
    // The last one brings a refresh token. Without it, the page would have to be left whenever an access token ends.
    scope: `openid profile email ${settings.audienceScope} offline_access`,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(isSilent && { prompt: 'none' }),
    ...(isFresh && { max_age: '0' }),
    ...(isAboutPasskeys && { prompt: 'passkeys' }),
  }).toString()
  keepUnsent(person)
  location.replace(url)
  return await new Promise<never>(() => undefined)
}

/** Whether people can have passkeys at the identity provider. */
export async function offersPasskeys(): Promise<boolean> {
  const { prompt_values_supported: prompts } = await server()
  return Array.isArray(prompts) && prompts.includes('passkeys')
}

/** What came of a sign-in: a session with the route to show, or the need to sign in with a page. */
export type Arrival =
  | { readonly kind: 'signed_in'; readonly route: string }
  | { readonly kind: 'signed_out'; readonly route: string }
  | { readonly kind: 'failed'; readonly route: string }

/** Carries out what the identity provider came back with. */
export async function arrive(parameters: URLSearchParams): Promise<Arrival> {
  const known = takeSignInState()
  if (!known) {
    // The way back from signing out. Tabs that are still signed in find out, and others lose nothing.
    otherTabs.postMessage('signed out')
    return { kind: 'signed_out', route: '' }
  }
  if (parameters.has('error')) {
    const isExpected = known.isSilent || parameters.get('error') === 'access_denied'
    return { kind: isExpected ? 'signed_out' : 'failed', route: known.route }
  }
  try {
    tokens = await exchanged(parameters, known)
    person = tokens.person
    signedInAtMs = Date.now()
    return { kind: 'signed_in', route: known.route }
  } catch {
    return { kind: 'failed', route: known.route }
  }
}

async function exchanged(parameters: URLSearchParams, known: SignInState): Promise<Tokens> {
  const as = await server()
  const validated = oauth.validateAuthResponse(as, client, parameters, known.state)
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    validated,
    callbackUrl,
    known.codeVerifier,
    options,
  )
  const answer = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: known.nonce,
    requireIdToken: true,
  })
  return tokensOf(answer, null)
}

function tokensOf(answer: oauth.TokenEndpointResponse, before: Tokens | null): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before?.refreshToken,
    person: oauth.getValidatedIdTokenClaims(answer)?.sub ?? before?.person ?? null,
    expiresAtMs: Date.now() + (answer.expires_in ?? 0) * 1000,
  }
}

/**
 * An access token that lasts; null where the session has ended. All who ask at once wait for the same renewal. Throws where the identity
 * provider does not answer.
 */
export async function accessToken({ isRefused = false } = {}): Promise<string | null> {
  if (!tokens) return null
  if (Date.now() - signedInAtMs > longestMs) await forgetTokens()
  if (!tokens) return null
  if (!isRefused && tokens.expiresAtMs - renewedBeforeMs > Date.now()) return tokens.accessToken
  renewal ??= renewed(tokens).finally(() => {
    renewal = null
  })
  tokens = await renewal
  return tokens?.accessToken ?? null
}

async function renewed(before: Tokens): Promise<Tokens | null> {
  if (!before.refreshToken) return null
  try {
    const as = await server()
    const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), before.refreshToken, options)
    return tokensOf(await oauth.processRefreshTokenResponse(as, client, response), before)
  } catch (error) {
    // Only the provider's own refusal ends the session.
    if (error instanceof oauth.ResponseBodyError) return null
    throw error
  }
}

async function forgetTokens(): Promise<void> {
  const { refreshToken } = tokens ?? {}
  tokens = null
  const as = await server()
  if (refreshToken && as.revocation_endpoint)
    await oauth.revocationRequest(as, client, oauth.None(), refreshToken, options).catch(() => undefined)
}

/** Who signs out in one tab is signed out in all of this browser. */
const otherTabs = new BroadcastChannel('sealpost.session')
otherTabs.addEventListener('message', () => {
  void forgetTokens().finally(() => {
    if (!hasUnsent()) location.reload()
  })
})

/** Ends the tokens here, and the session at the identity provider. The page ends here. */
export async function signOut(): Promise<void> {
  const as = await server()
  forgetKept()
  await forgetTokens()
  if (!as.end_session_endpoint) return location.replace(callbackUrl)
  const url = new URL(as.end_session_endpoint)
  // Without `id_token_hint`: an address stays in the history and in logs, and the provider asks the person anyway.
  url.search = new URLSearchParams({
    client_id: settings.clientId,
    post_logout_redirect_uri: callbackUrl,
  }).toString()
  location.replace(url)
}
