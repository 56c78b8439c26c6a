/** Stands where bytes could not be read. No text has this code point (Unicode §23.7), unlike U+FFFD. */
export const unreadable = '\uffff'
/** The first line of a file for Excel: `sep=;` */
export const declaredDelimiter = /^"?sep=(.)"?(?:\r\n|\r|\n)/i

const replacement = '\ufffd'

/**
 * The text of a CSV file, without its byte order mark. Files without one are UTF-8, or clearly windows-1252, as older spreadsheets write it:
 * no character of theirs is UTF-8. In all others `unreadable` stands where bytes are no UTF-8.
 */
export function csvText(bytes: Uint8Array): string {
  const marked = ['utf-16le', 'utf-16be'].find((_, index) => bytes[index] === 0xff && bytes[1 - index] === 0xfe)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const text = new TextDecoder().decode(bytes)
  if (!text.includes(replacement) || isUtf8(bytes)) return text
  if (hasReadLetters(text)) return text.replaceAll(replacement, unreadable)
  return new TextDecoder('windows-1252').decode(bytes)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Whether bytes beyond ASCII were read as UTF-8. */
const hasReadLetters = (text: string) => /[^\0-\x7f\ufffd]/.test(text)
