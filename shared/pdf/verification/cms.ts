import { Constructed, fromBER, OctetString, Sequence } from 'asn1js'
import { type Attribute, Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import {
  hasSerialNumber,
  type ReadCertificate,
  readCertificate,
  readCertificates,
  subjectKeyIdentifier,
} from './certificate.ts'

/** A CMS signature (RFC 5652 §5) of one signer. */
export interface Cms {
  readonly certificates: readonly ReadCertificate[]
  /** All of its certificates in DER, also those of keys that are not known here. */
  readonly certificateDers: readonly Uint8Array[]
  /** CRLs in DER. */
  readonly crls: readonly Uint8Array[]
  readonly contentType: string
  /** Null: what is signed stands elsewhere. */
  readonly content: Uint8Array | null
  readonly signer: SignerInfo
}

/** As much as any signer could need, for the sake of time and memory: a node takes some two KB. */
const mostCertificates = 100
const maxNodes = 50_000

/**
 * Reads the DER, or BER, at the start of the bytes; all that may follow is the zeros of unused room. Null when it is
 * something else, or names more signers than the one that a PDF's signature has (ISO 32000-2 §12.8.3.3.1).
 */
export function readCms(bytes: Uint8Array): Cms | null {
  try {
    const { result, offset } = fromBER(bytes, { maxNodes })
    if (offset < 0 || bytes.subarray(offset).some((byte) => byte !== 0)) return null
    const info = new ContentInfo({ schema: result })
    if (info.contentType !== oid.signedData) return null
    const { encapContentInfo, signerInfos } = new SignedData({ schema: info.content })
    const [signer, ...others] = signerInfos
    if (!signer || others.length > 0) return null
    const certificateDers = encodedParts(info.content, 0)
    const { eContentType, eContent } = encapContentInfo
    return {
      certificates: readCertificates(certificateDers),
      certificateDers,
      crls: encodedParts(info.content, 1),
      contentType: eContentType,
      content: eContent ? new Uint8Array(eContent.getValue()) : null,
      signer,
    }
  } catch {
    return null
  }
}

/** The members of an optional set of SignedData, as they were encoded: hashes are taken of these bytes. */
function encodedParts(signedData: unknown, tagNumber: 0 | 1): Uint8Array[] {
  if (!(signedData instanceof Sequence)) return []
  const tagged = signedData.valueBlock.value.find(
    ({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === tagNumber,
  )
  if (!(tagged instanceof Constructed)) return []
  const sequences = tagged.valueBlock.value.filter((part) => part instanceof Sequence)
  return sequences.slice(0, mostCertificates).map((part) => part.valueBeforeDecodeView)
}

export function attributeOf(attributes: readonly Attribute[] | undefined, type: string): unknown {
  const [found, ...others] = attributes?.filter((attribute) => attribute.type === type) ?? []
  // A signed attribute comes once and has one value (RFC 5652 §5.3).
  return others.length === 0 && found?.values.length === 1 ? found.values[0] : undefined
}

export function hasAttribute(attributes: readonly Attribute[] | undefined, type: string): boolean {
  return attributes?.some((attribute) => attribute.type === type) ?? false
}

/** The certificates that a signer's identifier fits: more than one where somebody issued two of the same number. */
export function signersAmong<Each extends Pick<ReadCertificate, 'content'>>(
  certificates: readonly Each[],
  { sid }: Pick<SignerInfo, 'sid'>,
): Each[] {
  return certificates.filter((certificate) => {
    if (sid instanceof IssuerAndSerialNumber)
      return (
        certificate.content.issuer.isEqual(sid.issuer) &&
        hasSerialNumber(certificate, sid.serialNumber.valueBlock.valueHexView)
      )
    const identifier = subjectKeyIdentifier(certificate)
    return identifier !== null && Buffer.compare(identifier, octets(sid)) === 0
  })
}

/** Whether the certificate that the signer names is there, and of a key that is not known here, such as of GOST. */
export function hasUnknownKey({ certificateDers, signer }: Cms): boolean {
  return certificateDers.some((der) => {
    try {
      return readCertificate(der) === null && signersAmong([{ content: Certificate.fromBER(der) }], signer).length > 0
    } catch {
      return false
    }
  })
}

/** The bytes of an OCTET STRING, or of what is tagged in its place; none for anything else. */
export function octets(value: unknown): Uint8Array {
  if (value instanceof OctetString) return new Uint8Array(value.getValue())
  if (typeof value !== 'object' || value === null || !('valueBlock' in value)) return new Uint8Array(0)
  const { valueBlock } = value
  if (typeof valueBlock !== 'object' || valueBlock === null || !('valueHexView' in valueBlock)) return new Uint8Array(0)
  return valueBlock.valueHexView instanceof Uint8Array ? valueBlock.valueHexView : new Uint8Array(0)
}
