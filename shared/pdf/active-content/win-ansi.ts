/** What WinAnsiEncoding (ISO 32000-2 annex D.2) has at 0x80 to 0x9f. */
const from0x80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Null for a character that the encoding lacks. */
export function winAnsi(text: string): Buffer | null {
  const codes = [...text.normalize('NFC')].map((character) => {
    const code = character.codePointAt(0) ?? 0
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code
    const place = code > 0xff ? from0x80.indexOf(character) : -1
    return place < 0 ? null : 0x80 + place
  })
  return codes.some((code) => code === null) ? null : Buffer.from(codes.map((code) => code ?? 0))
}
