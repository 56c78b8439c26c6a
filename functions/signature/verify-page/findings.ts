import { isTooEarly } from '../../../shared/pdf/verification/timestamp-token.ts'
import type { SignatureVerification, Verification } from '../../../shared/pdf/verification/verification.ts'

/**
 * What a document is found to be. `sealed`: our seal, and nothing was changed after it. `changed`: our seal, and something was added
 * or changed. `broken`: a signature that does not fit the file. `test`: our seal of the test mode. `known`: signed by others, whom
 * this service trusts. `unknown`: signed by others, whom it does not know. `unsigned`: no signature. `uncertain`: readers may
 * show the file in different ways. `unreadable`: it cannot be checked.
 */
export type Verdict =
  | 'sealed'
  | 'changed'
  | 'broken'
  | 'test'
  | 'known'
  | 'unknown'
  | 'unsigned'
  | 'uncertain'
  | 'unreadable'

/**
 * The document timestamps that were appended after the signature. `useless`: at least one is broken, or older than the signature.
 * `unknown`: at least one is from an authority that this service does not trust.
 */
export type LaterTimestamps = 'none' | 'trusted' | 'unknown' | 'useless'

export interface Findings {
  readonly verdict: Verdict
  /** The signature that the verdict is about. */
  readonly seal: SignatureVerification | null
  /** Why a file cannot be read. */
  readonly reason: string | null
  readonly signatures: readonly SignatureVerification[]
  readonly laterTimestamps: LaterTimestamps
}

const nothing = { signatures: [], laterTimestamps: 'none' } as const

/**
 * Judges what was found by its signatures alone. What the pages show, and what the file says of itself, plays no part: anybody can
 * write it. The verdict is the worst that holds.
 */
export function findingsOf(verification: Verification): Findings {
  if (!verification.valid) return { verdict: 'unreadable', seal: null, reason: verification.reason, ...nothing }
  const { faults } = verification
  const signatures = verification.signatures.filter(({ kind }) => kind === 'signature')
  const live = signatures.find(({ sealKey }) => sealKey === 'live') ?? null
  const found = (verdict: Verdict, seal: SignatureVerification | null = null): Findings => {
    return { verdict, seal, reason: null, signatures, laterTimestamps: timestampsAfter(seal, verification.signatures) }
  }
  if (faults.length > 0) return found('uncertain', live)
  const broken = signatures.find(({ intact }) => !intact)
  if (broken) return found('broken', broken)
  const isFollowedWell = (seal: SignatureVerification) =>
    isUnchanged(seal) && timestampsAfter(seal, verification.signatures) !== 'useless'
  if (live) return found(live.trusted && isFollowedWell(live) ? 'sealed' : 'changed', live)
  const test = signatures.find(({ sealKey }) => sealKey === 'test')
  if (test) return found('test', test)
  const [first] = signatures
  if (!first) return found('unsigned')
  const areKnown = signatures.every((each) => each.trusted)
  const last = signatures.at(-1) ?? first
  if (!isFollowedWell(last)) return found('changed', last)
  return found(areKnown ? 'known' : 'unknown', last)
}

/** Anybody can append a timestamp by an authority of their own. */
function timestampsAfter(
  seal: SignatureVerification | null,
  signatures: readonly SignatureVerification[],
): LaterTimestamps {
  const later = seal ? signatures.slice(signatures.indexOf(seal)).filter(({ kind }) => kind !== 'signature') : []
  const isUseless = ({ intact, signedAt }: SignatureVerification) =>
    !intact || isTooEarly(timeOf(signedAt), timeOf(seal?.signedAt ?? null))
  if (later.some(isUseless)) return 'useless'
  if (later.length === 0) return 'none'
  return later.every(({ trusted }) => trusted) ? 'trusted' : 'unknown'
}

const timeOf = (at: string | null) => (at === null ? null : Date.parse(at))

/** Bytes behind the signed ones are a change also where they change no object: only what proves the seal for years may follow it. */
function isUnchanged({ changesAfter, coversWholeDocument }: SignatureVerification): boolean {
  return changesAfter === 'validation_data' || (changesAfter === 'none' && coversWholeDocument)
}
