import { TSTInfo } from 'pkijs'
import { minuteMs } from '../../platform/clock.ts'
import { oid } from '../object-identifiers.ts'
import { commonNameOf, type ReadCertificate } from './certificate.ts'
import { checkSigner } from './check-signer.ts'
import { octets, readCms } from './cms.ts'
import { digestOf, hashOf, isWeakHash } from './signature-algorithm.ts'
import type { IntactnessFault } from './verification.ts'

/** A timestamp (RFC 3161) as it was found. */
export interface Timestamp {
  readonly atMs: number | null
  readonly authority: string | null
  readonly certificate: ReadCertificate | null
  readonly pool: readonly ReadCertificate[]
  readonly faults: ReadonlySet<IntactnessFault>
}

/** Clocks of authorities and signers differ. */
const toleranceMs = 10 * minuteMs

/** Whether a timestamp is older than the signature that it covers, by more than the tolerance. False if one of the times is unknown. */
export function isTooEarly(atMs: number | null, signedAtMs: number | null): boolean {
  return atMs !== null && signedAtMs !== null && atMs < signedAtMs - toleranceMs
}

const unreadable: Timestamp = {
  atMs: null,
  authority: null,
  certificate: null,
  pool: [],
  faults: new Set<IntactnessFault>(['unreadable']),
}

/** Checks the DER of a token, and that it is about the parts, one after the other. */
export function readTimestamp(
  der: Uint8Array,
  about: readonly Uint8Array[],
  others: readonly ReadCertificate[],
): Timestamp {
  const cms = readCms(der)
  const info = cms?.content ? timestampInfo(cms.content) : null
  if (!cms?.content || !info) return unreadable
  const rules = { content: [cms.content], contentType: oid.timestampInfo, namesCertificate: true, others }
  const checked = checkSigner(cms, rules)
  const faults = new Set(checked.faults)
  if (!cms.signer.signedAttrs) faults.add('signed_attributes')
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const hash = hashOf(hashAlgorithm.algorithmId)
  if (!hash) faults.add('unsupported')
  if (isWeakHash(hash)) faults.add('weak_algorithm')
  if (hash && !digestOf(hash, about).equals(octets(hashedMessage))) faults.add('digest')
  return {
    atMs: timeOf(info),
    authority: checked.certificate && commonNameOf(checked.certificate),
    certificate: checked.certificate,
    pool: cms.certificates,
    faults,
  }
}

function timestampInfo(content: Uint8Array): TSTInfo | null {
  try {
    return TSTInfo.fromBER(content)
  } catch {
    return null
  }
}

function timeOf({ genTime }: TSTInfo): number | null {
  const timeMs = genTime.getTime()
  return Number.isNaN(timeMs) ? null : timeMs
}
