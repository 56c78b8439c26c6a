import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { Field } from '../model/field.ts'
import type { SignatureRequest } from '../model/request.ts'
import { endedCodes, endedRefusal } from '../model/transitions.ts'

export const namedMentionCodes = [...endedCodes, 'signature_field_not_found', 'document_already_signed'] as const

/** The handwritten mention that a path names, as long as its drawing can change. */
export function openMention(
  { record, fields }: SignatureRequest,
  fieldId: string,
  nowMs: number,
): Field | Refusal<(typeof namedMentionCodes)[number]> {
  const field = fields.find(({ id, type }) => id === fieldId.toLowerCase() && type === 'handwritten_mention')
  if (!field) return refuse('signature_field_not_found', 'The request has no handwritten mention with this id.')
  const over = endedRefusal(record, nowMs)
  if (over) return over
  if (!record.signers.some(({ status }) => status === 'signed')) return field
  const message = 'A signer has already signed, so drawings can no longer change.'
  return refuse('document_already_signed', message, { documentId: record.document.id })
}
