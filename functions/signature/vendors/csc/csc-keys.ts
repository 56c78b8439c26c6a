import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { systemClock } from '../../../../shared/platform/clock.ts'
import { optionalEnvironment } from '../../../../shared/platform/environment.ts'
import { ConnectionRefused, type OpenConnection, VendorUnavailable } from '../../../../shared/store/vendor-calls.ts'
import {
  type Authorization,
  AuthorizationLost,
  type ConnectionFault,
  type RemoteCredential,
  type RemoteKeys,
  SignerRefused,
} from '../remote-keys.ts'
import { addressFault, askCsc, CscRefused, demandTarget } from './csc-client.ts'
import { cscFacts } from './csc-facts.ts'

const { paths } = cscFacts

const infoSchema = v.object({ oauth2: v.string(), methods: v.array(v.string()) })
const tokenSchema = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  token_type: v.optional(v.string(), 'Bearer'),
})
const listSchema = v.object({ credentialIDs: v.array(v.string()) })
const base64 = v.pipe(v.string(), v.base64())
const credentialSchema = v.object({
  key: v.object({ status: v.string(), algo: v.array(v.string()) }),
  cert: v.object({
    status: v.optional(v.string(), 'valid'),
    certificates: v.pipe(v.array(base64), v.minLength(1), v.maxLength(10)),
  }),
  auth: v.object({ mode: v.string() }),
  SCAL: v.optional(v.string(), '1'),
})
const signatureSchema = v.object({ signatures: v.pipe(v.array(base64), v.length(1)) })

/** Providers with the API of the Cloud Signature Consortium, version 2.0. */
export const cscKeys: RemoteKeys = {
  faultOf: connectionFault,
  check: async (connection, signal) => {
    const { methods, oauth2 } = await infoOf(connection, signal)
    demandTarget(oauth2)
    const missing = ['credentials/list', 'credentials/info', 'signatures/signHash'].filter(
      (method) => !methods.includes(method),
    )
    if (missing.length > 0) throw new ConnectionRefused(`The provider does not offer ${missing.join(', ')}.`)
    await serviceToken(connection, oauth2, signal)
  },
  credentialOf: async (connection, email, signal) => {
    const { oauth2 } = await infoOf(connection, signal)
    const token = await serviceToken(connection, oauth2, signal)
    const [listed, { canSign }] = await Promise.all([
      listedKeys(connection, { email, token }, signal),
      import('../../../../shared/pdf/verification/signing-certificate-fault.ts'),
    ])
    for (const id of listed.credentialIDs.slice(0, cscFacts.maxCredentials)) {
      const json = { credentialID: id, certificates: 'chain', certInfo: false, authInfo: true }
      const found = await askCsc({ url: urlOf(connection, paths.credential), token, json }, credentialSchema, signal)
      const credential = usable(id, found)
      // Some providers call a certificate valid that has run out.
      if (credential && canSign(credential.certificateChain, systemClock())) return credential
    }
    throw new SignerRefused(
      'no_key',
      'The provider has no key of this signer that can sign: it needs a valid certificate for signatures, issued by an authority, RSA or ECDSA with SHA-256, and an authorization bound to the hash (SCAL2).',
    )
  },
  authorizationUrl: async (connection, authorization, signal) => {
    const { oauth2 } = await infoOf(connection, signal)
    const { credential, sha256, state, codeVerifier, redirectUri } = authorization
    const page = `${withoutSlash(oauth2)}${cscFacts.authorizePath}`
    demandTarget(page)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: connection.credentials.clientId ?? '',
      redirect_uri: redirectUri,
      scope: 'credential',
      state,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      credentialID: credential.id,
      numSignatures: '1',
      [cscFacts.hashesParameter]: Buffer.from(sha256).toString('base64url'),
      hashAlgorithmOID: cscFacts.sha256,
    })
    return `${page}?${query}`
  },
  sign: async (connection, authorization, signal) => {
    const { oauth2 } = await infoOf(connection, signal)
    try {
      return await signedHash({ connection, oauth2, signal }, authorization)
    } catch (error) {
      if (error instanceof VendorUnavailable) throw new AuthorizationLost(error.message)
      throw error
    }
  },
}

/** The service token is our own: where it may not list keys, no signer is to blame. */
async function listedKeys(
  connection: OpenConnection,
  { email, token }: { readonly email: string; readonly token: string },
  signal: AbortSignal,
) {
  const json = { userID: cscFacts.userIdOf(email), onlyValid: true }
  try {
    return await askCsc({ url: urlOf(connection, paths.credentials), token, json }, listSchema, signal)
  } catch (error) {
    const isOfConnection = error instanceof CscRefused && (error.status === 401 || error.status === 403)
    throw isOfConnection ? new ConnectionRefused(error.message) : error
  }
}

