import { hash } from 'node:crypto'
import { Integer, Null, OctetString, Sequence } from 'asn1js'
import { AlgorithmIdentifier } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import type { ReadCertificate } from '../verification/certificate.ts'

/**
 * The DER of an OCSP request about one certificate (RFC 6960 §4.1.1), as lightweight as responders of large authorities ask
 * for (RFC 5019 §2.1): SHA-1 only finds the certificate, and nothing rests on it.
 */
export function ocspRequest(certificate: ReadCertificate, issuer: ReadCertificate): Uint8Array {
  const { subject, subjectPublicKeyInfo } = issuer.content
  const sha1 = (bytes: Uint8Array) => new OctetString({ valueHex: hash('sha1', bytes, 'buffer') })
  const certificateId = new Sequence({
    value: [
      new AlgorithmIdentifier({ algorithmId: oid.sha1, algorithmParams: new Null() }).toSchema(),
      sha1(new Uint8Array(subject.valueBeforeDecode)),
      sha1(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
      new Integer({ valueHex: certificate.content.serialNumber.valueBlock.valueHexView }),
    ],
  })
  const requests = new Sequence({ value: [new Sequence({ value: [certificateId] })] })
  return new Uint8Array(new Sequence({ value: [new Sequence({ value: [requests] })] }).toBER())
}
