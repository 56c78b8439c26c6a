import type { Item } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import type { ProofStep } from '../model/proof-content.ts'
import { isNoticed, type Named, noticesIn, reachedAt, recipientIn } from './told-by-steps.ts'

type Issued = Pick<Item, 'proofs'>
type Timed = Pick<Item, 'status' | 'notifiedAt' | 'depositedAt' | 'deliveredAt' | 'endedAt'>

const namedFields = ['firstName', 'lastName', 'company', 'email'] as const

/**
 * The fields of an item that its steps contradict. A proof shows these fields, and only the chain of steps is protected against changes.
 * The first step of an item from before it held the recipient says nothing of names.
 */
export function flawsOfItem(item: Named & Timed & Issued, steps: readonly ProofStep[]): string[] {
  const fields = [
    ...wrongNames(item, steps),
    ...wrongTimes(item, steps),
    ...wrongProofs(item, steps),
    ...(isNoticeOf(item, steps) ? [] : ['notifiedAt']),
  ]
  return fields.map((field) => `${field} is not what the steps say`)
}

function wrongNames(item: Named, steps: readonly ProofStep[]): string[] {
  const told = recipientIn(steps)
  return told ? namedFields.filter((field) => item[field] !== told[field]) : []
}

/** Whether this is the hash of what was sent that the first step holds. Older items have no such hash, and pass. */
export function isAsSent(sentFactsSha256: string, steps: readonly ProofStep[]): boolean {
  const told = steps.find(({ type }) => type === 'queued')?.detail?.sentFactsSha256
  return told === undefined || told === sentFactsSha256
}

/** Proofs that were issued before: later ones name the proof of content. */
function wrongProofs({ proofs }: Issued, steps: readonly ProofStep[]): string[] {
  const issued = steps.flatMap(({ type, detail }) => (type === 'proof_issued' ? [detail] : []))
  const isIssued = (kind: string, { sha256, size }: { sha256: string; size: number }) =>
    issued.some((detail) => detail?.kind === kind && detail.sha256 === sha256 && detail.size === size)
  return Object.entries(proofs).flatMap(([kind, proof]) =>
    proof && !isIssued(kind, proof) ? [`proof of ${kind}`] : [],
  )
}

function wrongTimes(item: Timed, steps: readonly ProofStep[]): string[] {
  const expected = {
    depositedAt: reachedAt('deposited', steps),
    deliveredAt: reachedAt('delivered', steps),
    endedAt: isFinal(item.status) ? reachedAt(item.status, steps) : null,
  } as const
  const hasEnd = !isFinal(item.status) || expected.endedAt !== null
  const fields = (['depositedAt', 'deliveredAt', 'endedAt'] as const).filter((field) => item[field] !== expected[field])
  return [...fields, ...(hasEnd ? [] : ['status'])]
}

/** Whether the notice went out when a step says so. */
function isNoticeOf({ notifiedAt }: Timed, steps: readonly ProofStep[]): boolean {
  return notifiedAt === null ? !isNoticed(steps) : noticesIn(steps).includes(notifiedAt)
}
