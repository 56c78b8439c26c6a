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

export interface Findings {
  readonly verdict: Verdict
  /** The signature that the verdict is about. */
  readonly seal: SignatureVerification | null
  /** Why a file cannot be read. */
  readonly reason: string | null
  readonly signatures: readonly SignatureVerification[]
}

/**
 * Judges what was found by its signatures alone. What the pages show, and what the file says of itself, plays no part: anybody can
 * write it. The verdict is the worst that holds.
 */
export function findingsOf(verification: Verification): Findings {
  if (!verification.valid) return { verdict: 'unreadable', seal: null, reason: verification.reason, signatures: [] }
  const { faults } = verification
  const signatures = verification.signatures.filter(({ kind }) => kind === 'signature')
  const live = signatures.find(({ sealKey }) => sealKey === 'live') ?? null
  const found = (verdict: Verdict, seal: SignatureVerification | null = null): Findings => {
    return { verdict, seal, reason: null, signatures }
  }
  if (faults.length > 0) return found('uncertain', live)
  const broken = signatures.find(({ intact }) => !intact)
  if (broken) return found('broken', broken)
  if (live) return found(isWhole(live) ? 'sealed' : 'changed', live)
  const test = signatures.find(({ sealKey }) => sealKey === 'test')
  if (test) return found('test', test)
  const [first] = signatures
  if (!first) return found('unsigned')
  const areKnown = signatures.every((each) => each.trusted)
  const last = signatures.at(-1) ?? first
  if (!isUnchanged(last)) return found('changed', last)
  return found(areKnown ? 'known' : 'unknown', last)
}

function isWhole(signature: SignatureVerification): boolean {
  return signature.trusted && isUnchanged(signature)
}

/** Bytes behind the signed ones are a change also where they change no object: only what proves the seal for years may follow it. */
function isUnchanged({ changesAfter, coversWholeDocument }: SignatureVerification): boolean {
  return changesAfter === 'validation_data' || (changesAfter === 'none' && coversWholeDocument)
}
