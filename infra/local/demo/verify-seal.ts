import { createHash, verify, X509Certificate } from 'node:crypto'
import { Set as Asn1Set, OctetString, type Sequence } from 'asn1js'
import { type Attribute, ContentInfo, SignedData, type SignerInfo, TSTInfo } from 'pkijs'

/**
 * An independent look at a sealed PDF: no PDF library, and OpenSSL for the signature. It reads the last signature of
 * the file. `intact` is the digest and the signature; whom to trust is not asked.
 */
export type SealVerification = {
  subFilter: string
  byteRange: [number, number, number, number]
  coversWholeDocument: boolean
  intact: boolean
  /** The signing certificate is the one that the signature names (signing-certificate-v2). */
  certificateBound: boolean
  /** A signing-time attribute, which PAdES baseline forbids. */
  hasSigningTime: boolean
  level: 'B-B' | 'B-T'
  /** Of the timestamp token, which was verified too. */
  timestampedAt: Date | null
  subject: string
  reason: string | null
  /** As the signature dictionary says, `D:…Z`. */
  signedAt: string | null
}

const contentTypeOid = '1.2.840.113549.1.9.3'
const messageDigestOid = '1.2.840.113549.1.9.4'
const signingTimeOid = '1.2.840.113549.1.9.5'
const signingCertificateOid = '1.2.840.113549.1.9.16.2.47'
const timestampTokenOid = '1.2.840.113549.1.9.16.2.14'

export function verifySeal(pdf: Uint8Array): SealVerification {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const position = text.lastIndexOf('/ByteRange')
  const numbers = /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text.slice(position, position + 100))
  if (position < 0 || !numbers) throw new Error('The PDF holds no signature')
  const [start = 0, before = 0, after = 0, length = 0] = numbers.slice(1).map(Number)
  const dictionary = text.slice(text.lastIndexOf(' obj', position), text.indexOf('endobj', after))
  const gap = text.slice(start + before, after)
  const cms = withoutPadding(Buffer.from(gap.slice(1, -1), 'hex'))
  const signed = [pdf.subarray(start, start + before), pdf.subarray(after, after + length)]
  const signature = verifyCms(cms, signed)
  const token = attribute(signature.signerInfo.unsignedAttrs?.attributes, timestampTokenOid)
  return {
    subFilter: /\/SubFilter\s*\/([\w.]+)/.exec(dictionary)?.[1] ?? '',
    byteRange: [start, before, after, length],
    coversWholeDocument: start === 0 && after + length === pdf.length && /^<[0-9a-fA-F]*>$/.test(gap),
    intact: signature.intact,
    certificateBound: signature.certificateBound,
    hasSigningTime: attribute(signature.signerInfo.signedAttrs?.attributes, signingTimeOid) !== undefined,
    level: token ? 'B-T' : 'B-B',
    timestampedAt: token ? verifyTimestamp(token, signature.value) : null,
    subject: signature.certificate.subject,
    reason: /\/Reason\s*\(([^)]*)\)/.exec(dictionary)?.[1] ?? null,
    signedAt: /\/M\s*\(([^)]*)\)/.exec(dictionary)?.[1] ?? null,
  }
}

/** The outer SEQUENCE says how long the CMS is; the rest of the reserved room is zeros. */
function withoutPadding(bytes: Buffer): Buffer {
  const lengthBytes = bytes.readUInt8(1) & 0x7f
  return bytes.subarray(0, 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes))
}

function verifyCms(cms: Uint8Array, content: Uint8Array[]) {
  const signedData = new SignedData({ schema: ContentInfo.fromBER(cms).content })
  const signerInfo = signedData.signerInfos[0]
  const first = signedData.certificates?.[0]
  if (!signerInfo?.signedAttrs || !first) throw new Error('The CMS names no signer')
  const der = new Uint8Array(first.toSchema().toBER())
  const certificate = new X509Certificate(der)
  const value = signerInfo.signature.valueBlock.valueHexView
  const attributes = new Asn1Set({ value: signerInfo.signedAttrs.attributes.map((each) => each.toSchema()) })
  const digestMatches = messageDigestOf(signerInfo).equals(sha256(...content))
  const signatureMatches = verify('sha256', new Uint8Array(attributes.toBER()), certificate.publicKey, value)
  return {
    signerInfo,
    certificate,
    value,
    intact:
      digestMatches && signatureMatches && attribute(signerInfo.signedAttrs.attributes, contentTypeOid) !== undefined,
    certificateBound: namedCertificateDigest(signerInfo)?.equals(sha256(der)) ?? false,
  }
}

/** Verifies the token and that it is of this signature. */
function verifyTimestamp(token: Attribute, signatureValue: Uint8Array): Date {
  const der = new Uint8Array(token.values[0].toBER())
  const signedData = new SignedData({ schema: ContentInfo.fromBER(der).content })
  const content = new Uint8Array(signedData.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0))
  if (!verifyCms(der, [content]).intact) throw new Error('The timestamp token is not intact')
  const info = TSTInfo.fromBER(content)
  const imprint = Buffer.from(info.messageImprint.hashedMessage.getValue())
  if (!imprint.equals(sha256(signatureValue))) throw new Error('The timestamp token is of another signature')
  return info.genTime
}

function messageDigestOf(signerInfo: SignerInfo): Buffer {
  const value = attribute(signerInfo.signedAttrs?.attributes, messageDigestOid)?.values[0]
  return value instanceof OctetString ? Buffer.from(value.getValue()) : Buffer.alloc(0)
}

/** SigningCertificateV2 { certs { ESSCertIDv2 { certHash … } } }, SHA-256 being the default. */
function namedCertificateDigest(signerInfo: SignerInfo): Buffer | null {
  const value: Sequence | undefined = attribute(signerInfo.signedAttrs?.attributes, signingCertificateOid)?.values[0]
  const hash = child(child(child(value)))
  return hash instanceof OctetString ? Buffer.from(hash.getValue()) : null
}

function child(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('valueBlock' in node)) return undefined
  const { valueBlock } = node
  if (typeof valueBlock !== 'object' || valueBlock === null || !('value' in valueBlock)) return undefined
  return Array.isArray(valueBlock.value) ? valueBlock.value[0] : undefined
}

function attribute(attributes: Attribute[] | undefined, type: string): Attribute | undefined {
  return attributes?.find((each) => each.type === type)
}

function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
