import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import {
  Set as Asn1Set,
  BitString,
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
} from 'asn1js'
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  CertificateRevocationList,
  Extension,
  GeneralName,
  GeneralSubtree,
  NameConstraints,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  RevokedCertificate,
  Time,
} from 'pkijs'
import { oid } from '../../../shared/pdf/object-identifiers.ts'
import { algorithmOf, type Scheme, signed } from './signature-schemes.ts'

/** Somebody with a key and a certificate, and those who certified them. */
export interface Holder {
  readonly key: KeyObject
  readonly scheme: Scheme
  readonly certificate: Uint8Array
  readonly issuers: readonly Uint8Array[]
}

export interface CertificateOptions {
  readonly name: string
  /** Self-signed where nobody issues it. */
  readonly issuer?: Holder
  readonly key?: KeyObject
  readonly scheme?: Scheme
  readonly isAuthority?: boolean
  readonly pathLength?: number
  /** The bits of the key usage, from the first on, such as `11` for digitalSignature and nonRepudiation; null: none. */
  readonly keyUsage?: string | null
  readonly purposes?: readonly string[] | undefined
  readonly arePurposesCritical?: boolean
  readonly criticalExtension?: string
  /** The common names that an authority may certify, or not. */
  readonly nameLimits?: { readonly permitted?: readonly string[]; readonly excluded?: readonly string[] }
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly serialNumber?: Uint8Array
  /** URLs that the certificate names. */
  readonly sources?: { readonly responder?: string; readonly list?: string; readonly issuer?: string }
  /** Whether nobody needs to ask about the certificate of a responder. */
  readonly needsNoCheck?: boolean
}

const keys = new Map<string, KeyObject>()

/** A key of its kind, the same for each name: making them takes time. */
export function keyFor(scheme: Scheme, name: string): KeyObject {
  const id = `${scheme.key} ${name}`
  const key = keys.get(id) ?? newKey(scheme.key)
  keys.set(id, key)
  return key
}

function newKey(kind: Scheme['key']): KeyObject {
  switch (kind) {
    case 'rsa':
      return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    case 'rsa-1024':
      return generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    case 'ed25519':
      return generateKeyPairSync('ed25519').privateKey
    case 'ed448':
      return generateKeyPairSync('ed448').privateKey
    default:
      return generateKeyPairSync('ec', { namedCurve: kind }).privateKey
  }
}

const rsa: Scheme = { kind: 'pkcs1', key: 'rsa', hash: 'sha256' }

export function certified(options: CertificateOptions): Holder {
  const { name, issuer, scheme = rsa } = options
  const key = options.key ?? keyFor(scheme, name)
  const [by, byScheme] = issuer ? [issuer.key, issuer.scheme] : [key, scheme]
  const algorithm = algorithmOf(byScheme)
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: options.serialNumber ?? positive(randomBytes(12)) }),
    signature: algorithm,
    signatureAlgorithm: algorithm,
    issuer: issuer ? Certificate.fromBER(issuer.certificate).subject : distinguishedName(name),
    subject: distinguishedName(name),
    notBefore: time(options.notBefore ?? new Date('2020-01-01T00:00:00Z')),
    notAfter: time(options.notAfter ?? new Date('2049-01-01T00:00:00Z')),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(publicKeyOf(key).export({ type: 'spki', format: 'der' })),
    extensions: extensionsOf(options),
  })
  const tbs = new Uint8Array(certificate.encodeTBS().toBER())
  certificate.signatureValue = new BitString({ valueHex: signed(by, byScheme, tbs) })
  const der = new Uint8Array(certificate.toSchema(true).toBER())
  return { key, scheme, certificate: der, issuers: issuer ? [issuer.certificate, ...issuer.issuers] : [] }
}

/** A key that lies elsewhere, as in KMS, is known by its public half. */
function publicKeyOf(key: KeyObject): KeyObject {
  return key.type === 'public' ? key : createPublicKey(key)
}

export function authority(name: string, more: Partial<CertificateOptions> = {}): Holder {
  return certified({ name, isAuthority: true, keyUsage: '0000011', ...more })
}

