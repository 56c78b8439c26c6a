import {
  Set as Asn1Set,
  type BaseBlock,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  UTCTime,
} from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { oid } from '../../../shared/pdf/object-identifiers.ts'
import { derValues } from '../../../shared/pdf/verification/der.ts'
import type { Holder } from './certificates.ts'
import { algorithmOf, digestBy, hashAlgorithm, signed } from './signature-schemes.ts'

export interface CmsOptions {
  /** What is signed. */
  readonly content: Uint8Array
  readonly contentType?: string
  /** Whether the CMS holds the content. */
  readonly encapsulates?: boolean
  /** Which attributes are signed beside type and digest; null: none at all. */
  readonly signs?: 'signing-certificate-v2' | 'signing-certificate' | 'plain' | 'signing-time' | null
  /** The content type that the signed attribute tells, where it is another. */
  readonly toldContentType?: string
  /** Whom the signing certificate attribute names, where it is somebody else. */
  readonly names?: Uint8Array
  /** Which certificates come along; those of the signer where nothing is said. */
  readonly certificates?: readonly Uint8Array[]
  /** Gives the DER of a timestamp over a signature. */
  readonly timestamp?: (signature: Uint8Array) => Uint8Array
  readonly signers?: number
  /** Names the signer by this identifier of the key, and not by issuer and number. */
  readonly keyIdentifier?: Uint8Array
  /** Whether the signed attributes stand in the order of DER: the reverse is signed as written, or as DER has it. */
  readonly order?: 'der' | 'reversed, signed as written' | 'reversed, signed as DER'
  /** CRLs among the signed attributes, where Acrobat puts them. */
  readonly archives?: readonly Uint8Array[]
}

/** The DER of a CMS by the holder's key. */
export function cmsBy(holder: Holder, options: CmsOptions): Uint8Array {
  const { content, contentType = oid.data, certificates = [holder.certificate, ...holder.issuers] } = options
  const signerInfo = signerInfoBy(holder, options)
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [hashAlgorithm(holder.scheme.hash, holder.scheme.parameters)],
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: contentType,
      ...(options.encapsulates && { eContent: new OctetString({ valueHex: content }) }),
    }),
    ...(certificates.length > 0 && { certificates: certificates.map((each) => Certificate.fromBER(each)) }),
    signerInfos: Array.from({ length: options.signers ?? 1 }, () => signerInfo),
  })
  return der(new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) }).toSchema())
}

function signerInfoBy(holder: Holder, options: CmsOptions): SignerInfo {
  const { scheme, key } = holder
  const certificate = Certificate.fromBER(holder.certificate)
  const attributes = signedAttributes(holder, options)
  const { order = 'der' } = options
  const written = order === 'der' ? attributes : (attributes?.toReversed() ?? null)
  const toSign = order === 'reversed, signed as written' ? written : attributes
  const data = toSign ? der(new Asn1Set({ value: toSign.map((each) => each.toSchema()) })) : options.content
  const signature = signed(key, scheme, data)
  return new SignerInfo({
    version: 1,
    sid: options.keyIdentifier
      ? new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, valueHex: options.keyIdentifier })
      : new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: hashAlgorithm(scheme.hash, scheme.parameters),
    ...(written && { signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: written }) }),
    signatureAlgorithm: algorithmOf(scheme),
    signature: new OctetString({ valueHex: signature }),
    ...(options.timestamp && { unsignedAttrs: timestampAttribute(options.timestamp(signature)) }),
  })
}

function signedAttributes(holder: Holder, options: CmsOptions): Attribute[] | null {
  const { content, contentType = oid.data, toldContentType = contentType, signs = 'signing-certificate-v2' } = options
  if (signs === null) return null
  const attributes = [
    attribute(oid.contentType, new ObjectIdentifier({ value: toldContentType })),
    attribute(oid.messageDigest, new OctetString({ valueHex: digestBy(holder.scheme.hash, content) })),
  ]
  const named = options.names ?? holder.certificate
  if (signs === 'signing-certificate-v2' || signs === 'signing-time')
    attributes.push(attribute(oid.signingCertificateV2, reference('sha256', named)))
  if (signs === 'signing-certificate') attributes.push(attribute(oid.signingCertificate, reference('sha1', named)))
  if (signs === 'signing-time')
    attributes.push(attribute(oid.signingTime, new UTCTime({ valueDate: new Date('2026-02-03T04:05:06Z') })))
  if (options.archives) attributes.push(attribute(oid.revocationArchival, archiveOf(options.archives)))
  return attributes.sort((a, b) => Buffer.compare(der(a.toSchema()), der(b.toSchema())))
}

function attribute(type: string, value: BaseBlock): Attribute {
  return new Attribute({ type, values: [value] })
}

function reference(hash: 'sha1' | 'sha256', certificate: Uint8Array): Sequence {
  const id = new Sequence({ value: [new OctetString({ valueHex: digestBy(hash, certificate) })] })
  return new Sequence({ value: [new Sequence({ value: [id] })] })
}

function archiveOf(lists: readonly Uint8Array[]): Sequence {
  const value = [new Sequence({ value: lists.map((each) => fromBER(each).result) })]
  return new Sequence({ value: [new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value })] })
}

function timestampAttribute(token: Uint8Array): SignedAndUnsignedAttributes {
  const values = [ContentInfo.fromBER(token).toSchema()]
  const attributes = [new Attribute({ type: oid.signatureTimestampToken, values })]
  return new SignedAndUnsignedAttributes({ type: 1, attributes })
}

/** The DER of an RFC 3161 token over some bytes. */
export function timestampBy(
  holder: Holder,
  about: Uint8Array,
  at: Date,
  more: Partial<CmsOptions> & { imprint?: 'sha1' | 'sha256' | 'sha512' } = {},
): Uint8Array {
  const { imprint = 'sha256', ...options } = more
  const info = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new ObjectIdentifier({ value: '1.3.6.1.4.1.99999.1' }),
      new MessageImprint({
        hashAlgorithm: hashAlgorithm(imprint),
        hashedMessage: new OctetString({ valueHex: digestBy(imprint, about) }),
      }).toSchema(),
      new Integer({ value: 7 }),
      new GeneralizedTime({ valueDate: at }),
    ],
  })
  return cmsBy(holder, { content: der(info), contentType: oid.timestampInfo, encapsulates: true, ...options })
}

function der(value: { toBER(): ArrayBuffer }): Uint8Array {
  return new Uint8Array(value.toBER())
}

const constructed = 0x20
const endOfContents = Buffer.from([0, 0])

/** The same in BER: no length of anything that has parts is told (X.690 §8.1.3.6), but of certificates, which are DER. */
export function withOpenLengths(bytes: Uint8Array, certificates: readonly Uint8Array[]): Buffer {
  const parts = [...derValues(bytes)].map(({ tag, encoded, content }) => {
    const isKept = (tag & constructed) === 0 || certificates.some((each) => Buffer.compare(each, encoded) === 0)
    if (isKept) return encoded
    return Buffer.concat([Buffer.from([tag, 0x80]), withOpenLengths(content, certificates), endOfContents])
  })
  return Buffer.concat(parts)
}
