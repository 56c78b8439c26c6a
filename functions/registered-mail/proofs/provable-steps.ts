import type { VerifyActMac } from '../../../shared/personal-links/act-mac.ts'
import { flawsOfChain } from '../../../shared/platform/chain-flaws.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { queryPartition, type Table } from '../../../shared/store/table.ts'
import { flawsOfActs } from '../model/acts.ts'
import type { Item, ProofKind } from '../model/item.ts'
import { type Mail, mailPartition } from '../model/mail.ts'
import type { ProofStep } from '../model/proof-content.ts'
import { type StepType, steps as stepsOf, stepsStart } from '../model/steps.ts'

/**
 * The steps that an item knows of: they were read after it, and may have grown. Throws if the chain is
 * not whole, or if an act of the recipient has no valid MAC: such steps prove nothing. `verify` is null for an item of a vendor with
 * proofs of its own: the recipient acted on the pages of that vendor, and no step has a MAC.
 */
export async function provableSteps(
  table: Table,
  { mail, item }: { readonly mail: Pick<Mail, 'livemode'>; readonly item: Item },
  verify: VerifyActMac | null,
): Promise<ProofStep[]> {
  const { mailId, id, chain } = item
  if (item.livemode !== mail.livemode) throw new Error('the item and its mail are not both live')
  const found = recordsOf(stepsOf, await queryPartition(table, mailPartition(mailId), stepsStart(id)))
  const stored = found.slice(0, chain.length)
  const steps = stored.map(({ mailId: _, itemId: __, id: ___, mac: ____, ...step }) => step)
  const flaws = flawsOfChain(steps, chain)
  if (flaws.length > 0) throw new Error(`the chain of steps is not whole: ${flaws.map(({ says }) => says).join('; ')}`)
  const forgeries = verify ? await flawsOfActs(item, { livemode: mail.livemode, steps: stored }, verify) : []
  if (forgeries.length > 0) throw new Error(`the acts of the recipient are not authentic: ${forgeries.join('; ')}`)
  return steps
}

/** Proofs of what happened on the way end there, however late they are made. Others tell of everything until now. */
const lastSteps: Partial<Record<ProofKind, StepType>> = { content: 'sent', deposit: 'deposited' }

/** The steps that a proof of this kind is about. */
export function stepsUntil(kind: ProofKind, steps: readonly ProofStep[]): ProofStep[] {
  const type = lastSteps[kind]
  const last = type && steps.find((step) => step.type === type)
  // Steps of one moment belong together.
  return last ? steps.filter(({ seq, at }) => seq <= last.seq || at === last.at) : [...steps]
}
