import { type KeyObject, X509Certificate } from 'node:crypto'
import { fromBER, OctetString, Sequence } from 'asn1js'
import { Certificate, type Extension, type RelativeDistinguishedNames } from 'pkijs'
import { oid } from '../object-identifiers.ts'

/** A certificate of an untrusted sender, parsed twice: OpenSSL checks its signature, the other tells what it says. */
export interface ReadCertificate {
  readonly der: Uint8Array
  readonly x509: X509Certificate
  readonly key: KeyObject
  /** SubjectPublicKeyInfo in DER. */
  readonly spki: Buffer
  readonly content: Certificate
}

/** Null when it cannot be read or has a key of an unknown kind. */
export function readCertificate(der: Uint8Array): ReadCertificate | null {
  try {
    const x509 = new X509Certificate(der)
    const key = x509.publicKey
    const spki = key.export({ type: 'spki', format: 'der' })
    return { der, x509, key, spki, content: Certificate.fromBER(der) }
  } catch {
    return null
  }
}

/** Each once. */
export function readCertificates(ders: readonly Uint8Array[]): ReadCertificate[] {
  const read = new Map<string, ReadCertificate>()
  for (const der of ders) {
    const certificate = readCertificate(der)
    if (certificate) read.set(certificate.x509.fingerprint256, certificate)
  }
  return [...read.values()]
}

const longestName = 500

/** The common name of the subject, the last one where there are several: names go from the general to the special. */
export function commonNameOf({ content }: ReadCertificate): string | null {
  const names = content.subject.typesAndValues.filter(({ type }) => type === oid.commonName)
  const value: unknown = names.at(-1)?.value.valueBlock.value
  return typeof value === 'string' && value ? value.slice(0, longestName) : null
}

export function isSelfIssued({ content }: ReadCertificate): boolean {
  return content.subject.isEqual(content.issuer)
}

/** Whether it is valid at a time, in milliseconds since the epoch. */
export function isValidAt({ content }: ReadCertificate, timeMs: number): boolean {
  return content.notBefore.value.getTime() <= timeMs && timeMs <= content.notAfter.value.getTime()
}

export function hasName({ content }: ReadCertificate, name: RelativeDistinguishedNames): boolean {
  return content.subject.isEqual(name)
}

export function hasSerialNumber({ content }: Pick<ReadCertificate, 'content'>, serialNumber: Uint8Array): boolean {
  return Buffer.compare(withoutZeros(content.serialNumber.valueBlock.valueHexView), withoutZeros(serialNumber)) === 0
}

/** BER may write a number with zeros before it. */
function withoutZeros(number: Uint8Array): Uint8Array {
  const start = number.findIndex((byte) => byte !== 0)
  return number.subarray(start < 0 ? number.length : start)
}

export function extension({ content }: Pick<ReadCertificate, 'content'>, type: string): Extension | undefined {
  return content.extensions?.find(({ extnID }) => extnID === type)
}

/** What an extension holds, as ASN.1; null when it is not there or no ASN.1. */
export function extensionValue(certificate: Pick<ReadCertificate, 'content'>, type: string) {
  const found = extension(certificate, type)
  if (!found) return null
  const { result, offset } = fromBER(found.extnValue.getValue())
  return offset < 0 ? null : result
}

export function subjectKeyIdentifier(certificate: Pick<ReadCertificate, 'content'>): Uint8Array | null {
  const value = extensionValue(certificate, oid.subjectKeyIdentifier)
  return value instanceof OctetString ? new Uint8Array(value.getValue()) : null
}

/** The purposes that a certificate is limited to; null where it is not. */
export function purposesOf(certificate: ReadCertificate): readonly string[] | null {
  if (!extension(certificate, oid.extendedKeyUsage)) return null
  const value = extensionValue(certificate, oid.extendedKeyUsage)
  if (!(value instanceof Sequence)) return []
  return value.valueBlock.value.map((purpose) => purpose.valueBlock.toString())
}

/** Bits of the key usage (RFC 5280 §4.2.1.3), by their place. */
export const keyUsages = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, crlSign: 6 } as const

/** Whether the key may be used so. A certificate that does not say is for anything. */
export function allowsKeyUsage(certificate: ReadCertificate, usage: keyof typeof keyUsages): boolean {
  if (!extension(certificate, oid.keyUsage)) return true
  const value = extensionValue(certificate, oid.keyUsage)
  const bits: unknown = value && 'valueHexView' in value.valueBlock ? value.valueBlock.valueHexView : null
  if (!(bits instanceof Uint8Array)) return false
  const place = keyUsages[usage]
  return (((bits[place >> 3] ?? 0) << (place & 7)) & 0x80) !== 0
}
