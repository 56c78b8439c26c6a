import { createHash, type KeyObject, randomUUID } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { authority, type CertificateOptions, certified, type Holder } from '../support/documents/certificates.ts'
import { localDigestSigner } from '../support/documents/seal-signer.ts'
import type { Scheme } from '../support/documents/signature-schemes.ts'

const root = authority('Fake root of signers')
const issuing = authority('Fake authority of signers', { issuer: root })

const onCurve: Scheme = { kind: 'ecdsa', key: 'prime256v1', hash: 'sha256' }

/** Of people whose e-mail says so. The provider calls all of these valid. */
const oddCertificates: Readonly<Record<string, Partial<CertificateOptions> & { isSelfSigned?: boolean }>> = {
  expired: { notBefore: new Date('2021-01-01Z'), notAfter: new Date('2022-01-01Z') },
  future: { notBefore: new Date('2040-01-01Z') },
  authority: { isAuthority: true },
  selfsigned: { isSelfSigned: true },
  webserver: { purposes: ['1.3.6.1.5.5.7.3.1'] },
}

/** The algorithm of a key, as the API names it. */
export const keyAlgorithms = { rsa: '1.2.840.113549.1.1.1', ecdsa: '1.2.840.10045.4.3.2' } as const

/** A person with a key at the provider. */
export interface FakeCredential {
  readonly id: string
  readonly userId: string
  readonly holder: Holder
  readonly kind: keyof typeof keyAlgorithms
  readonly scal: string
  readonly status: string
}

/** What somebody is asked on the provider's page. */
export interface FakeAuthorization {
  readonly id: string
  readonly redirectUri: string
  readonly state: string
  readonly challenge: string
  readonly credentialId: string
  readonly hash: string
}

interface Granted extends FakeAuthorization {
  isUsed: boolean
}

export interface FakeFault {
  readonly match: string
  times: number
  /** `late`: never, until the caller gives up. `held`: done, and answered once a code was refused. */
  readonly as: number | 'lost' | 'broken' | 'late' | 'held'
}

/** A client of the provider, with the people that it can ask. */
export class CscAccount {
  readonly credentials = new Map<string, FakeCredential>()
  readonly authorizations = new Map<string, FakeAuthorization>()
  readonly faults: FakeFault[] = []
  /** Each hash that was signed. */
  readonly signed: string[] = []
  /** How tokens for one signature are told: in the body of `signHash`, or as the token of the call. */
  tokenType: 'SAD' | 'Bearer' = 'SAD'
  /** Of everybody who gets a key from now on. */
  nameOfPeople = 'Jane Doe'
  /** Does not know the client any more, as after a new secret. */
  refusesClient = false
  /** Signs another hash than the one that was allowed. */
  signsAnother = false
  /** Resolved when a code was refused for the first time. */
  readonly codeRefused = Promise.withResolvers<void>()
  readonly #codes = new Map<string, Granted>()
  readonly #tokens = new Map<string, Granted | 'service'>()

  /** Everybody has one key, but for those whose e-mail says otherwise. */
  credentialsOf(userId: string): FakeCredential[] {
    if (userId.includes('+nobody@')) return []
    const known = [...this.credentials.values()].find((each) => each.userId === userId)
    if (known) return [known]
    const id = randomUUID()
    const kind: FakeCredential['kind'] = userId.includes('+ecdsa') ? 'ecdsa' : 'rsa'
    const scheme = kind === 'ecdsa' ? { scheme: onCurve } : {}
    const { isSelfSigned = false, ...odd } = oddCertificates[/\+([a-z]+)@/.exec(userId)?.[1] ?? ''] ?? {}
    const issuer = isSelfSigned ? {} : { issuer: issuing }
    const made = certified({ name: this.nameOfPeople, keyUsage: '01', ...issuer, ...scheme, ...odd })
    const holder = userId.includes('+unreadable@') ? { ...made, certificate: Buffer.from('no certificate') } : made
    const scal = userId.includes('+unbound@') ? '1' : '2'
    const credential: FakeCredential = {
      id,
      userId,
      holder,
      kind,
      scal,
      status: userId.includes('+disabled@') ? 'disabled' : 'enabled',
    }
    this.credentials.set(id, credential)
    return [credential]
  }

  /** The person agrees: the code for one token. */
  codeFor(authorization: FakeAuthorization): string {
    const code = randomUUID()
    this.#codes.set(code, { ...authorization, isUsed: false })
    this.authorizations.delete(authorization.id)
    return code
  }

  serviceToken(): string {
    const token = `service-${randomUUID()}`
    this.#tokens.set(token, 'service')
    return token
  }

  /** The token for one signature; null: the code is unknown, used, or of somebody else. */
  redeem(code: string, redirectUri: string, verifier: string): string | null {
    const granted = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (!granted || granted.redirectUri !== redirectUri || granted.challenge !== challenge) {
      this.codeRefused.resolve()
      return null
    }
    const token = `sad-${randomUUID()}`
    this.#tokens.set(token, granted)
    return token
  }

  knows(token: string): boolean {
    return this.#tokens.has(token)
  }

  isService(token: string): boolean {
    return this.#tokens.get(token) === 'service'
  }

  /** The signature of a hash by a key, which the token allows once; null: it does not. */
  async sign(token: string, credentialId: string, hash: string): Promise<Uint8Array | null> {
    const granted = this.#tokens.get(token)
    const credential = this.credentials.get(credentialId)
    if (!granted || granted === 'service' || granted.isUsed || !credential) return null
    if (granted.credentialId !== credentialId || granted.hash !== hash) return null
    granted.isUsed = true
    this.signed.push(hash)
    const bytes = this.signsAnother ? createHash('sha256').update(hash).digest() : Buffer.from(hash, 'base64')
    return credential.kind === 'ecdsa'
      ? signedOnCurve(credential.holder.key, bytes)
      : await localDigestSigner(credential.holder.key)(bytes)
  }

  faultOf(call: string): FakeFault['as'] | null {
    const fault = this.faults.find(({ match, times }) => times > 0 && new RegExp(match).test(call))
    if (!fault) return null
    fault.times -= 1
    return fault.as
  }
}

/** A hash that was made already: node:crypto always hashes itself. */
function signedOnCurve(key: KeyObject, sha256: Uint8Array): Uint8Array {
  const secret = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
  return p256.sign(sha256, secret, { prehash: false, format: 'der' })
}
