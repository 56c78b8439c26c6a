import type { ReadCertificate } from './certificate.ts'
import type { LookedAt } from './looked-at.ts'
import { wasGood } from './revocation.ts'
import type { Timestamp } from './timestamp-token.ts'
import { type Believed, pathFinder } from './trust-judgement.ts'
import type { ValidationData } from './validation-data.ts'
import type { PadesLevel } from './verification.ts'

/** What a level is judged by. */
export interface LevelDependencies {
  readonly believed: Believed
  /** Timestamps over the signature that are intact and count: its own, and those of the document that came after it. */
  readonly timestamps: readonly Timestamp[]
  /** Document timestamps after it that are intact and count. */
  readonly later: readonly LookedAt[]
  /** What the file holds now, and what it held when so many of its bytes were there. */
  readonly data: ValidationData | null
  readonly dataWithin: (end: number) => ValidationData | null
}

/** The level of PAdES by what is really there (ETSI EN 319 142-1 §6.3), or null for other signatures. */
export function padesLevel(looked: LookedAt, dependencies: LevelDependencies): PadesLevel | null {
  const { certificate } = looked
  if (!looked.isBaseline || looked.faults.size > 0 || !certificate) return null
  if (dependencies.timestamps.length === 0) return 'B-B'
  if (!holdsValidationData(looked, certificate, dependencies, dependencies.data)) return 'B-T'
  const isArchived = dependencies.later.some(
    ({ range }) => range && holdsValidationData(looked, certificate, dependencies, dependencies.dataWithin(range.end)),
  )
  return isArchived ? 'B-LTA' : 'B-LT'
}

/** Whether all is there to verify the signature and one of its timestamps without asking anybody. */
function holdsValidationData(
  looked: LookedAt,
  certificate: ReadCertificate,
  { believed, timestamps }: LevelDependencies,
  data: ValidationData | null,
): boolean {
  if (!data) return false
  const pool = [...looked.pool, ...data.certificates]
  const revocations = {
    lists: [...looked.revocations.lists, ...data.revocations.lists],
    answers: [...looked.revocations.answers, ...data.revocations.answers],
  }
  const isProved = (each: ReadCertificate, among: readonly ReadCertificate[], timeMs: number) => {
    const finder = pathFinder(believed, among)
    const path = finder.complete(each)
    const source = { ...revocations, pool: among, finder }
    return (
      path?.slice(0, -1).every((one, index) => {
        const issuer = path[index + 1]
        return issuer !== undefined && wasGood(one, issuer, source, timeMs)
      }) ?? false
    )
  }
  return timestamps.some(
    ({ atMs, certificate: authority, pool: own }) =>
      atMs !== null &&
      authority !== null &&
      isProved(certificate, pool, atMs) &&
      isProved(authority, [...own, ...pool], atMs),
  )
}
