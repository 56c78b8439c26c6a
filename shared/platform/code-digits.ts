/** The digits of a code as people type it: with spaces or hyphens between them, or in full width. */
export function codeDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}]/gu, '')
}
