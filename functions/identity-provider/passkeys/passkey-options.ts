import { signInLimits } from '../../../shared/personal-links/challenge.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import {
  mayAskAtMs,
  type Sendings,
  sendings,
  sendingsKey,
  sendingsWithPasskeys,
  withSending,
} from '../sign-in/sendings.ts'
import { write, written } from '../sign-in/written.ts'
import { passkeysOf } from './passkey.ts'
import {
  newChallenge,
  type Purpose,
  passkeyChallengeId,
  passkeyChallengeOf,
  passkeyChallenges,
} from './passkey-challenge.ts'
import type { PasskeyDependencies } from './passkey-changes.ts'
import { optionsToAdd, optionsToSignIn } from './webauthn.ts'

/** What a browser is to ask an authenticator for; or when it may ask again, where its network has asked too often. */
export type Options = { readonly options: object } | { readonly mayAskAtMs: number }

/** What it takes to sign in with a passkey: a new challenge for this interaction. */
export async function askToSignIn(
  dependencies: PasskeyDependencies,
  { interaction, ip }: { readonly interaction: string; readonly ip: string },
): Promise<Options> {
  const { table, clock, relyingParty } = dependencies
  const pace = signInLimits.passkeysFromNetwork
  const of = sendingsWithPasskeys(ip)
  const asked = await written<{ challenge: string } | { mayAskAtMs: number }>(dependencies, async (work) => {
    const before = await sendingsOf(table, of)
    const nowMs = clock()
    const after = withSending(before, of, pace, nowMs)
    if (!after) return { answer: { mayAskAtMs: mayAskAtMs(before, pace, nowMs) } }
    write(work, sendings, before, after)
    return { answer: { challenge: await giveChallenge(dependencies, work, interaction, 'sign_in') } }
  })
  return 'challenge' in asked ? { options: await optionsToSignIn(relyingParty, asked.challenge) } : asked
}

/** What it takes to add a passkey. */
export async function askToAdd(
  dependencies: PasskeyDependencies,
  {
    interaction,
    userId,
    userName,
  }: { readonly interaction: string; readonly userId: string; readonly userName: string },
): Promise<Options> {
  const existing = await passkeysOf(dependencies.table, userId)
  const challenge = await written(dependencies, async (work) => ({
    answer: await giveChallenge(dependencies, work, interaction, 'add'),
  }))
  return { options: await optionsToAdd(dependencies.relyingParty, challenge, { userId, userName, existing }) }
}

async function giveChallenge(
  { table, clock }: Platform,
  work: Parameters<typeof write>[0],
  interaction: string,
  purpose: Purpose,
): Promise<string> {
  const id = passkeyChallengeId(interaction, purpose)
  const before = await passkeyChallengeOf(table, id)
  const after = newChallenge(before, id, clock())
  write(work, passkeyChallenges, before, after)
  return after.challenge
}

async function sendingsOf(table: Table, of: string): Promise<Sendings | null> {
  const item = await getItem(table, sendingsKey(of))
  return item ? fromItem(sendings, item) : null
}
