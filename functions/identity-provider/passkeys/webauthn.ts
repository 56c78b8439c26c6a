import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as v from 'valibot'
import { isUuid } from '../../../shared/platform/ids.ts'
import type { Passkey } from './passkey.ts'

/** Where passkeys are used. */
export interface RelyingParty {
  /** The domain that passkeys belong to (`rp.id`): they are lost when it changes. */
  readonly domain: string
  readonly name: string
  /** The one origin whose pages may ask for them. */
  readonly origin: string
}

/** COSE numbers of the algorithms that authenticators use: EdDSA, ES256, and RS256 for Windows Hello. */
const algorithms = [-8, -7, -257]
const longestMs = 300_000

/** The library is loaded by those alone who use a passkey. */
let kept: ReturnType<typeof loaded> | undefined
function library() {
  kept ??= loaded()
  return kept
}
async function loaded() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...server, decodeAttestationObject: helpers.decodeAttestationObject }
}

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(8_000))
const answered = {
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
}
const assertionSchema = v.object({
  ...answered,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
})
const attestationSchema = v.object({
  ...answered,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.array(v.string()), []),
  }),
})

/** What an authenticator answered to the request to sign in, as the page sent it. Not verified yet. */
export interface Assertion {
  readonly userId: string
  readonly credentialId: string
  readonly json: AuthenticationResponseJSON
}

/** Null: the text is no such answer. */
export function readAssertion(text: string): Assertion | null {
  const json = read(assertionSchema, text)
  if (!json) return null
  const userId = Buffer.from(json.response.userHandle, 'base64url').toString('utf8')
  return isUuid(userId) ? { userId, credentialId: json.id, json } : null
}

export function readAttestation(text: string): RegistrationResponseJSON | null {
  return read(attestationSchema, text)
}

function read<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | null {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text))
    return success ? output : null
  } catch {
    return null
  }
}

/** What a browser needs to ask for any passkey of this domain. */
export async function optionsToSignIn({ domain }: RelyingParty, challenge: string): Promise<object> {
  const { generateAuthenticationOptions } = await library()
  return await generateAuthenticationOptions({
    rpID: domain,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: longestMs,
    userVerification: 'required',
  })
}

interface Owner {
  readonly userId: string
  /** As the browser lists the passkey. */
  readonly userName: string
  readonly existing: readonly Passkey[]
}

/** What a browser needs to make a passkey that can be used without entering a name. */
export async function optionsToAdd(
  { domain, name }: RelyingParty,
  challenge: string,
  { userId, userName, existing }: Owner,
): Promise<object> {
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: name,
    rpID: domain,
    userName,
    userID: new TextEncoder().encode(userId),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: longestMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

export interface VerifiedUse {
  readonly counter: number
  readonly isSynced: boolean
  /** The counter did not go on: another authenticator has the same key. */
  readonly isCopy: boolean
}

/** Null: the answer does not prove that the owner of the passkey is there. */
export async function verifiedUse(
  { domain, origin }: RelyingParty,
  challenge: string,
  { json }: Assertion,
  passkey: Passkey,
): Promise<VerifiedUse | null> {
  const { verifyAuthenticationResponse } = await library()
  const { credentialId: id, publicKey } = passkey
  const asked = verifyAuthenticationResponse({
    response: json,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: true,
    // Compared below, once the signature is known to be right.
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: -1 },
  })
  // The library throws whatever the answer lacks.
  const { verified, authenticationInfo } = await asked.catch(() => ({ verified: false, authenticationInfo: null }))
  if (!verified || !authenticationInfo) return null
  const { newCounter: counter, credentialDeviceType } = authenticationInfo
  const isCopy = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter
  return { counter, isSynced: credentialDeviceType === 'multiDevice', isCopy }
}

export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'>

/** Null: the answer is not that of an authenticator that was just asked for a passkey of this domain. */
export async function verifiedCredential(
  { domain, origin }: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (await hasCertificates(response)) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { credential, credentialDeviceType } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      isSynced: credentialDeviceType === 'multiDevice',
    }
  } catch {
    return null
  }
}

/**
 * Nobody is asked for certificates, and browsers leave them out. The library would ask the authority that a certificate names about
 * its revocation, at whatever address.
 */
async function hasCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await library()
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)
}
