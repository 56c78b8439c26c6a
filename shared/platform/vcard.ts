/** Whether a file begins as vCards do. Phones and iCloud export them; their first line would pass as the header of a CSV file. */
export function isVcard(text: string): boolean {
  return /^\ufeff?\s*BEGIN:VCARD/i.test(text)
}
