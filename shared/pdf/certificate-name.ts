import type { X509Certificate } from 'node:crypto'

export interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

/**
 * Whether a certificate names the signer: the last name and one word of the first name stand in the names of the person in its
 * subject, in any order, whatever their accents and case. Authorities write `ß` as `ss`, `ü` as `ue` and `de la Tour` as `DELATOUR`.
 * Otherwise a person could sign under another name than the one that the document shows.
 */
export function isCertificateOf(
  { subject }: Pick<X509Certificate, 'subject'>,
  { firstName, lastName }: PersonName,
): boolean {
  const named = namesIn(subject).flatMap(spellingsOf)
  const words = new Set(named.flat())
  const isNamed = (word: string) => words.has(word)
  const isWritten = (name: readonly string[]) => name.length > 0 && named.some((given) => joinsTo(given, name.join('')))
  return (
    spellingsOf(lastName).some((name) => (name.length > 0 && name.every(isNamed)) || isWritten(name)) &&
    spellingsOf(firstName).some((name) => name.some(isNamed) || isWritten(name))
  )
}

/**
 * What a subject calls the person. The organization that it names may be called like somebody else, and the names of the
 * attributes are words too: `CN Doe` would be everybody.
 */
function namesIn(subject: string): string[] {
  // Attributes of one set stand in one line. A plus sign inside a value has a backslash before it.
  return subject.split(/\n| \+ /).flatMap((attribute) => /^(?:CN|GN|SN)=(.*)$/s.exec(attribute)?.[1] ?? [])
}

/** Letters that are no other letter with an accent, as names without accents have them. */
const plainLetters: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
/** As German and the Nordic languages write them without accents. */
const widenedLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** The words of a name in each way of writing it without accents. */
function spellingsOf(text: string): string[][] {
  const lower = text.normalize('NFKC').toLowerCase()
  return [lower, replaced(lower, widenedLetters)].map((spelling) => {
    const plain = replaced(spelling, plainLetters).normalize('NFKD').replace(/\p{M}/gu, '')
    return plain.match(/[\p{L}\p{N}]+/gu) ?? []
  })
}

function replaced(text: string, letters: Readonly<Record<string, string>>): string {
  return text.replace(/\p{L}/gu, (letter) => letters[letter] ?? letter)
}

/** Whether words that follow each other make a name, without what separates them. */
function joinsTo(words: readonly string[], name: string): boolean {
  return words.some((_, start) => {
    let joined = ''
    return words.slice(start).some((word) => {
      joined += word
      return joined === name
    })
  })
}

/** The names in a subject, for people: `CN=Jane Doe, C=FR`. */
export function subjectText({ subject }: Pick<X509Certificate, 'subject'>): string {
  return subject.replaceAll('\n', ', ').slice(0, 300)
}
