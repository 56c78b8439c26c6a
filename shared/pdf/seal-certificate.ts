import { hash } from 'node:crypto'
import {
  Set as Asn1Set,
  BitString,
  Constructed,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Utf8String,
} from 'asn1js'
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import { oid } from './object-identifiers.ts'
import type { DigestSigner } from './seal-signer.ts'

/** Whom a seal is of, as readers show it. */
export type SealSubject = {
  commonName: string
  organization: string
  /** Two letters (ISO 3166). */
  country?: string | undefined
  /** Such as `NTRFR-123456789`, which seals under eIDAS have (ETSI EN 319 412-1 §5.1.4). */
  organizationIdentifier?: string | undefined
}

export type SealCertificateRequest = {
  /** The RSA public key as SubjectPublicKeyInfo, which KMS `GetPublicKey` gives. */
  publicKeySpkiDer: Uint8Array
  sign: DigestSigner
  subject: SealSubject
  notBefore: Date
  notAfter: Date
  /** Random, 8 to 20 bytes. */
  serialNumber: Uint8Array
}

/** A self-signed X.509 v3 certificate (RFC 5280) for a key that only signs digests. Gives its DER. */
export async function issueSealCertificate(request: SealCertificateRequest): Promise<Uint8Array> {
  const algorithm = new AlgorithmIdentifier({ algorithmId: oid.sha256WithRsa, algorithmParams: new Null() })
  const name = distinguishedName(request.subject)
  const certificate = new Certificate({
    version: 2,
    serialNumber: positiveInteger(request.serialNumber),
    signature: algorithm,
    signatureAlgorithm: algorithm,
    issuer: name,
    subject: name,
    notBefore: time(request.notBefore),
    notAfter: time(request.notAfter),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(request.publicKeySpkiDer),
    extensions: extensions(request.publicKeySpkiDer),
  })
  const signed = new Uint8Array(certificate.encodeTBS().toBER())
  const signature = await request.sign(hash('sha256', signed, 'buffer'))
  certificate.signatureValue = new BitString({ valueHex: signature })
  return new Uint8Array(certificate.toSchema(true).toBER())
}

/** Encoded here, since the library would put all attributes into one relative name. */
function distinguishedName({ commonName, organization, country, organizationIdentifier }: SealSubject) {
  const relativeName = (type: string, value: Utf8String | PrintableString) =>
    new Asn1Set({ value: [new Sequence({ value: [new ObjectIdentifier({ value: type }), value] })] })
  const text = (type: string, value: string) => relativeName(type, new Utf8String({ value }))
  const names = [
    ...(country ? [relativeName(oid.country, new PrintableString({ value: country }))] : []),
    text(oid.organization, organization),
    ...(organizationIdentifier ? [text(oid.organizationIdentifier, organizationIdentifier)] : []),
    text(oid.commonName, commonName),
  ]
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: names }).toBER())
}

/** A request to an authority for the certificate of a key that only signs digests (RFC 2986). Gives its DER. */
export async function requestSealCertificate({
  publicKeySpkiDer,
  sign,
  subject,
}: Pick<SealCertificateRequest, 'publicKeySpkiDer' | 'sign' | 'subject'>): Promise<Uint8Array> {
  const content = new Sequence({
    value: [
      new Integer({ value: 0 }),
      distinguishedName(subject).toSchema(),
      PublicKeyInfo.fromBER(publicKeySpkiDer).toSchema(),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [] }),
    ],
  })
  const algorithm = new AlgorithmIdentifier({ algorithmId: oid.sha256WithRsa, algorithmParams: new Null() })
  const signature = await sign(hash('sha256', new Uint8Array(content.toBER()), 'buffer'))
  const request = new Sequence({ value: [content, algorithm.toSchema(), new BitString({ valueHex: signature })] })
  return new Uint8Array(request.toBER())
}

/** UTCTime up to 2049, GeneralizedTime after (RFC 5280 §4.1.2.5). */
function time(value: Date): Time {
  return new Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value })
}

function positiveInteger(bytes: Uint8Array): Integer {
  const value = Uint8Array.from(bytes)
  value[0] = ((value[0] ?? 0) & 0x7f) | 0x40
  return new Integer({ valueHex: value })
}

function extensions(spki: Uint8Array): Extension[] {
  const publicKey = PublicKeyInfo.fromBER(spki).subjectPublicKey.valueBlock.valueHexView
  const keyIdentifier = new OctetString({ valueHex: hash('sha1', publicKey, 'buffer') })
  const digitalSignatureAndNonRepudiation = new BitString({ valueHex: Uint8Array.of(0b1100_0000), unusedBits: 6 })
  return [
    extension(oid.basicConstraints, true, new BasicConstraints({ cA: false }).toSchema()),
    extension(oid.keyUsage, true, digitalSignatureAndNonRepudiation),
    extension(oid.subjectKeyIdentifier, false, keyIdentifier),
  ]
}

function extension(extnID: string, critical: boolean, value: Sequence | BitString | OctetString): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}
