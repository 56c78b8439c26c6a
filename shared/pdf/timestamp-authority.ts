import { randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import type { TimestampSource } from './cades-signature.ts'
import { oid } from './object-identifiers.ts'

const timeoutMs = 10_000
const granted = 0
const grantedWithChanges = 1

/** Asks a timestamp authority over HTTP (RFC 3161 §3.4). Throws when it refuses or answers another question. */
export function timestampAuthority(url: string): TimestampSource {
  return async (sha256) => {
    const nonce = randomBytes(8)
    nonce.writeUInt8((nonce.readUInt8(0) & 0x7f) | 0x40)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: timestampRequest(sha256, nonce),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The timestamp authority answered ${response.status}`)
    return tokenOf(await response.arrayBuffer(), sha256, nonce)
  }
}

function timestampRequest(sha256: Uint8Array, nonce: Uint8Array): ArrayBuffer {
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() })
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({ hashAlgorithm, hashedMessage: new OctetString({ valueHex: sha256 }) }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return request.toSchema().toBER()
}

function tokenOf(body: ArrayBuffer, sha256: Uint8Array, nonce: Uint8Array): Uint8Array {
  const { status, timeStampToken } = TimeStampResp.fromBER(body)
  if ((status.status !== granted && status.status !== grantedWithChanges) || !timeStampToken) {
    throw new Error(`The timestamp authority refused with status ${status.status}`)
  }
  const content = new SignedData({ schema: timeStampToken.content }).encapContentInfo.eContent
  if (!content) throw new Error('The timestamp token is empty')
  const info = TSTInfo.fromBER(content.getValue())
  const isOurs =
    Buffer.from(info.messageImprint.hashedMessage.getValue()).equals(sha256) &&
    info.nonce !== undefined &&
    Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce)
  if (!isOurs) throw new Error('The timestamp token is for another signature')
  return new Uint8Array(timeStampToken.toSchema().toBER())
}
