import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { Set as Asn1Set, GeneralizedTime, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import * as pkijs from 'pkijs'
import { oid } from '../../../shared/pdf/object-identifiers.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'

export type LocalTimestampAuthority = { url: string; close: () => Promise<void> }
export type TimestampAnswer =
  | 'granted'
  | 'rejected'
  | 'other-nonce'
  | 'other-imprint'
  | 'other-signature'
  | 'no-certificate'
  | 'http-500'

export interface TimestampOptions {
  readonly time: Date | (() => Date)
  /** May change while the authority runs. */
  answer?: TimestampAnswer
}

/** An RFC 3161 authority on loopback, as small as a token that verifies allows. */
export async function startTimestampAuthority(
  signer: SealSigner,
  options: TimestampOptions,
): Promise<LocalTimestampAuthority> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (options.answer === 'http-500') return response.writeHead(500).end()
    const query = pkijs.TimeStampReq.fromBER(Buffer.concat(chunks))
    const status = new pkijs.PKIStatusInfo({ status: options.answer === 'rejected' ? 2 : 0 })
    const timeStampToken = options.answer === 'rejected' ? undefined : await token(query, signer, options)
    const reply = new pkijs.TimeStampResp({ status, ...(timeStampToken && { timeStampToken }) })
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    response.end(Buffer.from(reply.toSchema().toBER()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The timestamp authority has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function token(
  query: pkijs.TimeStampReq,
  signer: SealSigner,
  { time, answer }: TimestampOptions,
): Promise<pkijs.ContentInfo> {
  const nonce = answer === 'other-nonce' ? new Integer({ value: 7 }) : query.nonce
  const info = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new ObjectIdentifier({ value: '1.3.6.1.4.1.99999.1' }),
      (answer === 'other-imprint' ? imprintOf('something else') : query.messageImprint).toSchema(),
      new Integer({ value: 1 }),
      new GeneralizedTime({ valueDate: typeof time === 'function' ? time() : time }),
      ...(nonce ? [nonce] : []),
    ],
  }).toBER()
  const certificate = pkijs.Certificate.fromBER(signer.certificateChain[0])
  const attributes = [
    new pkijs.Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.timestampInfo })] }),
    new pkijs.Attribute({ type: oid.messageDigest, values: [new OctetString({ valueHex: sha256(info) })] }),
    new pkijs.Attribute({ type: oid.signingCertificateV2, values: [signingCertificate(signer)] }),
  ]
  const signed = new Asn1Set({ value: attributes.map((each) => each.toSchema()) }).toBER()
  const algorithm = (algorithmId: string) => new pkijs.AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() })
  const signedData = new pkijs.SignedData({
    version: 3,
    digestAlgorithms: [algorithm(oid.sha256)],
    encapContentInfo: encapsulated(info),
    ...(answer === 'no-certificate' ? {} : { certificates: [certificate] }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        digestAlgorithm: algorithm(oid.sha256),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
        signatureAlgorithm: algorithm(oid.sha256WithRsa),
        signature: new OctetString({
          valueHex: await signer.sign(sha256(answer === 'other-signature' ? info : signed)),
        }),
      }),
    ],
  })
  return new pkijs.ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) })
}

/** In one piece, as DER asks: the constructor of the library would cut it. */
function encapsulated(info: ArrayBuffer): pkijs.EncapsulatedContentInfo {
  const content = new pkijs.EncapsulatedContentInfo({ eContentType: oid.timestampInfo })
  content.eContent = new OctetString({ valueHex: info })
  return content
}

function imprintOf(content: string): pkijs.MessageImprint {
  const hashAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() })
  const hashedMessage = new OctetString({ valueHex: sha256(Buffer.from(content)) })
  return new pkijs.MessageImprint({ hashAlgorithm, hashedMessage })
}

function sha256(bytes: ArrayBuffer | Uint8Array): Uint8Array {
  return createHash('sha256').update(new Uint8Array(bytes)).digest()
}

/** SigningCertificateV2 { certs { ESSCertIDv2 { certHash } } }, which a token must have (RFC 3161 §2.4.1, RFC 5816). */
function signingCertificate({ certificateChain: [certificate] }: SealSigner): Sequence {
  const hash = new OctetString({ valueHex: sha256(certificate) })
  return new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [hash] })] })] })
}
