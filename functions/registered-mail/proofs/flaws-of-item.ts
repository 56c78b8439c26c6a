import type { Item } from '../model/item.ts'
import { isFinal } from '../model/item-status.ts'
import type { ProofStep } from '../model/proof-content.ts'

type Named = Pick<Item, 'firstName' | 'lastName' | 'company' | 'email'>
type Told = Named &
  Pick<Item, 'status' | 'notifiedAt' | 'depositedAt' | 'deliveredAt' | 'endedAt' | 'acceptanceDeadline'>

type Detail = Readonly<Record<string, unknown>>

const namedFields = ['firstName', 'lastName', 'company', 'email'] as const

/**
 * What an item says of its recipient and its times, and its steps do not. Nobody can change a step without breaking the chain, so a proof
 * says what the steps say. Steps of items from before they held it tell nothing.
 */
export function flawsOfItem(item: Told, steps: readonly ProofStep[]): string[] {
  return [...flawsOfRecipient(item, steps), ...flawsOfTimes(item, steps)]
}

function flawsOfRecipient(item: Named, steps: readonly ProofStep[]): string[] {
  const asked = steps.find(({ type }) => type === 'queued')?.detail
  if (!asked || typeof asked.email !== 'string') return []
  const corrections = steps.flatMap(({ type, detail }): Detail[] => {
    if (type !== 'recipient_update_answered' || detail?.accept !== true) return []
    const isAsked = (step: ProofStep) =>
      step.type === 'recipient_update_requested' && step.detail?.updateId === detail.updateId
    const correction = steps.find(isAsked)?.detail
    return correction ? [correction] : []
  })
  return namedFields.flatMap((field) => {
    const told = [asked, ...corrections].findLast((each) => typeof each[field] === 'string')?.[field] ?? null
    return item[field] === told ? [] : [`${field} of the recipient is not what the steps say`]
  })
}

function flawsOfTimes({ status, ...item }: Told, steps: readonly ProofStep[]): string[] {
  const happenedAt = (type: string) => steps.findLast((step) => step.type === type)?.detail?.reportedAt
  const pairs = [
    ['depositedAt', happenedAt('deposited')],
    ['deliveredAt', happenedAt('delivered')],
    ['endedAt', isFinal(status) ? happenedAt(status) : undefined],
  ] as const
  const flaws = pairs.filter(([field, at]) => at !== undefined && item[field] !== at).map(([field]) => field)
  const notices = noticesIn(steps)
  const isTold = item.notifiedAt === null || notices.size === 0 || notices.has(item.notifiedAt)
  return [...flaws, ...(isTold ? [] : ['notifiedAt'])].map((field) => `${field} is not what the steps say`)
}

/** When notices went out: that of a mail that was sent or deposited, and each to a corrected address. */
function noticesIn(steps: readonly ProofStep[]): ReadonlySet<unknown> {
  const told = steps.flatMap(({ type, detail }) =>
    type === 'sent' || type === 'deposited' ? [detail?.notifiedAt, detail?.reportedAt] : [detail?.notifiedAt],
  )
  return new Set(told.filter((at) => typeof at === 'string'))
}