interface Asked {
  readonly connection: OpenConnection
  readonly oauth2: string
  readonly signal: AbortSignal
}

/** Redeems the code, and has the hash signed. */
async function signedHash(
  { connection, oauth2, signal }: Asked,
  authorization: Authorization & { readonly code: string },
): Promise<Uint8Array> {
  const granted = await redeemed({ connection, oauth2, signal }, authorization)
  const isSad = granted.token_type.toUpperCase() === cscFacts.sadTokenType
  const token = isSad ? await serviceToken(connection, oauth2, signal) : granted.access_token
  const json = {
    ...signingOf(authorization),
    ...(isSad && { SAD: granted.access_token }),
  }
  const { signatures } = await askCsc({ url: urlOf(connection, paths.sign), token, json }, signatureSchema, signal)
  return Buffer.from(signatures[0] ?? '', 'base64')
}

async function redeemed(
  { connection, oauth2, signal }: Asked,
  { code, codeVerifier, redirectUri }: Authorization & { readonly code: string },
) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
  try {
    return await tokenOf(connection, oauth2, form, signal)
  } catch (error) {
    if (!(error instanceof CscRefused) || error.code !== cscFacts.codeRefused) throw error
    throw new SignerRefused(
      'start_again',
      'This confirmation was used already, or is too old. Start the signature again.',
    )
  }
}

function signingOf({ credential, sha256 }: Authorization) {
  return {
    credentialID: credential.id,
    hashes: [Buffer.from(sha256).toString('base64')],
    hashAlgorithmOID: cscFacts.sha256,
    signAlgo: credential.algorithm,
    operationMode: 'S',
  }
}

type Found = v.InferOutput<typeof credentialSchema>

/** Null where we cannot sign with it, or not for one hash alone. */
function usable(id: string, { key, cert, auth, SCAL }: Found): RemoteCredential | null {
  const algorithm = key.algo.find((each) => cscFacts.schemes[each] !== undefined)
  const scheme = algorithm && cscFacts.schemes[algorithm]
  const [leaf, ...issuers] = cert.certificates.map((der) => new Uint8Array(Buffer.from(der, 'base64')))
  const isReady = key.status === 'enabled' && cert.status === 'valid' && SCAL === cscFacts.neededScal
  if (!isReady || auth.mode !== cscFacts.neededAuthMode || !algorithm || !scheme || !leaf) return null
  return { id, algorithm, scheme, certificateChain: [leaf, ...issuers] }
}

async function infoOf(connection: OpenConnection, signal: AbortSignal) {
  return await askCsc({ url: urlOf(connection, paths.info), json: {} }, infoSchema, signal)
}

async function serviceToken(connection: OpenConnection, oauth2: string, signal: AbortSignal): Promise<string> {
  const form = { grant_type: 'client_credentials', scope: 'service' }
  return (await tokenOf(connection, oauth2, form, signal)).access_token
}

async function tokenOf(
  { credentials }: OpenConnection,
  oauth2: string,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
) {
  const { clientId = '', clientSecret = '' } = credentials
  const client = { client_id: clientId, ...(cscFacts.sendsSecretInBody && { client_secret: clientSecret }) }
  const url = `${withoutSlash(oauth2)}${cscFacts.tokenPath}`
  try {
    return await askCsc({ url, form: { ...form, ...client } }, tokenSchema, signal)
  } catch (error) {
    const isOfClient = error instanceof CscRefused && cscFacts.clientRefused.includes(error.code)
    throw isOfClient ? new ConnectionRefused(error.message) : error
  }
}

function urlOf({ credentials, environment }: OpenConnection, path: string): string {
  const fault = providerFault({ credentials, environment })
  if (fault !== null) throw new ConnectionRefused(fault)
  return `${withoutSlash(credentials.baseUrl ?? '')}${path}`
}

function connectionFault(connection: Parameters<RemoteKeys['faultOf']>[0]): ConnectionFault | null {
  const message = addressFault(connection.credentials.baseUrl ?? '') ?? providerFault(connection)
  return message === null ? null : { field: 'baseUrl', message }
}

/** A customer of a live organization could name a server of their own, which would sign as anybody. */
function providerFault({ credentials, environment }: Parameters<RemoteKeys['faultOf']>[0]): string | null {
  const base = withoutSlash(credentials.baseUrl ?? '')
  const listed = listedProviders()
  if (environment !== 'live' || listed.includes(base)) return null
  const choice = listed.length > 0 ? `Send one of these as baseUrl: ${listed.join(', ')}.` : 'None is allowed yet.'
  return `This service does not allow the provider ${base.slice(0, 200)}. ${choice} The operator of the service allows others (cscProviders).`
}

function listedProviders(): string[] {
  const urls = (optionalEnvironment('CSC_PROVIDERS') ?? '').split(',')
  return urls.map((url) => withoutSlash(url.trim())).filter((url) => url !== '')
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
