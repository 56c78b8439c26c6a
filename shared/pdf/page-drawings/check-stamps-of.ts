import { type DocumentDifference, type StampedDocument, stampedDifference } from './document-difference.ts'
import { TooComplex } from './page-drawing.ts'
import type { StampCheck } from './stamp-checks.ts'

/** Documents in a job may be long: the process that reads them is bounded in time and memory. */
const limits = { maxPages: 10_000, maxOperators: 100_000_000 }

/** Compares all pages of a stamped or sealed document with the document that was shown. */
export async function checkStampsOf(
  documents: StampedDocument,
  pages: ReadonlySet<number> | null = null,
): Promise<StampCheck> {
  try {
    const difference = await stampedDifference(documents, pages ? { limits, pages } : { limits })
    return { valid: true, difference: difference && described(difference) }
  } catch (error) {
    if (error instanceof TooComplex) return { valid: false, reason: 'too_complex' }
    return { valid: true, difference: `pdf.js cannot read the documents: ${error}` }
  }
}

function described(difference: DocumentDifference): string {
  const { part, expected, found } = difference
  const place = 'page' in difference ? `page ${difference.page}, ${part}, ${difference.index}` : part
  return `${place}: ${found} instead of ${expected}`
}
