import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'

const maxLength = 255

const text = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(maxLength),
  v.regex(/^\P{C}*$/u, 'Remove the characters that cannot be printed.'),
)

/** The application's own id of what it makes; an empty text counts as left out. */
export const externalId = v.pipe(
  v.optional(
    v.pipe(
      text,
      v.transform((given) => given || undefined),
    ),
  ),
  v.description('Your own id for it, unique among your resources of this kind. It makes the request safe to repeat.'),
)

/** The same in a query, where an empty one is told by its own code. */
export const askedExternalId = v.pipe(v.optional(text), v.description('Your own id of the resource to find.'))

const required = refuse('external_id_required', 'Send externalId: your own id of the resource to find.')

/** The id that is looked for, or null for a list of all. */
export function idLookedFor(given: string | undefined): string | null | Refusal<'external_id_required'> {
  return given === '' ? required : (given ?? null)
}

/** The same where nothing but a lookup is offered. */
export function idToLookFor(given: string | undefined): string | Refusal<'external_id_required'> {
  return given || required
}

/** That the application calls something else so. */
export function idTaken(kind: 'node' | 'user', given: string): Refusal<'external_id_taken'> {
  const what = kind === 'node' ? 'another entity or group' : 'another person'
  return refuse('external_id_taken', `This externalId already names ${what}. Use another externalId.`, {
    kind,
    externalId: given,
  })
}
