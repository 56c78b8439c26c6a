import type { X509Certificate } from 'node:crypto'

export interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

/**
 * Whether a certificate names the signer: all words of the last name and one of the first name stand in the names of the person
 * in its subject, in any order, whatever their accents and case. Otherwise a person could sign under another name than the one that the document shows.
 */
export function isCertificateOf(
  { subject }: Pick<X509Certificate, 'subject'>,
  { firstName, lastName }: PersonName,
): boolean {
  const named = new Set(namesIn(subject).flatMap(wordsOf))
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)]
  return last.length > 0 && last.every((word) => named.has(word)) && first.some((word) => named.has(word))
}

/**
 * What a subject calls the person. The organization that it names may be called like somebody else, and the names of the
 * attributes are words too: `CN Doe` would be everybody.
 */
function namesIn(subject: string): string[] {
  // Attributes of one set stand in one line. A plus sign inside a value has a backslash before it.
  return subject.split(/\n| \+ /).flatMap((attribute) => /^(?:CN|GN|SN)=(.*)$/s.exec(attribute)?.[1] ?? [])
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The names in a subject, for people: `CN=Jane Doe, C=FR`. */
export function subjectText({ subject }: Pick<X509Certificate, 'subject'>): string {
  return subject.replaceAll('\n', ', ').slice(0, 300)
}
