const maxLength = 2_048

/** Characters that readers do not see, or that turn the direction of text: an address with them looks like another. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  /[\u0000-\u001f\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** `changed` names the part that was removed from the address. Where the whole address was removed, it names the scheme or the reason. */
export interface LetterAddress {
  readonly href: string | null
  readonly changed: string | null
}

/**
 * The target of a link in a letter: an https address without a user name, or a mailbox with a subject at most. It is written
 * as the URL standard writes it, so every reader finds the same target.
 */
export function letterAddress(given: string): LetterAddress {
  const text = given.replace(unseen, '').trim()
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return refused('relative')
  if (scheme !== 'https' && scheme !== 'mailto') return refused(scheme)
  if (!URL.canParse(text)) return refused('invalid')
  const url = new URL(text)
  return scheme === 'https' ? webAddress(text, url) : mailbox(url)
}

function refused(changed: string): LetterAddress {
  return { href: null, changed }
}

function webAddress(text: string, url: URL): LetterAddress {
  if (!/^https:\/\//i.test(text) || url.hostname === '') return refused('invalid')
  if (url.username !== '' || url.password !== '') return refused('user_info')
  return withinLength(url.href, null)
}

/** A link must not write the recipient's e-mail for them, or add readers to it. */
function mailbox(url: URL): LetterAddress {
  if (!isOneMailbox(url.pathname)) return refused('invalid')
  const subject = url.searchParams.get('subject')
  const kept = new URL(`mailto:${url.pathname}`)
  if (subject) kept.search = `subject=${encodeURIComponent(subject)}`
  const others = [...url.searchParams.keys()].some((name) => name !== 'subject')
  return withinLength(kept.href, others || url.hash !== '' ? 'mailto' : null)
}

/** As mail programs read it: they decode what is written with a percent sign. */
function isOneMailbox(written: string): boolean {
  const mailbox = percentDecoded(written)
  // What is encoded twice is no mailbox of anybody.
  return mailbox !== null && /^[^@\s,;:<>"()[\]\\%\p{C}]+@[^@\s,;:<>"()[\]\\%/?#\p{C}]+$/u.test(mailbox)
}

function percentDecoded(written: string): string | null {
  try {
    return decodeURIComponent(written)
  } catch {
    return null
  }
}

function withinLength(href: string, changed: string | null): LetterAddress {
  return href.length <= maxLength ? { href, changed } : refused('too_long')
}
