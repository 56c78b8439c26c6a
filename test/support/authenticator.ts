import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator answers, as browsers tell it (`PublicKeyCredential.toJSON`). */
export interface CredentialJson {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: Readonly<Record<string, unknown>>
  readonly clientExtensionResults: Readonly<Record<string, unknown>>
}

/** What differs from an honest browser and authenticator. */
export interface Deviation {
  readonly origin?: string
  readonly domain?: string
  readonly challenge?: string
  readonly type?: string
  readonly isUserVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  /** Another key than the credential's. */
  readonly privateKey?: KeyObject
  /** Told with a new credential. */
  readonly attestation?: { readonly format: string; readonly statement: Cbor }
}

interface Options {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
  readonly user?: { readonly id: string }
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40 }

/** A key of somebody, kept in software, with the browser that asks it. */
export class Authenticator {
  readonly credentialId: string
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  /** It counts its uses where it starts with more than 0. */
  #counter: number
  #userHandle = ''

  constructor(origin: string, counter = 0, credentialId = randomBytes(16).toString('base64url')) {
    this.credentialId = credentialId
    this.#origin = origin
    this.#counter = counter
  }

  /** Makes its one credential. */
  create(options: Options, deviation: Deviation = {}): CredentialJson {
    this.#userHandle = options.user?.id ?? ''
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(this.#publicKey())])
    const authData = this.#authData(options.rp?.id ?? '', deviation, attested)
    const { format, statement } = deviation.attestation ?? { format: 'none', statement: new Map() }
    const attestation = cbor(
      new Map<Cbor, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    )
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options, deviation).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'unheard-of'],
    })
  }

  /** Signs a challenge. */
  get(options: Options, deviation: Deviation = {}): CredentialJson {
    if (this.#counter > 0) this.#counter++
    const clientData = this.#clientData('webauthn.get', options, deviation)
    const authData = this.#authData(options.rpId ?? '', deviation)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, deviation.privateKey ?? this.#key.privateKey).toString('base64url'),
      userHandle: deviation.userHandle ?? this.#userHandle,
    })
  }

  #answer(response: CredentialJson['response']): CredentialJson {
    const id = this.credentialId
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, { challenge }: Options, deviation: Deviation): Buffer {
    const told = { type, challenge, origin: this.#origin, crossOrigin: false }
    const { type: otherType = type, challenge: other = challenge, origin = this.#origin } = deviation
    return Buffer.from(JSON.stringify({ ...told, type: otherType, challenge: other, origin }))
  }

  #authData(domain: string, deviation: Deviation, attested: Buffer | null = null): Buffer {
    const { isUserVerified = true, counter = this.#counter } = deviation
    const flags = flag.present | (isUserVerified ? flag.verified : 0) | (attested ? flag.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const hash = createHash('sha256')
      .update(deviation.domain ?? domain)
      .digest()
    return Buffer.concat([hash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  /** The public key in COSE: an EC2 key for ES256 on P-256. */
  #publicKey(): Map<Cbor, Cbor> {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    return new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
  }
}

export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>

/** As much of CBOR (RFC 8949) as authenticators write. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (isList(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map((each) => cbor(each))])
}

const isList = (value: readonly Cbor[] | ReadonlyMap<Cbor, Cbor>): value is readonly Cbor[] => Array.isArray(value)

function head(major: number, count: number): Buffer {
  const start = major << 5
  if (count < 24) return Buffer.from([start | count])
  if (count < 0x100) return Buffer.from([start | 24, count])
  return Buffer.from([start | 25, count >> 8, count & 0xff])
}
