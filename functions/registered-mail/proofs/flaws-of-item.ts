import type { Item } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import type { ProofStep } from '../model/proof-content.ts'

type Named = Pick<Item, 'firstName' | 'lastName' | 'company' | 'email'>
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
  const queued = steps.find(({ type }) => type === 'queued')?.detail
  if (typeof queued?.email !== 'string') return []
  const details = [queued, ...steps.map((step) => correctionBy(step, steps)).filter((detail) => detail !== null)]
  const told = (field: string) => details.map((detail) => detail[field]).findLast((value) => typeof value === 'string')
  return namedFields.filter((field) => item[field] !== (told(field) ?? null))
}

/** The correction that a step accepts: the step in which it was requested has its fields. */
function correctionBy({ type, detail }: ProofStep, steps: readonly ProofStep[]): ProofStep['detail'] {
  if (type !== 'recipient_update_answered' || detail?.accept !== true) return null
  const requested = steps.filter((step) => step.type === 'recipient_update_requested')
  return requested.find((step) => step.detail?.updateId === detail.updateId)?.detail ?? null
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
  const happenedAt = (type: string) => steps.findLast((step) => step.type === type)?.detail?.reportedAt ?? null
  const expected = {
    depositedAt: happenedAt('deposited'),
    deliveredAt: happenedAt('delivered'),
    endedAt: isFinal(item.status) ? happenedAt(item.status) : null,
  } as const
  const hasEnd = !isFinal(item.status) || expected.endedAt !== null
  const fields = (['depositedAt', 'deliveredAt', 'endedAt'] as const).filter((field) => item[field] !== expected[field])
  return [...fields, ...(hasEnd ? [] : ['status'])]
}

/** Whether the notice went out when a step says so. A notice to an earlier address does not count. */
function isNoticeOf({ notifiedAt }: Timed, steps: readonly ProofStep[]): boolean {
  const changed = steps.findLastIndex((step) => typeof correctionBy(step, steps)?.email === 'string')
  const current = steps.slice(Math.max(changed, 0))
  const notices = current.flatMap(({ type, detail }) => [
    detail?.notifiedAt,
    ...(type === 'sent' || type === 'deposited' ? [detail?.reportedAt] : []),
  ])
  if (notifiedAt !== null) return notices.includes(notifiedAt)
  return !current.some(({ type, detail }) => type === 'deposited' || typeof detail?.notifiedAt === 'string')
}
