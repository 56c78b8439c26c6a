import type { ActMac, VerifyActMac } from '../../../shared/personal-links/act-mac.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { isSignedOnOurPage } from '../vendors/signing-places.ts'
import { type Change, recordedAtMs } from './change.ts'
import { codeDestination } from './code-destination.ts'
import type { RequestRecord, Signer } from './request.ts'
import { linked, type Step, type StepType } from './step.ts'
import { signerName } from './transitions.ts'

/** What a signer does and nobody else may record in their name. */
const actTypes: readonly StepType[] = ['otp_verified', 'consented', 'signed']

const isAct = ({ type }: { readonly type: StepType }) => actTypes.includes(type)

/** What the MAC of an act covers: the hash holds its content and all that happened before it. */
function actText({ requestId, signerId, hash }: Pick<Step, 'requestId' | 'signerId' | 'hash'>): string {
  return `act/1/${requestId}/${signerId}/${hash}`
}

/** The change with a MAC at each act in it, as `applyChange` will append it to the chain at that moment. */
export async function authenticated(
  change: Change,
  { id: requestId, chain, updatedAt }: RequestRecord,
  { nowMs, mac }: { readonly nowMs: number; readonly mac: ActMac },
): Promise<Change> {
  const at = timestamp(recordedAtMs({ updatedAt }, nowMs))
  const { steps: links } = linked(chain, change.steps, { requestId, at, ids: () => '' })
  const steps = change.steps.map(async (draft, index) => {
    const link = links[index]
    return link && isAct(draft) ? { ...draft, mac: await mac(actText(link)) } : draft
  })
  return { ...change, steps: await Promise.all(steps) }
}

/**
 * What is wrong with the acts of a request that our own signing page collected: acts without a valid MAC, signers without
 * the acts that their signature needs, and acts of somebody with another address. Signers of test organizations can be simulated: their
 * acts have no MAC.
 */
export async function flawsOfActs(
  { livemode, signers }: RequestRecord,
  steps: readonly Step[],
  verify: VerifyActMac,
): Promise<string[]> {
  const acts = steps.filter((step) => isAct(step) && (livemode || step.mac !== undefined))
  const checked = acts.map(async (act) => ({
    act,
    isValid: act.mac !== undefined && (await verify(actText(act), act.mac)),
  }))
  const outcomes = await Promise.all(checked)
  const forged = outcomes.filter(({ isValid }) => !isValid).map(({ act }) => act)
  return [
    ...forged.map(({ seq, type }) => `step ${seq} (${type}) was not recorded by the signing page`),
    ...(livemode ? signers.flatMap((signer) => [...missingActs(signer, acts), ...othersActs(signer, acts)]) : []),
  ]
}

/** The vendor of remote keys tells who they are itself: its signature proves it. */
const hasNoCode = (authMethod: Signer['authMethod']) => authMethod === 'none' || authMethod === 'vendor_identity'

function missingActs({ id, authMethod }: Signer, acts: readonly Step[]): string[] {
  const needed = hasNoCode(authMethod) ? actTypes.filter((type) => type !== 'otp_verified') : actTypes
  const done = acts.filter(({ signerId }) => signerId === id).map(({ type }) => type)
  return needed.filter((type) => !done.includes(type)).map((type) => `the signer ${id} has no step ${type}`)
}

/** A signature, or a code proved last, that belongs to another name or address than the signer has. */
function othersActs(signer: Signer, acts: readonly Step[]): string[] {
  const own = acts.filter(({ signerId }) => signerId === signer.id)
  const proved = own.findLast(({ type }) => type === 'otp_verified')
  const signed = own.filter(({ type }) => type === 'signed')
  const { channel, to } = codeDestination(signer)
  const isOwnCode = hasNoCode(signer.authMethod) || (proved?.detail?.channel === channel && proved.detail.to === to)
  const expected = { name: signerName(signer), email: signer.email, authMethod: signer.authMethod }
  const isOwnSignature = signed.every(({ detail }) =>
    Object.entries(expected).every(([name, value]) => detail?.[name] === value),
  )
  return [
    ...(isOwnCode ? [] : [`the code of the signer ${signer.id} went to another address`]),
    ...(isOwnSignature ? [] : [`the signature of the signer ${signer.id} was given under another name or address`]),
  ]
}

/** Whether the acts of all its signers are authenticated: those of a test request may be simulated. */
export function hasAuthenticatedActs({ livemode, vendor }: RequestRecord): boolean {
  return livemode && isSignedOnOurPage(vendor)
}
