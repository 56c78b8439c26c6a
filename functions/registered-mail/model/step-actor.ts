import * as v from 'valibot'
import { actorTypes } from '../../../shared/store/audit.ts'

/** Who does something to a mail or an item. */
export const stepActorSchema = v.object({
  type: v.picklist([...actorTypes, 'recipient']),
  id: v.nullable(v.string()),
  name: v.string(),
  /** The person for whom an application acted. */
  onBehalfOf: v.optional(v.object({ userId: v.string(), name: v.string() })),
})
export type StepActor = v.InferOutput<typeof stepActorSchema>

/** The service itself. */
export const system: StepActor = { type: 'system', id: null, name: 'Sealpost' }
