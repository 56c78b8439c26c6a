import type { Field } from '../model/field.ts'
import type { RequestRecord } from '../model/request.ts'
import type { WarnedRequest } from '../model/view.ts'
import type { Tried } from './try-fields.ts'

/** What the sender should look at, though the request is taken. `fields` are in the order in which they were tried. */
export function fieldWarnings(
  { document }: Pick<RequestRecord, 'document'>,
  fields: readonly Field[],
  { overText }: Tried,
): WarnedRequest['warnings'] {
  return overText.flatMap((index) => {
    const field = fields[index]
    if (!field) return []
    const { id: fieldId, signerId, page } = field
    const message = `The field on page ${page} covers text of the document. Move it, so that signers can read the text.`
    return [{ kind: 'field_covers_text' as const, message, documentId: document.id, page, signerId, fieldId }]
  })
}
