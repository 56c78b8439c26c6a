import { hash, randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { minuteMs, timestamp } from '../platform/clock.ts'
import type { TimestampSource } from './cades-signature.ts'
import { oid } from './object-identifiers.ts'
import { extension, isValidAt, type ReadCertificate } from './verification/certificate.ts'
import { readTimestamp } from './verification/timestamp-token.ts'
import { allowsUse } from './verification/trust-judgement.ts'

const timeoutMs = 10_000
const granted = 0
const grantedWithChanges = 1

/** How much the time of an authority may differ from ours. Without a limit, an attacker who answers for it could choose the time. */
const toleranceMs = 5 * minuteMs

export interface TimestampAuthority {
  readonly url: string
  /** Our time, which its answer must be near. */
  readonly nowMs: number
}

/**
 * Asks a timestamp authority over HTTP (RFC 3161 §3.4). Throws when it refuses, answers another question, or gives a token
 * that no verifier would take, since the seal would be called B-T, and be none.
 */
export function timestampAuthority({ url, nowMs }: TimestampAuthority): TimestampSource {
  return async (signature) => {
    const nonce = randomBytes(8)
    nonce.writeUInt8((nonce.readUInt8(0) & 0x7f) | 0x40)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: timestampRequest(hash('sha256', signature, 'buffer'), nonce),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The timestamp authority answered ${response.status}`)
    const token = tokenOf(await response.arrayBuffer(), nonce)
    checkToken(token, signature, nowMs)
    return token
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

function tokenOf(body: ArrayBuffer, nonce: Uint8Array): Uint8Array {
  const { status, timeStampToken } = TimeStampResp.fromBER(body)
  if ((status.status !== granted && status.status !== grantedWithChanges) || !timeStampToken) {
    throw new Error(`The timestamp authority refused with status ${status.status}`)
  }
  const content = new SignedData({ schema: timeStampToken.content }).encapContentInfo.eContent
  if (!content) throw new Error('The timestamp token is empty')
  const answered = TSTInfo.fromBER(content.getValue()).nonce?.valueBlock.valueHexView
  if (!answered || !Buffer.from(answered).equals(nonce)) throw new Error('The timestamp token is for another question')
  return new Uint8Array(timeStampToken.toSchema().toBER())
}

/** As it will be verified: with the certificates that the token itself holds. */
function checkToken(token: Uint8Array, signature: Uint8Array, nowMs: number): void {
  const { faults, atMs, certificate } = readTimestamp(token, [signature], [])
  if (faults.size > 0) throw new Error(`The timestamp token is not intact: ${[...faults].join(', ')}`)
  if (atMs === null || !certificate) throw new Error('The timestamp token tells no time')
  if (!isOfAuthority(certificate)) throw new Error('The certificate of the timestamp token is for other purposes')
  if (!isValidAt(certificate, atMs)) throw new Error('The certificate of the timestamp token was not valid at its time')
  if (Math.abs(atMs - nowMs) > toleranceMs)
    throw new Error(`The timestamp token tells ${timestamp(atMs)}, which is not the time`)
}

/** For timestamps and nothing else, as a critical extension says (RFC 3161 §2.3). */
function isOfAuthority(certificate: ReadCertificate): boolean {
  return allowsUse(certificate, 'timestamping') && extension(certificate, oid.extendedKeyUsage)?.critical === true
}
