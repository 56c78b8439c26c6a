import type { ActMac, VerifyActMac } from '../../../shared/personal-links/act-mac.ts'
import type { Item } from './item.ts'
import type { ItemChange } from './item-transitions.ts'
import { addressHash } from './page-link.ts'
import { linkedSteps, type Step, type StepType } from './steps.ts'

/** What a recipient does on our page, and nothing else may record in their name. */
const actTypes: readonly StepType[] = ['otp_verified', 'delivered', 'refused', 'displayed', 'downloaded']

const isAct = ({ type }: { readonly type: StepType }) => actTypes.includes(type)

/** What the MAC of an act covers: the hash holds its content and all that happened before it. */
function actText({ mailId, itemId, hash }: Pick<Step, 'mailId' | 'itemId' | 'hash'>): string {
  return `mail-act/1/${mailId}/${itemId}/${hash}`
}

/** The change with a MAC at each act in it, as `applyItemChange` will append it to the chain at that moment. */
export async function authenticated(
  change: ItemChange,
  { nowMs, mac }: { readonly nowMs: number; readonly mac: ActMac },
): Promise<ItemChange> {
  const { mailId, id: itemId, chain } = change.after
  const links = linkedSteps({ mailId, itemId, chain }, change.steps, { nowMs, ids: () => '' })
  const steps = change.steps.map(async (draft, index) => {
    const link = links.steps[index]
    return link && isAct(draft) ? { ...draft, mac: await mac(actText(link)) } : draft
  })
  return { ...change, steps: await Promise.all(steps) }
}

/**
 * What is wrong with the acts of an item that our own page collected: acts without a valid MAC, and a delivery or refusal without a code
 * that was proved at the very address of the item. Recipients of test organizations can be simulated: their acts have no MAC. The mail
 * says whether it is live, as it decides on the key of the seal.
 */
export async function flawsOfActs(
  { status, email }: Pick<Item, 'status' | 'email'>,
  { livemode, steps }: { readonly livemode: boolean; readonly steps: readonly Step[] },
  verify: VerifyActMac,
): Promise<string[]> {
  const acts = steps.filter((step) => isAct(step) && (livemode || step.mac !== undefined))
  const checked = acts.map(async (act) => ({
    act,
    isValid: act.mac !== undefined && (await verify(actText(act), act.mac)),
  }))
  const forged = (await Promise.all(checked)).filter(({ isValid }) => !isValid).map(({ act }) => act)
  return [
    ...forged.map(({ seq, type }) => `step ${seq} (${type}) was not recorded by the page of the recipient`),
    ...(livemode && (status === 'delivered' || status === 'refused') ? missingActs(status, email, acts) : []),
  ]
}

function missingActs(status: 'delivered' | 'refused', email: string, acts: readonly Step[]): string[] {
  const act = acts.find(({ type }) => type === status)
  if (!act) return [`there is no step ${status}`]
  const proved = acts.findLast(({ type, seq }) => type === 'otp_verified' && seq < act.seq)
  if (!proved) return [`no code was proved before step ${act.seq} (${status})`]
  return proved.detail?.addressSha256 === addressHash(email)
    ? []
    : [`the code of step ${proved.seq} went to another address`]
}
