import * as v from 'valibot'
import { type Box, displayedToUserSpace, type PageGeometry, transformed } from '../page-geometry.ts'
import type { PageDifference } from './drawing-difference.ts'
import { firstDifference, pageBoxDifference } from './drawing-difference.ts'
import { PageDrawings, TooComplex } from './page-drawing.ts'
import type { StampCheck } from './stamp-checks.ts'

/** A document that was shown here and signed at an outside vendor. */
export interface SignedElsewhere {
  readonly shown: Uint8Array
  readonly signed: Uint8Array
  /** Where signatures were asked for, measured from the top-left corner of the page as displayed. Null: that is not known. */
  readonly places: readonly SignaturePlace[] | null
}

type SignaturePlace = Box & { readonly page: number }

const limits = { maxPages: 10_000, maxOperators: 100_000_000 }

/**
 * Whether a document that came back from a vendor shows what its signers were to see: the same pages with the same content. The
 * vendor may have put signatures over it, as form fields, where they were asked for.
 */
export async function checkSignedElsewhere({ shown, signed, places }: SignedElsewhere): Promise<StampCheck> {
  try {
    await using expected = await PageDrawings.open(shown, limits)
    await using found = await PageDrawings.open(signed, limits)
    if (expected.pageCount !== found.pageCount)
      return differs(`page count: ${found.pageCount} instead of ${expected.pageCount}`)
    for (let number = 1; number <= expected.pageCount; number += 1) {
      const [ours, theirs] = [await expected.read(number), await found.read(number)]
      const difference = pageBoxDifference(ours, theirs) ?? firstDifference('content', ours.content, theirs.content)
      if (difference) return differs(described(number, difference))
      const allowed = places && boxesOn(theirs.geometry, places, number)
      const stranger = foreignAnnotation(ours.annotations, theirs.annotations, allowed)
      if (stranger !== null) return differs(`page ${number}, annotations: ${stranger}`)
    }
    return { valid: true, difference: null }
  } catch (error) {
    if (error instanceof TooComplex) return { valid: false, reason: 'too_complex' }
    return differs(`pdf.js cannot read the documents: ${error}`)
  }
}

/**
 * The first annotation that is missing or is no signature; null if all annotations of the document stay and only signatures were
 * added. What an annotation draws is compared by its hash; it cannot draw beyond its rectangle.
 */
function foreignAnnotation(
  ours: readonly string[],
  theirs: readonly string[],
  allowed: readonly Box[] | null,
): string | null {
  const left = [...theirs]
  for (const text of ours) {
    const at = left.indexOf(text)
    if (at < 0) return `${text} is missing`
    left.splice(at, 1)
  }
  const isDescription = (text: string) => text.startsWith('[')
  return left.filter(isDescription).find((text) => !isSignature(text, allowed)) ?? null
}

const signatureWidget = v.tuple([
  v.literal('Widget'),
  v.literal('Sig'),
  v.number(),
  v.tuple([v.number(), v.number(), v.number(), v.number()]),
])

/** The flags NoZoom and NoRotate, ISO 32000-2 §12.5.3: readers draw such an annotation beyond its rectangle. */
const leavesItsPlace = (1 << 3) | (1 << 4)

function isSignature(description: string, allowed: readonly Box[] | null): boolean {
  const read = v.safeParse(signatureWidget, JSON.parse(description))
  if (!read.success) return false
  const [, , flags, rectangle] = read.output
  if ((flags & leavesItsPlace) !== 0) return false
  return allowed === null || allowed.some((box) => isWithin(rectangle, box))
}

/** Vendors take whole points, and draw borders. */
const toleranceInPoints = 4

function isWithin([left, bottom, right, top]: readonly [number, number, number, number], box: Box): boolean {
  return (
    left >= box.x - toleranceInPoints &&
    bottom >= box.y - toleranceInPoints &&
    right <= box.x + box.width + toleranceInPoints &&
    top <= box.y + box.height + toleranceInPoints
  )
}

/** The places on a page, in its user space. */
function boxesOn(geometry: PageGeometry, places: readonly SignaturePlace[], number: number): Box[] {
  return places
    .filter(({ page }) => page === number)
    .map(({ x, y, width, height }) =>
      transformed({ x, y: geometry.height - y - height, width, height }, displayedToUserSpace(geometry)),
    )
}

function differs(difference: string): StampCheck {
  return { valid: true, difference }
}

function described(page: number, { part, index, expected, found }: PageDifference): string {
  return `page ${page}, ${part}, ${index}: ${found} instead of ${expected}`
}
