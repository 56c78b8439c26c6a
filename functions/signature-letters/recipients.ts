import type { LetterKind } from '../../events/internal.ts'
import { type MailLocale, mailLocaleOf } from '../../shared/mail/layout/locale.ts'
import { type Party, partiesOf } from '../../shared/signature/letters.ts'
import type { RequestRecord } from '../../shared/signature/request.ts'
import { canAct } from '../../shared/signature/transitions.ts'
import type { Reader } from './facts.ts'
import type { LetterName } from './words/words.ts'

/** Somebody who gets a letter, and which. */
export interface Recipient extends Reader {
  readonly email: string
  readonly letter: LetterName
}

/** Letters with which people come back to the request, or that tell how it ended: but for codes, which are sent by themselves. */
export type LetterToMany = Exclude<LetterKind, 'code'>

interface Named {
  readonly letter: LetterToMany
  readonly signerIds: readonly string[]
  /** Null: no letter goes to whoever made the request. */
  readonly creatorLocale: MailLocale | null
}

/**
 * Whoever gets a letter now: the signers whom its event names, and the parties whom it concerns. Nobody gets one that is
 * out of date, nor two of them: who is several of these gets the letter that lets them do most.
 */
export function recipientsOf(record: RequestRecord, named: Named, nowMs: number): Recipient[] {
  const { letter } = named
  const parties = partiesOf[letter].flatMap((party) => partyOf(record, party, named))
  const signers = signersOf(record, named, nowMs)
  const all = letter === 'completed' ? [...signers, ...parties] : [...parties, ...signers]
  const isCurrent = isAsking(letter) || record.status === letter
  return isCurrent ? [...new Map(all.toReversed().map((one) => [one.email.toLowerCase(), one])).values()] : []
}

/** Whether a letter asks for a signature; the others tell of an end. */
export function isAsking(letter: LetterToMany): letter is 'invitation' | 'reminder' | 'extended' {
  return letter === 'invitation' || letter === 'reminder' || letter === 'extended'
}

/** Nobody is asked for whose signature the request does not wait. */
function signersOf(record: RequestRecord, { letter, signerIds }: Named, nowMs: number): Recipient[] {
  return record.signers
    .filter((signer) => signerIds.includes(signer.id) && (!isAsking(letter) || canAct(record, signer, nowMs)))
    .map((signer) => {
      const { email, firstName, locale } = signer
      return { email, firstName, locale: mailLocaleOf(locale), signer, isCreator: false, letter }
    })
}

function partyOf(record: RequestRecord, party: Party, { letter, creatorLocale }: Named): Recipient[] {
  const { createdBy } = record
  if (party === 'creator') {
    if (createdBy.type !== 'user' || createdBy.email === null || creatorLocale === null) return []
    const { email, firstName } = createdBy
    const toCreator = toCreatorOf[letter] ?? letter
    return [{ email, firstName, locale: creatorLocale, signer: null, isCreator: true, letter: toCreator }]
  }
  // Nobody knows their language; they have to do with the signers.
  const locale = mailLocaleOf(record.signers[0]?.locale ?? 'en')
  return record[party].map(({ email, firstName }) => {
    return { email, firstName, locale, signer: null, isCreator: false, letter: 'completedToOthers' as const }
  })
}

const toCreatorOf: Partial<Record<LetterToMany, LetterName>> = {
  declined: 'declinedToCreator',
  expired: 'expiredToCreator',
  completed: 'completedToCreator',
}
