import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'

/** More than anybody types: the page asks when a text has rested. */
const previewsPerMinute = 120
const minuteMs = 60_000
const mostCounted = 1_000

const counted = new Map<string, { startMs: number; count: number }>()

/** Counts a preview of a signer in this process, so that one link cannot keep it busy. */
export function countPreview(signerId: string, nowMs: number): Refusal<'rate_limited'> | null {
  const known = counted.get(signerId)
  const current = known && nowMs - known.startMs < minuteMs ? known : { startMs: nowMs, count: 0 }
  current.count += 1
  counted.delete(signerId)
  counted.set(signerId, current)
  const [oldest] = counted.keys()
  if (counted.size > mostCounted && oldest !== undefined) counted.delete(oldest)
  if (current.count <= previewsPerMinute) return null
  const retryAfterSeconds = Math.max(1, Math.ceil((current.startMs + minuteMs - nowMs) / 1000))
  const message = `More than ${previewsPerMinute} previews in a minute. Try again in ${retryAfterSeconds} seconds.`
  return refuse('rate_limited', message, { limit: previewsPerMinute, retryAfterSeconds })
}

/**
 * What cannot be drawn is refused before anything is signed. `texts` by their names: `text`, or the ids of fields. The list
 * of characters is read when the first text is judged.
 */
export async function undrawableRefusal(
  texts: readonly (readonly [name: string, text: string])[],
): Promise<Refusal<'invalid_input'> | null> {
  if (texts.length === 0) return null
  const { namedCharacters, undrawable } = await import('../../../shared/pdf/typography/drawable.ts')
  for (const [name, text] of texts) {
    const characters = undrawable(text)
    if (characters.length === 0) continue
    const message = `The text has characters that no font can show: ${namedCharacters(characters)}. Replace them, or draw your signature.`
    return refuse('invalid_input', message, {
      reason: 'undrawable_text',
      text: name,
      characters: characters.slice(0, 50),
    })
  }
  return null
}
