import { dateInWords, type Locale } from '../../../shared/platform/locale.ts'
import type { RequestRecord, Signer } from '../model/request.ts'
import { signerName } from '../model/transitions.ts'
import type { Facts } from './messages/catalog.ts'

/** What is known of a request whose e-mails are written. */
export interface Subject {
  readonly record: RequestRecord
  /** The name of the organization that the request belongs to. */
  readonly organization: string
}

/** Whom an e-mail is for, as far as its words depend on it. */
export interface Reader {
  readonly locale: Locale
  readonly firstName: string | null
  /** Null for who does not sign. */
  readonly signer: Signer | null
  readonly isCreator: boolean
}

type Author = RequestRecord['createdBy']

/** Who asks for signatures: a person with their organization, which speaks for itself where a program asks. */
export function senderOf(author: Author, organization: string): string {
  const name = author.type === 'user' ? [author.firstName, author.lastName].filter(Boolean).join(' ') : ''
  return name === '' ? organization : `${name} (${organization})`
}

export function factsFor({ record, organization }: Subject, { locale, firstName, signer, isCreator }: Reader): Facts {
  const sender = senderOf(record.createdBy, organization)
  const others = record.signers.filter(({ id }) => id !== signer?.id).map(signerName)
  return {
    sender,
    firstName,
    title: record.title,
    message: (record.message ?? '').split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''),
    others: others.length === 0 ? null : listed(others, locale),
    expiry: dateInWords(record.expiresAt, locale),
    purge: record.retention?.purgeAt ? dateInWords(record.retention.purgeAt, locale) : null,
    ...endOf({ record, organization }, isCreator, sender),
  }
}

/** Why a signer declined is between them and whoever asked; why a request was canceled is told to all. */
function endOf({ record, organization }: Subject, isCreator: boolean, sender: string) {
  const { decline, cancel, signers } = record
  if (cancel) return { endedBy: senderOf(cancel.by, organization), reason: cancel.reason }
  const declining = decline && signers.find(({ id }) => id === decline.signerId)
  if (!declining) return { endedBy: sender, reason: null }
  return { endedBy: signerName(declining), reason: isCreator ? decline.reason : null }
}

function listed(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}
