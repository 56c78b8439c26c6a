/** Codes of LZW as the bits that PDF has them in (ISO 32000-2 §7.4.4.2); their width grows as a reader's table does. */
export function packedCodes(codes: readonly number[], isEarly = true): Uint8Array {
  let bits = ''
  let [next, width, hasPrevious] = [258, 9, false]
  for (const code of codes) {
    bits += code.toString(2).padStart(width, '0')
    if (code === 256) {
      ;[next, width, hasPrevious] = [258, 9, false]
      continue
    }
    if (hasPrevious && next < 4096) next += 1
    hasPrevious = true
    const reached = isEarly ? next : next - 1
    if (reached === 1 << width && width < 12) width += 1
  }
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}
