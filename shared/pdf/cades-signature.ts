import { hash } from 'node:crypto'
import { Set as Asn1Set, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { oid } from './object-identifiers.ts'
import type { SealSigner } from './seal-signer.ts'

/** Gives the DER of an RFC 3161 token over the SHA-256 digest of a signature, which is what is given. */
export type TimestampSource = (signature: Uint8Array) => Promise<Uint8Array>

/**
 * A detached CAdES signature as PAdES baseline asks (ETSI EN 319 142-1 §6): content type, digest and signing certificate
 * are signed, and no signing time, which the PDF's signature dictionary holds. The library's own signature has that
 * attribute, and validators then deny it the baseline level. Gives the DER of the CMS.
 */
export async function cadesSignature(
  documentSha256: Uint8Array,
  signer: SealSigner,
  timestamp: TimestampSource | null,
): Promise<Uint8Array> {
  const unsigned = unsignedCades(documentSha256, signer.certificateChain)
  const signature = await signer.sign(unsigned.sha256)
  return unsigned.complete(signature, 'rsa', timestamp && (await timestamp(signature)))
}

/** How a key signs: RSA with PKCS #1 v1.5, or ECDSA in DER; both with SHA-256. */
export const signingSchemes = ['rsa', 'ecdsa'] as const
export type SigningScheme = (typeof signingSchemes)[number]

export interface UnsignedCades {
  /** SHA-256 of the signed attributes: this is what the key signs. */
  readonly sha256: Uint8Array
  /** The DER of the CMS with a signature of them, and a timestamp token over that signature. */
  readonly complete: (signature: Uint8Array, scheme: SigningScheme, timestampToken: Uint8Array | null) => Uint8Array
}

/** A signature whose key lies elsewhere. The same digest and certificates give the same hash each time. */
export function unsignedCades(
  documentSha256: Uint8Array,
  certificateChain: SealSigner['certificateChain'],
): UnsignedCades {
  const [leaf] = certificateChain
  const certificate = Certificate.fromBER(leaf)
  const attributes = signedAttributes(documentSha256, leaf, certificate)
  const signed = new Uint8Array(new Asn1Set({ value: attributes.map((each) => each.toSchema()) }).toBER())
  const complete: UnsignedCades['complete'] = (signature, scheme, timestampToken) => {
    const signerInfo = new SignerInfo({
      version: 1,
      sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
      digestAlgorithm: algorithm(oid.sha256),
      signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      signatureAlgorithm: algorithmOfScheme[scheme](),
      signature: new OctetString({ valueHex: signature }),
    })
    if (timestampToken) signerInfo.unsignedAttrs = timestampAttribute(timestampToken)
    const signedData = new SignedData({
      version: 1,
      digestAlgorithms: [algorithm(oid.sha256)],
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
      certificates: certificateChain.map((each) => Certificate.fromBER(each)),
      signerInfos: [signerInfo],
    })
    const contentInfo = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) })
    return new Uint8Array(contentInfo.toSchema().toBER())
  }
  return { sha256: sha256(signed), complete }
}

/** ECDSA has no parameters (RFC 5758 §3.2). */
const algorithmOfScheme: Readonly<Record<SigningScheme, () => AlgorithmIdentifier>> = {
  rsa: () => algorithm(oid.sha256WithRsa),
  ecdsa: () => new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 }),
}

function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer')
}

function algorithm(algorithmId: string): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() })
}

/** In the order of their encodings, which DER asks of a set. */
function signedAttributes(documentSha256: Uint8Array, leaf: Uint8Array, certificate: Certificate): Attribute[] {
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
    new Attribute({ type: oid.messageDigest, values: [new OctetString({ valueHex: documentSha256 })] }),
    new Attribute({ type: oid.signingCertificateV2, values: [signingCertificate(leaf, certificate)] }),
  ]
  return attributes.sort((a, b) => Buffer.compare(der(a), der(b)))
}

function der(attribute: Attribute): Uint8Array {
  return new Uint8Array(attribute.toSchema().toBER())
}

/** SigningCertificateV2 (RFC 5035 §3): SHA-256 is the default and therefore not named. */
function signingCertificate(leaf: Uint8Array, certificate: Certificate): Sequence {
  const issuer = new GeneralName({ type: 4, value: certificate.issuer })
  const serialNumber = new Integer({ valueHex: certificate.serialNumber.valueBlock.valueHexView })
  const issuerSerial = new Sequence({ value: [new Sequence({ value: [issuer.toSchema()] }), serialNumber] })
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: sha256(leaf) }), issuerSerial] })
  return new Sequence({ value: [new Sequence({ value: [certificateId] })] })
}

function timestampAttribute(token: Uint8Array): SignedAndUnsignedAttributes {
  const values = [ContentInfo.fromBER(token).toSchema()]
  const attribute = new Attribute({ type: oid.signatureTimestampToken, values })
  return new SignedAndUnsignedAttributes({ type: 1, attributes: [attribute] })
}
