import { isPadding } from '../pdf-inspection.ts'

const searchedBytes = 1024

/** Whether nothing but padding and comments follows the last revision, where a reader that repairs could find objects. */
export function isEndedWell(bytes: Uint8Array): boolean {
  let end = bytes.length
  while (end > 0 && isPadding(bytes[end - 1])) end -= 1
  const tail = Buffer.from(bytes.subarray(Math.max(0, end - searchedBytes), end)).toString('latin1')
  const last = tail.slice(tail.lastIndexOf('startxref'))
  return /^startxref\s+\d+\s+%%EOF(?:[\0\s]*%[^\r\n]*)*$/.test(last)
}
