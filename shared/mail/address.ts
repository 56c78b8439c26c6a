import { domainToASCII } from 'node:url'

/** An address with the name that is shown beside it, if any. */
export interface NamedAddress {
  readonly name: string | null
  readonly address: string
}

/** Reads `Sealpost <no-reply@example.com>`, or an address alone. */
export function readAddress(text: string): NamedAddress {
  const [, name = '', address] = /^\s*([^<>]*?)\s*<([^<>]*)>\s*$/.exec(text) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1') || null, address: address ?? text.trim() }
}

/** RFC 5322 §3.2.3, but for quoted local parts, which no provider gives. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const domainName = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/

/** The address as SES takes it, its domain in Punycode; null when it takes none such (it knows no SMTPUTF8). */
export function deliverableAddress(address: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0))
  const domain = domainToASCII(address.slice(at + 1)).toLowerCase()
  return localPart.test(local) && domainName.test(domain) ? `${local}@${domain}` : null
}

/** What could end a header and start another, break a line, or turn the direction of what follows. */
const unseen = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu

/** Any text as one line of a header, its characters as they are. */
export function headerLine(text: string): string {
  return text.toWellFormed().replace(unseen, ' ').trim()
}

const longestName = 80

/** An address as a header names it; a name beyond ASCII as RFC 2047 encodes it, since SES leaves names as they are. */
export function headerAddress({ name, address }: NamedAddress): string {
  const line = headerLine(name ?? '')
  const shown = Array.from(line).slice(0, longestName).join('').trim()
  if (shown === '') return address
  return `${/^[\x20-\x7e]*$/.test(shown) ? quoted(shown) : encodedWords(shown)} <${address}>`
}

/** `=?` in a quoted string is none of an encoded word, but some clients decode it there, too. */
function quoted(name: string): string {
  return name.includes('=?') ? encodedWords(name) : `"${name.replace(/["\\]/g, '\\$&')}"`
}

/** An encoded word has at most 75 characters, and no character in two of them (RFC 2047 §2, §5). */
const bytesPerWord = 45

function encodedWords(text: string): string {
  const words: string[] = ['']
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`
    if (Buffer.byteLength(longer) <= bytesPerWord) words[words.length - 1] = longer
    else words.push(character)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
