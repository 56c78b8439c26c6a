import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Field } from './field.ts'
import type { Signer } from './request.ts'

/** Required mentions of a signer that were not written: neither before, nor among those written now. */
export function mentionsMissing(
  { id }: Pick<Signer, 'id'>,
  fields: readonly Field[],
  written: ReadonlySet<string> = new Set(),
): Field[] {
  return fields.filter(
    (field) =>
      field.signerId === id &&
      field.type === 'handwritten_mention' &&
      field.required &&
      field.drawing === undefined &&
      !written.has(field.id),
  )
}

/** The refusal for mentions that are missing; null if there is none. */
export function missingMentionsRefusal(
  missing: readonly Field[],
): Refusal<'handwritten_mention_drawing_required'> | null {
  if (missing.length === 0) return null
  return refuse('handwritten_mention_drawing_required', 'A required handwritten mention is not written yet.', {
    fieldIds: missing.map(({ id }) => id),
    participantIds: [...new Set(missing.map(({ signerId }) => signerId))],
  })
}
