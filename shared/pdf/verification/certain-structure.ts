import type { DocumentObjects } from '../document-objects.ts'
import { isPadding } from '../pdf-inspection.ts'
import { checkStructure } from '../structure-check.ts'

/** A document, and whether every reader reads it so. Throws `OversizedPdf` for a file that is too large to tell. */
export function readWithCertainty(bytes: Uint8Array): { objects: DocumentObjects | null; isCertain: boolean } {
  const { objects, faults } = checkStructure(bytes)
  // Where a save ends without a line end is known to all readers: the next is found by its offset.
  return { objects, isCertain: faults.every((fault) => fault === 'end') && isEndedWell(bytes) }
}

const searchedBytes = 1024

/** Whether nothing but padding and comments follows the last revision, where a reader that repairs could find objects. */
export function isEndedWell(bytes: Uint8Array): boolean {
  let end = bytes.length
  while (end > 0 && isPadding(bytes[end - 1])) end -= 1
  const tail = Buffer.from(bytes.subarray(Math.max(0, end - searchedBytes), end)).toString('latin1')
  const last = tail.slice(tail.lastIndexOf('startxref'))
  return /^startxref[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+%%EOF(?:[\0\t\n\f\r ]*%[^\r\n]*)*$/.test(last)
}