function extensionsOf({
  name,
  isAuthority = false,
  pathLength,
  keyUsage = '11',
  purposes,
  arePurposesCritical = true,
  criticalExtension,
  nameLimits,
  sources = {},
  needsNoCheck = false,
}: CertificateOptions) {
  const constraints = new BasicConstraints({
    cA: isAuthority,
    ...(pathLength === undefined ? {} : { pathLenConstraint: pathLength }),
  })
  const list = [
    extension(oid.basicConstraints, true, constraints.toSchema()),
    extension(oid.subjectKeyIdentifier, false, new OctetString({ valueHex: keyIdentifierOf(name) })),
  ]
  if (keyUsage) list.push(extension(oid.keyUsage, true, bits(keyUsage)))
  if (purposes)
    list.push(
      extension(
        oid.extendedKeyUsage,
        arePurposesCritical,
        new Sequence({ value: purposes.map((value) => new ObjectIdentifier({ value })) }),
      ),
    )
  if (criticalExtension) list.push(extension(criticalExtension, true, new Null()))
  if (nameLimits) list.push(extension(oid.nameConstraints, true, constrained(nameLimits)))
  if (needsNoCheck) list.push(extension(oid.ocspNoCheck, false, new Null()))
  const accesses = [
    ...(sources.responder ? [access(oid.ocsp, sources.responder)] : []),
    ...(sources.issuer ? [access(oid.issuerCertificates, sources.issuer)] : []),
  ]
  if (accesses.length > 0) list.push(extension(oid.authorityInfoAccess, false, new Sequence({ value: accesses })))
  if (sources.list) list.push(extension(oid.distributionPoints, false, distributionPoints(sources.list)))
  return list
}

function constrained({ permitted, excluded }: NonNullable<CertificateOptions['nameLimits']>): Sequence {
  const inDirectory = (name: string) =>
    new GeneralSubtree({ base: new GeneralName({ type: 4, value: distinguishedName(name) }) })
  return new NameConstraints({
    ...(permitted && { permittedSubtrees: permitted.map(inDirectory) }),
    ...(excluded && { excludedSubtrees: excluded.map(inDirectory) }),
  }).toSchema()
}

const uri = (text: string) =>
  new Primitive({ idBlock: { tagClass: 3, tagNumber: 6 }, valueHex: Buffer.from(text, 'latin1') })

function access(method: string, url: string): Sequence {
  return new Sequence({ value: [new ObjectIdentifier({ value: method }), uri(url)] })
}

function distributionPoints(url: string): Sequence {
  const tagged = (value: Constructed | Primitive) =>
    new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [value] })
  return new Sequence({ value: [new Sequence({ value: [tagged(tagged(uri(url)))] })] })
}

/** Any bytes will do that are the certificate's own. */
export function keyIdentifierOf(name: string): Uint8Array {
  return createHash('sha1').update(name).digest()
}

function bits(text: string): BitString {
  const unusedBits = (8 - (text.length % 8)) % 8
  const bytes = text.match(/.{1,8}/g) ?? []
  return new BitString({
    valueHex: Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
    unusedBits,
  })
}

function extension(extnID: string, critical: boolean, value: Sequence | BitString | OctetString | Null): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}

function distinguishedName(commonName: string): RelativeDistinguishedNames {
  const value = [new ObjectIdentifier({ value: oid.commonName }), new Utf8String({ value: commonName })]
  return RelativeDistinguishedNames.fromBER(
    new Sequence({ value: [new Asn1Set({ value: [new Sequence({ value })] })] }).toBER(),
  )
}

function time(value: Date): Time {
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value })
}

function positive(bytes: Uint8Array): Uint8Array {
  const value = Uint8Array.from(bytes)
  value[0] = ((value[0] ?? 0) & 0x7f) | 0x40
  return value
}

/** A list that an authority publishes; `revoked` are certificates of its own. */
export function revocationList(
  issuer: Holder,
  revoked: readonly { certificate: Uint8Array; at: Date }[],
  thisUpdate: Date,
  nextUpdate: Date,
): Uint8Array {
  const algorithm = new AlgorithmIdentifier(algorithmOf(issuer.scheme))
  const list = new CertificateRevocationList({
    version: 1,
    signature: algorithm,
    signatureAlgorithm: algorithm,
    issuer: Certificate.fromBER(issuer.certificate).subject,
    thisUpdate: time(thisUpdate),
    nextUpdate: time(nextUpdate),
    ...(revoked.length > 0 && {
      revokedCertificates: revoked.map(
        ({ certificate, at }) =>
          new RevokedCertificate({
            userCertificate: Certificate.fromBER(certificate).serialNumber,
            revocationDate: time(at),
          }),
      ),
    }),
  })
  const [body] = list.toSchema(true).valueBlock.value
  if (!body) throw new Error('the list has no body')
  const tbs = new Uint8Array(body.toBER())
  list.signatureValue = new BitString({ valueHex: signed(issuer.key, issuer.scheme, tbs) })
  return new Uint8Array(list.toSchema(true).toBER())
}
