import type { X509Certificate } from 'node:crypto'
import type { Signer } from '../../model/request.ts'

/**
 * Whether a certificate names the signer: all words of the last name and one of the first name stand in its subject, in any order,
 * whatever their accents and case. Otherwise a person could sign under another name than the one that the document shows.
 */
export function isCertificateOf(
  { subject }: Pick<X509Certificate, 'subject'>,
  { firstName, lastName }: Pick<Signer, 'firstName' | 'lastName'>,
): boolean {
  const named = new Set(wordsOf(subject))
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)]
  return last.length > 0 && last.every((word) => named.has(word)) && first.some((word) => named.has(word))
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The names in a subject, for people: `CN=Jane Doe, C=FR`. */
export function subjectText({ subject }: Pick<X509Certificate, 'subject'>): string {
  return subject.replaceAll('\n', ', ').slice(0, 300)
}
