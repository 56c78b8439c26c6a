import type { PageDifference } from './drawing-difference.ts'
import { firstDifference, pageBoxDifference } from './drawing-difference.ts'
import { PageDrawings, TooComplex } from './page-drawing.ts'
import type { StampCheck } from './stamp-checks.ts'

/** A document that was shown here and signed at an outside vendor. */
export interface SignedElsewhere {
  readonly shown: Uint8Array
  readonly signed: Uint8Array
}

const limits = { maxPages: 10_000, maxOperators: 100_000_000 }

/**
 * Whether a document that came back from a vendor shows what its signers were to see: the same pages with the same content. The
 * vendor may have put signatures over it, as form fields.
 */
export async function checkSignedElsewhere({ shown, signed }: SignedElsewhere): Promise<StampCheck> {
  try {
    await using expected = await PageDrawings.open(shown, limits)
    await using found = await PageDrawings.open(signed, limits)
    if (expected.pageCount !== found.pageCount)
      return differs(`page count: ${found.pageCount} instead of ${expected.pageCount}`)
    for (let number = 1; number <= expected.pageCount; number += 1) {
      const [ours, theirs] = [await expected.read(number), await found.read(number)]
      const difference = pageBoxDifference(ours, theirs) ?? firstDifference('content', ours.content, theirs.content)
      if (difference) return differs(described(number, difference))
      if (!hasSignaturesOnly(ours.annotations, theirs.annotations)) return differs(`page ${number}, annotations`)
    }
    return { valid: true, difference: null }
  } catch (error) {
    if (error instanceof TooComplex) return { valid: false, reason: 'too_complex' }
    return differs(`pdf.js cannot read the documents: ${error}`)
  }
}

/** Annotations of the document stay, and only form fields, such as signatures, came. What each draws is told by its hash alone. */
function hasSignaturesOnly(ours: readonly string[], theirs: readonly string[]): boolean {
  const left = [...theirs]
  for (const text of ours) {
    const at = left.indexOf(text)
    if (at < 0) return false
    left.splice(at, 1)
  }
  const isDescription = (text: string) => text.startsWith('[')
  const fields = left.filter((text) => isDescription(text) && text.startsWith('["Widget"'))
  return left.filter(isDescription).length === fields.length
}

function differs(difference: string): StampCheck {
  return { valid: true, difference }
}

function described(page: number, { part, index, expected, found }: PageDifference): string {
  return `page ${page}, ${part}, ${index}: ${found} instead of ${expected}`
}
