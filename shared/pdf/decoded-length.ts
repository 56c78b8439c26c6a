/**
 * How many bytes the library would make of data by a filter, without making them, or more than `most`. Infinite for filters
 * that are not for data. FlateDecode is not asked for here: zlib has a bound of its own.
 */
export function decodedLength(filter: string, data: Uint8Array, most: number, isEarly = true): number {
  if (filter === 'ASCIIHexDecode') return data.length
  if (filter === 'ASCII85Decode') return 4 * data.length
  if (filter === 'RunLengthDecode') return runLength(data, most)
  return filter === 'LZWDecode' ? lzwLength(data, most, isEarly) : Number.POSITIVE_INFINITY
}

const endOfRuns = 128

/** ISO 32000-2 §7.4.5. */
function runLength(data: Uint8Array, most: number): number {
  let [length, at] = [0, 0]
  while (at < data.length && length <= most) {
    const run = data[at] ?? endOfRuns
    if (run === endOfRuns) return length
    length += run < endOfRuns ? run + 1 : 257 - run
    at += run < endOfRuns ? run + 2 : 2
  }
  return length
}

const clearTable = 256
const endOfCodes = 257
const firstOwnCode = 258
const mostCodes = 4096

/** ISO 32000-2 §7.4.4.2. Of each code only the length of what it stands for is noted. */
function lzwLength(data: Uint8Array, most: number, isEarly: boolean): number {
  const lengths = new Uint32Array(mostCodes).fill(1, 0, clearTable)
  let [next, width, previous] = [firstOwnCode, 9, 0]
  let [length, bit] = [0, 0]
  while (length <= most) {
    const code = codeAt(data, bit, width)
    bit += width
    if (code === null || code === endOfCodes || code > next) return length
    if (code === clearTable) {
      ;[next, width, previous] = [firstOwnCode, 9, 0]
      continue
    }
    const own = code < next ? (lengths[code] ?? 0) : previous + 1
    length += own
    if (previous > 0 && next < mostCodes) {
      lengths[next] = previous + 1
      next += 1
      const reached = isEarly ? next : next - 1
      if (reached === 1 << width && width < 12) width += 1
    }
    previous = own
  }
  return length
}

function codeAt(data: Uint8Array, bit: number, width: number): number | null {
  if (bit + width > 8 * data.length) return null
  const first = bit >> 3
  const three = ((data[first] ?? 0) << 16) | ((data[first + 1] ?? 0) << 8) | (data[first + 2] ?? 0)
  return (three >> (24 - (bit & 7) - width)) & ((1 << width) - 1)
}
