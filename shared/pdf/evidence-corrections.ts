import * as v from 'valibot'
import type { EvidenceStep } from './evidence-content.ts'

const correctionSchema = v.object({
  field: v.picklist(['firstName', 'lastName', 'email', 'phone', 'locale', 'authMethod']),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
})
/** One field of a signer that the sender corrected, with both values. */
export type CorrectedField = v.InferOutput<typeof correctionSchema>

/** What a step changed about its signer; nothing where it is no correction. */
export function correctedFieldsOf({ type, detail }: Pick<EvidenceStep, 'type' | 'detail'>): CorrectedField[] {
  const fields = type === 'corrected' && Array.isArray(detail?.fields) ? detail.fields : []
  return fields.filter((field): field is CorrectedField => v.is(correctionSchema, field))
}

/** Whether a step gave its signer another address: that may mean another person, so the record of the signer starts anew. */
export function isReaddressing(step: Pick<EvidenceStep, 'type' | 'detail'>): boolean {
  return correctedFieldsOf(step).some(
    ({ field, from, to }) => field === 'email' && from?.toLowerCase() !== to?.toLowerCase(),
  )
}
