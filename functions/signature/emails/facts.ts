import type { Brand } from '../../../shared/pages/brand.ts'
import { dateInWords, type ReaderLocale } from '../../../shared/platform/locale.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import { signerName } from '../model/transitions.ts'
import type { Facts } from './messages/catalog.ts'

/** What is known of a request whose e-mails are written. */
export interface Subject {
  readonly record: RequestRecord
  /** What the organization of the request calls itself. */
  readonly organization: string
  readonly brand: Brand
}

/** Whom an e-mail is for, as far as its words depend on it. */
export interface Reader {
  readonly locale: ReaderLocale
  readonly firstName: string | null
  /** Null for who does not sign. */
  readonly signer: Signer | null
  readonly isCreator: boolean
  /** The signers that the e-mail is about. */
  readonly about: readonly Signer[]
}

type Author = RequestRecord['createdBy']

/** Who asks for signatures: a person with their organization, which speaks for itself where a program asks. */
export function senderOf(author: Author, organization: string): string {
  const name = author.type === 'user' ? [author.firstName, author.lastName].filter(Boolean).join(' ') : ''
  return name === '' ? organization : `${name} (${organization})`
}

export function factsFor(
  { record, organization }: Pick<Subject, 'record' | 'organization'>,
  { locale, firstName, signer, isCreator, about }: Reader,
): Facts {
  const sender = senderOf(record.createdBy, organization)
  const others = record.signers.filter(({ id }) => id !== signer?.id).map(signerName)
  return {
    sender,
    firstName,
    title: record.title,
    message: (record.message ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''),
    others: others.length === 0 ? null : listed(others, locale),
    expiry: dateInWords(record.expiresAt, locale, record.timeZone),
    about: listed(about.map(signerName), locale),
    aboutEmail: about.map(({ email }) => email).join(', '),
    signatures: {
      done: record.signers.filter(({ status }) => status === 'signed').length,
      of: record.signers.length,
    },
    purge: record.retention?.purgeAt ? dateInWords(record.retention.purgeAt, locale, record.timeZone) : null,
    ...endOf({ record, organization }, isCreator, sender),
  }
}

/** Why a signer declined is between them and whoever asked; why a request was canceled is told to all. */
function endOf({ record, organization }: Pick<Subject, 'record' | 'organization'>, isCreator: boolean, sender: string) {
  const { decline, cancel, signers } = record
  if (cancel) return { endedBy: senderOf(cancel.by, organization), reason: cancel.reason }
  const declining = decline && signers.find(({ id }) => id === decline.signerId)
  if (!declining) return { endedBy: sender, reason: null }
  return { endedBy: signerName(declining), reason: isCreator ? decline.reason : null }
}

function listed(names: readonly string[], locale: ReaderLocale): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}
