import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { ContentChange } from '../content/content-changes.ts'

/** Loaded for requests with a letter. */
export const letters = () => import('../content/sanitize-letter.ts')

interface SanitizedContent {
  readonly html: string | null
  readonly changes: readonly ContentChange[]
}

const faults = {
  too_long: 'contentHtml must have at most 200 KiB. Shorten the letter, or attach a PDF.',
  unclear:
    'contentHtml cannot be read in one safe way. Send plain HTML without scripts, markup tricks or control characters.',
}

/** The letter as it can be stored, and what was removed. */
export async function sanitizedContent(
  given: string | null | undefined,
): Promise<SanitizedContent | Refusal<'invalid_input'>> {
  if (!given) return { html: null, changes: [] }
  const { sanitizedLetter } = await letters()
  const letter = sanitizedLetter(given)
  if (!letter.valid)
    return refuse('invalid_input', faults[letter.reason], { field: 'contentHtml', reason: letter.reason })
  return { html: letter.html || null, changes: letter.changes }
}
