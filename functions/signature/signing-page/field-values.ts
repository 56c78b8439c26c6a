import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { isVisible } from '../../../shared/platform/visible-text.ts'
import type { Field } from '../model/field.ts'

/** The longest text of a field, as for one that is filled in before sending. */
export const maxValueLength = 500

type Values = Readonly<Record<string, string | true>>

/**
 * What a signer filled into their fields, or which fields are wrong. A text without a visible character is left out, and so is a
 * checkbox that is not ticked.
 */
export function valuesOf(
  fields: readonly Field[],
  given: Values,
): Record<string, string | true> | Refusal<'invalid_input'> {
  const known = new Map(fields.map((field) => [field.id, field]))
  const strange = Object.entries(given).flatMap(([id, value]) => (fits(known.get(id), value) ? [] : [id]))
  if (strange.length > 0)
    return refuse('invalid_input', 'Send values only for your own text fields and checkboxes.', { fieldIds: strange })
  const values: Record<string, string | true> = {}
  for (const { id } of fields) {
    const value = typeof given[id] === 'string' ? given[id].trim() : given[id]
    if (value === true || (value !== undefined && isVisible(value))) values[id] = value
  }
  const missing = fields.filter((field) => field.required && isFilledIn(field) && values[field.id] === undefined)
  if (missing.length === 0) return values
  return refuse('invalid_input', 'Fill in every required field.', { fieldIds: missing.map(({ id }) => id) })
}

const isFilledIn = ({ type }: Field) => type === 'text' || type === 'checkbox'

function fits(field: Field | undefined, value: string | true): boolean {
  return field?.type === (value === true ? 'checkbox' : 'text')
}
