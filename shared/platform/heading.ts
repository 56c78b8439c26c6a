/** A heading as headings compare: composed characters, and any white space as one space. */
export function heading(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
