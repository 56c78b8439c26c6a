import { createHash } from 'node:crypto'
import {
  BitString,
  Constructed,
  Enumerated,
  GeneralizedTime,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
} from 'asn1js'
import { Certificate } from 'pkijs'
import { oid } from '../../../shared/pdf/object-identifiers.ts'
import type { Holder } from './certificates.ts'
import { algorithmOf, hashAlgorithm, signed } from './signature-schemes.ts'

export interface OcspOptions {
  readonly about: Uint8Array
  readonly issuer: Holder
  /** Who answers; the issuer where nobody else is named. */
  readonly responder?: Holder
  readonly revokedAt?: Date
  readonly thisUpdate: Date
  readonly nextUpdate?: Date
  /** The time of `thisUpdate` where nothing is said. */
  readonly producedAt?: Date
}

const tagged = (tagNumber: number, value: Sequence | GeneralizedTime | OctetString) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] })
const sha1 = (bytes: Uint8Array) => new OctetString({ valueHex: createHash('sha1').update(bytes).digest() })
const time = (valueDate: Date) => new GeneralizedTime({ valueDate })

/** The DER of an OCSP response (RFC 6960 §4.2.1) about one certificate. */
export function ocspResponse(options: OcspOptions): Uint8Array {
  const { responder = options.issuer } = options
  const body = responseData(options)
  const signature = signed(responder.key, responder.scheme, new Uint8Array(body.toBER()))
  const basic = new Sequence({
    value: [
      body,
      algorithmOf(responder.scheme).toSchema(),
      new BitString({ valueHex: signature }),
      tagged(0, new Sequence({ value: [Certificate.fromBER(responder.certificate).toSchema()] })),
    ],
  })
  const bytes = new Sequence({
    value: [new ObjectIdentifier({ value: oid.basicOcspResponse }), new OctetString({ valueHex: basic.toBER() })],
  })
  return new Uint8Array(new Sequence({ value: [new Enumerated({ value: 0 }), tagged(0, bytes)] }).toBER())
}

function responseData(options: OcspOptions): Sequence {
  const { about, issuer, responder = issuer, revokedAt, thisUpdate, nextUpdate, producedAt = thisUpdate } = options
  const { subject, subjectPublicKeyInfo } = Certificate.fromBER(issuer.certificate)
  const key = Certificate.fromBER(responder.certificate).subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView
  const certificateId = new Sequence({
    value: [
      hashAlgorithm('sha1').toSchema(),
      sha1(new Uint8Array(subject.toSchema().toBER())),
      sha1(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
      Certificate.fromBER(about).serialNumber,
    ],
  })
  const status = revokedAt ? tagged(1, time(revokedAt)) : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } })
  const single = new Sequence({
    value: [certificateId, status, time(thisUpdate), ...(nextUpdate ? [tagged(0, time(nextUpdate))] : [])],
  })
  return new Sequence({ value: [tagged(2, sha1(key)), time(producedAt), new Sequence({ value: [single] })] })
}
