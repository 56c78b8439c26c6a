import { timestamp } from '../../../shared/platform/clock.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { written } from '../sign-in/written.ts'
import {
  knownTransports,
  type Passkey,
  passkeyHolderKey,
  passkeyHolders,
  passkeyIdOf,
  passkeyLimits,
  passkeys,
  passkeysOf,
  passkeyWith,
} from './passkey.ts'
import {
  awaitsAnswer,
  type Purpose,
  passkeyChallengeId,
  passkeyChallengeOf,
  passkeyChallenges,
  usedUp,
} from './passkey-challenge.ts'
import { type RelyingParty, readAssertion, readAttestation, verifiedCredential, verifiedUse } from './webauthn.ts'

export interface PasskeyDependencies extends Platform {
  readonly relyingParty: RelyingParty
}

/** The answer of an authenticator, as a page of an interaction sent it. */
interface Answered {
  /** The secret id of the interaction. */
  readonly interaction: string
  readonly answer: string
}

export interface UsedPasskey {
  readonly passkey: Passkey
  /** Another authenticator has the same key: it signs nobody in. */
  readonly isCopy: boolean
}

/**
 * Signs in with a passkey: gives the passkey, or null where the answer proves nothing. The challenge is used up in the same commit,
 * so that an answer counts once.
 */
export async function usePasskey(
  dependencies: PasskeyDependencies,
  { interaction, answer }: Answered,
): Promise<UsedPasskey | null> {
  const { table, clock, relyingParty } = dependencies
  return await written<UsedPasskey | null>(dependencies, async (work) => {
    const challenge = await takenChallenge(dependencies, work, interaction, 'sign_in')
    const assertion = readAssertion(answer)
    if (challenge === null || assertion === null) return { answer: null }
    const passkey = await passkeyWith(table, assertion.userId, passkeyIdOf(assertion.credentialId))
    const use = passkey && (await verifiedUse(relyingParty, challenge, assertion, passkey))
    if (!use) return { answer: null }
    if (use.isCopy) return { answer: { passkey, isCopy: true } }
    const { counter, isSynced } = use
    const lastUsedAt = timestamp(clock())
    work.update(passkeys, passkey, { ...passkey, counter, isSynced, lastUsedAt, version: passkey.version + 1 })
    return { answer: { passkey, isCopy: false } }
  })
}

export type Added = 'added' | 'refused' | 'too_many'

/** Adds a passkey to a person who is signed in, and tells them by e-mail. */
export async function addPasskey(
  dependencies: PasskeyDependencies,
  { interaction, answer, userId, name }: Answered & Pick<Passkey, 'userId' | 'name'>,
): Promise<Added> {
  const { table, clock, relyingParty } = dependencies
  return await written<Added>(dependencies, async (work) => {
    const challenge = await takenChallenge(dependencies, work, interaction, 'add')
    const response = readAttestation(answer)
    if (challenge === null || response === null) return { answer: 'refused' }
    const credential = await verifiedCredential(relyingParty, challenge, response)
    if (!credential) return { answer: 'refused' }
    const id = passkeyIdOf(credential.credentialId)
    const [existing, holder] = await Promise.all([passkeysOf(table, userId), getItem(table, passkeyHolderKey(id))])
    // Passkeys from before holders were stored have none.
    if (holder || existing.some((passkey) => passkey.id === id)) return { answer: 'refused' }
    if (existing.length >= passkeyLimits.perPerson) return { answer: 'too_many' }
    const transports = knownTransports(response.response.transports ?? [])
    const createdAt = timestamp(clock())
    const passkey = { ...credential, id, userId, name, transports, createdAt, lastUsedAt: null, version: 1 }
    work.create(passkeys, passkey)
    work.create(passkeyHolders, { id, userId })
    tellOwner(work, passkey, 'added', createdAt)
    return { answer: 'added' }
  })
}

/** Removes a passkey, and tells its owner by e-mail. One that is gone stays gone. */
export async function removePasskey(
  dependencies: Platform,
  { userId, id }: Pick<Passkey, 'userId' | 'id'>,
): Promise<void> {
  const { table, clock } = dependencies
  await written(dependencies, async (work) => {
    const passkey = await passkeyWith(table, userId, id)
    if (passkey) {
      work.remove(passkeys, passkey)
      work.removePart(passkeyHolderKey(id))
      tellOwner(work, passkey, 'removed', timestamp(clock()))
    }
    return { answer: null }
  })
}

/** The challenge that is answered, which is used up from now on; null where there is none. */
async function takenChallenge(
  { table, clock }: Platform,
  work: UnitOfWork,
  interaction: string,
  purpose: Purpose,
): Promise<string | null> {
  const found = await passkeyChallengeOf(table, passkeyChallengeId(interaction, purpose))
  if (!found || !awaitsAnswer(found, clock())) return null
  work.update(passkeyChallenges, found, usedUp(found))
  return found.challenge
}

/** A passkey belongs to a person and to no organization, so its outbox entry stands under the id of the account. */
function tellOwner(work: UnitOfWork, { userId, name }: Passkey, change: 'added' | 'removed', at: string): void {
  const job = { type: 'account.passkey_letter_due', data: { userId, change, name, at } } as const
  work.enqueue(job, { orgId: userId, livemode: true })
}
