import * as v from 'valibot'
import { pdfFaults } from '../pdf-inspection.ts'
import type { StampField } from '../stamp.ts'

/** How many pages of a long document are compared before signing; the job that seals it compares all. */
export const pagesOnTrial = 12

/** Places that get stamps when a document is sealed. */
export interface TrialStamps {
  /** Of all signers. */
  readonly fields: readonly StampField[]
}

/** Whether a stamped document shows the document below the stamps unchanged. */
export const stampCheck = v.variant('valid', [
  v.object({
    valid: v.literal(true),
    /** Where it does not, for people who operate the service; null where it does. */
    difference: v.nullable(v.string()),
    /** Of a trial: the indexes of fields that lie over text of the document; absent where none does. */
    overText: v.optional(v.array(v.number())),
  }),
  v.object({ valid: v.literal(false), reason: v.picklist(pdfFaults) }),
])
export type StampCheck = v.InferOutput<typeof stampCheck>
