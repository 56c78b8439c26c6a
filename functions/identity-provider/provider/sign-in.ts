import {
  awaitsCode,
  type Challenge,
  canBeRepeated,
  challengeKey,
  challenges,
  isProved,
  signInLimits,
  withCodeAskedFor,
  withCodeEntered,
  withCodeRepeated,
} from '../../../shared/personal-links/challenge.ts'
import { type MacKeys, signInCode } from '../../../shared/personal-links/signing-secrets.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { getItem, getItems, type Table } from '../../../shared/store/table.ts'
import {
  mayAskAtMs,
  type Sendings,
  sendings,
  sendingsFromNetwork,
  sendingsInKnownBrowser,
  sendingsKey,
  sendingsToEmail,
  sendingsToEmailFromNetwork,
  withSending,
} from '../sign-in/sendings.ts'
import { write, written } from '../sign-in/written.ts'

/** Has the code of a challenge mailed, if anybody has an account with the address. */
export type CodeSender = (challenge: Pick<Challenge, 'id' | 'sending' | 'repeats'>) => Promise<void>

export interface SignInDependencies extends Platform {
  readonly macKeys: MacKeys
  readonly sendCode: CodeSender
}

export async function challengeOf(table: Table, id: string): Promise<Challenge | null> {
  const item = await getItem(table, challengeKey(id))
  return item ? fromItem(challenges, item) : null
}

/** A code that is asked for, and from where. */
interface AskedCode extends Pick<Challenge, 'id' | 'email' | 'locale'> {
  readonly ip: string
  /** Whether somebody has signed in with the e-mail in this browser: it has a limit of its own. */
  readonly isKnownBrowser: boolean
}

/** When a code can be asked for that was asked for too often now: to the e-mail, from the network, or both. */
export interface TooOften {
  readonly mayAskAtMs: number
  readonly limit: 'toEmailFromNetwork' | 'toEmail' | 'fromNetwork' | 'inKnownBrowser'
}

/**
 * Has one more code sent. Where that would be one too many for the e-mail and the network, but the last code still works,
 * that one is sent again: it is no other guess. Whether anybody has an account with the address is looked at by the job that sends it alone, so
 * that neither the answer nor its time can tell. Gives what stands in the way, if anything does.
 */
export async function askForCode(
  dependencies: SignInDependencies,
  { ip, isKnownBrowser, ...asked }: AskedCode,
): Promise<TooOften | null> {
  const { table, clock, sendCode, macKeys } = dependencies
  const ofStrangers = [
    { limit: 'toEmailFromNetwork', of: sendingsToEmailFromNetwork(asked.email, ip) },
    { limit: 'toEmail', of: sendingsToEmail(asked.email) },
    { limit: 'fromNetwork', of: sendingsFromNetwork(ip) },
  ] as const
  const counted = isKnownBrowser
    ? ([{ limit: 'inKnownBrowser', of: sendingsInKnownBrowser(asked.email) }] as const)
    : ofStrangers
  return await written(dependencies, async (work) => {
    const items = await getItems(table, [challengeKey(asked.id), ...counted.map(({ of }) => sendingsKey(of))])
    const [before = null] = recordsOf(challenges, items)
    const sentBefore = recordsOf(sendings, items)
    const nowMs = clock()
    const late: TooOften[] = []
    const all: [Sendings | null, Sendings][] = []
    for (const { limit, of } of counted) {
      const found = sentBefore.find((known) => known.of === of) ?? null
      const sent = withSending(found, of, signInLimits[limit], nowMs)
      if (sent) all.push([found, sent])
      else late.push({ limit, mayAskAtMs: mayAskAtMs(found, signInLimits[limit], nowMs) })
    }
    const [latest = null] = late.toSorted((a, b) => b.mayAskAtMs - a.mayAskAtMs)
    const isRepeated = late.every(({ limit }) => limit === 'toEmailFromNetwork') && canBeRepeated(before, asked, nowMs)
    if (latest && !isRepeated) return { answer: latest }
    const challenge =
      latest && before ? withCodeRepeated(before) : withCodeAskedFor(before, asked, { nowMs, key: macKeys.current })
    write(work, challenges, before, challenge)
    for (const [found, sent] of all) write(work, sendings, found, sent)
    return { answer: null, whenDone: () => sendCode(challenge) }
  })
}

export type EnteredCode =
  | { readonly outcome: 'right'; readonly email: string }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'none' }

/**
 * Holds a code against the last that was sent. Each try is written down before it is answered, so that many at once are no
 * more tries than one after the other. A right code that comes again, as after an answer that was lost, is right again.
 */
export async function enterCode(
  dependencies: SignInDependencies,
  challengeId: string,
  entered: string,
): Promise<EnteredCode> {
  const { table, clock, macKeys } = dependencies
  return await written<EnteredCode>(dependencies, async (work) => {
    const before = await challengeOf(table, challengeId)
    const nowMs = clock()
    const mac = before && macKeys.under(before.key)
    if (!before || !mac) return { answer: { outcome: 'none' } }
    const isRight = equalInConstantTime(entered, await signInCode(mac, before))
    if (isRight && isProved(before, nowMs)) return { answer: { outcome: 'right', email: before.email } }
    if (!awaitsCode(before, nowMs)) return { answer: { outcome: 'none' } }
    const after = withCodeEntered(before, isRight, nowMs)
    work.update(challenges, before, after)
    if (isRight) return { answer: { outcome: 'right', email: after.email } }
    const triesLeft = signInLimits.tries - after.failures
    return { answer: triesLeft > 0 ? { outcome: 'wrong', triesLeft } : { outcome: 'none' } }
  })
}

/** Forgets the address of an attempt, so that another one is asked for. Its codes do not count any more. */
export async function forgetChallenge(dependencies: SignInDependencies, challengeId: string): Promise<void> {
  await written(dependencies, async (work) => {
    const before = await challengeOf(dependencies.table, challengeId)
    const nobody = { email: '', expiresAtMs: dependencies.clock(), provedAtMs: null }
    if (before) work.update(challenges, before, { ...before, ...nobody, version: before.version + 1 })
    return { answer: null }
  })
}
