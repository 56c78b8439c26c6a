import type { EmailKind } from '../../../events/internal.ts'
import { type Locale, readerLocaleOf } from '../../../shared/platform/locale.ts'
import { isAboutSigners, type Party, partiesOf } from '../model/emails-due.ts'
import type { RequestRecord } from '../model/request.ts'
import { canAct } from '../model/transitions.ts'
import type { Reader } from './facts.ts'
import type { EmailName } from './messages/catalog.ts'

/** Somebody who gets an e-mail, and which. */
export interface Recipient extends Reader {
  readonly email: string
  readonly emailKind: EmailName
}

/** E-mails with which people come back to the request, or that tell how it ended: but for codes, which are sent by themselves. */
export type EmailToMany = Exclude<EmailKind, 'code'>

interface EmailAudience {
  readonly emailKind: EmailToMany
  /** Who is written to; of e-mails about signers, who they are about. */
  readonly signerIds: readonly string[]
  /** Null: no e-mail goes to whoever made the request. */
  readonly creatorLocale: Locale | null
  /** Who gets the e-mail of the creator where none goes to them; empty: nobody. */
  readonly administrators?: readonly AdministratorToWrite[]
}

export interface AdministratorToWrite {
  readonly email: string
  readonly firstName: string | null
  readonly locale: Locale
}

/**
 * Whoever gets an e-mail now: the signers whom its event names, and the parties whom it concerns. Nobody gets one that is
 * out of date, nor two of them: who is several of these gets the e-mail that lets them do most.
 */
export function recipientsOf(record: RequestRecord, named: EmailAudience, nowMs: number): Recipient[] {
  const { emailKind } = named
  const parties = partiesOf[emailKind].flatMap((party) => partyOf(record, party, named))
  const signers = signersOf(record, named, nowMs)
  const all = emailKind === 'completed' ? [...signers, ...parties] : [...parties, ...signers]
  const isCurrent = isAsking(emailKind) || isSo(record, emailKind) || isOpenNotice(record, named)
  return isCurrent ? [...new Map(all.toReversed().map((one) => [one.email.toLowerCase(), one])).values()] : []
}

/** Senders hear of one signer while the request waits for others. A bounce is not reported once the address was corrected. */
function isOpenNotice(record: RequestRecord, { emailKind, signerIds }: EmailAudience): boolean {
  if (!isAboutSigners(emailKind) || record.status !== 'pending_signature') return false
  const told = record.signers.filter(({ id }) => signerIds.includes(id))
  return told.every(({ status, emailDelivery }) =>
    emailKind === 'signed' ? status === 'signed' : emailDelivery === 'bounced',
  )
}

/** Whether what an e-mail tells is (still) so. */
function isSo({ status, retention }: RequestRecord, emailKind: EmailToMany): boolean {
  if (emailKind !== 'purging') return status === emailKind
  return retention?.state !== 'purged' && retention?.purgeAt != null
}

/** Whether an e-mail asks for a signature; the others tell of an end. */
export function isAsking(emailKind: EmailToMany): emailKind is 'invitation' | 'reminder' | 'extended' {
  return emailKind === 'invitation' || emailKind === 'reminder' || emailKind === 'extended'
}

/** Nobody is asked for whose signature the request does not wait. */
function signersOf(record: RequestRecord, { emailKind, signerIds }: EmailAudience, nowMs: number): Recipient[] {
  if (isAboutSigners(emailKind)) return []
  return record.signers
    .filter((signer) => signerIds.includes(signer.id) && (!isAsking(emailKind) || canAct(record, signer, nowMs)))
    .map((signer): Recipient => {
      const { email, firstName, locale } = signer
      return { email, firstName, locale: readerLocaleOf(locale), signer, isCreator: false, about: [], emailKind }
    })
}

function partyOf(
  record: RequestRecord,
  party: Party,
  { emailKind, signerIds, creatorLocale, administrators = [] }: EmailAudience,
): Recipient[] {
  const { createdBy } = record
  if (party === 'creator') {
    const about = record.signers.filter(({ id }) => isAboutSigners(emailKind) && signerIds.includes(id))
    const toCreator = isAboutSigners(emailKind) ? noticeOf[emailKind] : (toCreatorOf[emailKind] ?? emailKind)
    if (createdBy.type !== 'user' || createdBy.email === null || creatorLocale === null)
      return administrators.map(({ email, firstName, locale }) => {
        return { email, firstName, locale, signer: null, isCreator: false, about, emailKind: toCreator }
      })
    const { email, firstName } = createdBy
    return [{ email, firstName, locale: creatorLocale, signer: null, isCreator: true, about, emailKind: toCreator }]
  }
  // Nobody knows their language; they have to do with the signers.
  const locale = readerLocaleOf(record.signers[0]?.locale ?? 'en')
  return record[party].map(({ email, firstName }) => {
    return {
      email,
      firstName,
      locale,
      signer: null,
      isCreator: false,
      about: [],
      emailKind: party === 'notaries' ? ('completedToNotary' as const) : ('completedToOthers' as const),
    }
  })
}

const noticeOf = { signed: 'signedToCreator', bounced: 'bouncedToCreator' } as const

const toCreatorOf: Partial<Record<EmailToMany, EmailName>> = {
  declined: 'declinedToCreator',
  expired: 'expiredToCreator',
  completed: 'completedToCreator',
}
