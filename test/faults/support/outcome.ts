import { items as mailItems } from '../../../functions/registered-mail/model/item.ts'
import { stepHash as mailStepHash, steps as mailSteps } from '../../../functions/registered-mail/model/steps.ts'
import { chainOf } from '../../../functions/signature/model/activity.ts'
import { requests } from '../../../functions/signature/model/request.ts'
import { stepHash } from '../../../functions/signature/model/step.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { table } from '../../support/tenant.ts'
import { flawsOfAuditChains } from './audit-chains.ts'
import { differenceOf, type Snapshot, snapshotOf } from './snapshot.ts'
import { flawsOfDocuments } from './stored-objects.ts'
import { eventIdsIn, type TenantWorld } from './tenant-world.ts'

/** A download is noted each time that the document is asked for, and an export audited, by whoever repeats a request too. */
const isNotedEachTime = (line: string) => line.includes('"type":"signature_download"') || isExport(line)
const isExport = (line: string) => line.includes('"action":"contact.exported"')
/** How many steps a test mode takes follows from where one broke off. */
const isStep = (line: string) => line.includes('"audited":[]') && line.includes('"type":"test_mode.step_due"')
const withoutSteps = (line: string) =>
  line.endsWith('"type":"test_mode"}') ? line.replace(/"version":\d+/, '"version":"<steps>"') : line
const isHeadOfChain = (line: string) => line.includes('"type":"audit_chain"')

/** What is there once, whoever repeats a request. How long a chain with exports is follows from how many there were; whether it is whole is judged by itself. */
export function doneOnce(snapshot: Snapshot): Snapshot {
  const isLeftOut = snapshot.some(isExport)
    ? (line: string) => isNotedEachTime(line) || isHeadOfChain(line)
    : isNotedEachTime
  return snapshot.filter((line) => !isLeftOut(line) && !isStep(line)).map(withoutSteps)
}

/** What is wrong with what a tenant has, held against a run in which nothing broke. Everything due has to have happened before. */
export async function flawsOfOutcome(world: TenantWorld, expected: Snapshot): Promise<string[]> {
  const items = await world.items()
  const found = snapshotOf(items)
  const difference = differenceOf(doneOnce(found), doneOnce(expected))
  const unnoted = expected.filter(isNotedEachTime).length - found.filter(isNotedEachTime).length
  return [
    ...(unnoted > 0 ? ['a download or an export was not noted'] : []),
    ...(difference === '' ? [] : [`the outcome differs:\n${difference}`]),
    ...(await flawsOfGuarantees(world, items)),
  ]
}

/** What must hold whatever happened: each commit's events on the bus, documents as the table names them, whole chains of steps and of audit entries. */
export async function flawsOfGuarantees(world: TenantWorld, items: readonly Item[]): Promise<string[]> {
  const onBus = new Set(world.seenEvents().map(({ detail }) => detail.id))
  const lost = [...eventIdsIn(items)].filter((id) => !onBus.has(id))
  const flaws = await Promise.all([flawsOfDocuments(world.tenant.org.id, items), flawsOfChains(items)])
  return [
    ...(lost.length === 0 ? [] : [`${lost.length} events of commits are not on the bus`]),
    ...flaws.flat(),
    ...flawsOfAuditChains(items),
  ]
}

async function flawsOfChains(items: readonly Item[]): Promise<string[]> {
  const judged = recordsOf(requests, items).map(async (record) => {
    const { chain } = record
    const steps = await chainOf(table(), record)
    const isWhole = steps.every(
      (step, index) =>
        step.seq === index + 1 && step.hash === stepHash(step) && step.prevHash === (steps[index - 1]?.hash ?? ''),
    )
    const ends = steps.length === chain.length && (steps.at(-1)?.hash ?? '') === chain.hash
    return isWhole && ends ? [] : ['a chain of steps is not whole']
  })
  return [...(await Promise.all(judged)).flat(), ...flawsOfMailChains(items)]
}

/** Each item of a registered mail has a chain of its own. */
function flawsOfMailChains(items: readonly Item[]): string[] {
  const steps = recordsOf(mailSteps, items)
  return recordsOf(mailItems, items).flatMap(({ id, chain }) => {
    const own = steps.filter(({ itemId }) => itemId === id).toSorted((a, b) => a.seq - b.seq)
    const isWhole = own.every(
      (step, index) =>
        step.seq === index + 1 && step.hash === mailStepHash(step) && step.prevHash === (own[index - 1]?.hash ?? ''),
    )
    const ends = own.length === chain.length && (own.at(-1)?.hash ?? '') === chain.hash
    return isWhole && ends ? [] : ['the chain of an item of registered mail is not whole']
  })
}
