import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import { requestPartition } from './request.ts'
import { ownPartsOf, ownPartsSchema, type Step, stepPrefix, stepSchema, stepsFrom } from './step.ts'

const commitStepsSchema = v.object({
  ...v.pick(stepSchema, ['requestId', 'at', 'prevHash']).entries,
  /** The number of the first. */
  first: v.number(),
  steps: ownPartsSchema,
})
/** The links that one commit adds to a chain, in one item. Those of its creation stand with the request itself. */
export type CommitSteps = v.InferOutput<typeof commitStepsSchema>

export const commitSteps: Collection<CommitSteps> = {
  name: 'signature_steps',
  schema: commitStepsSchema,
  key: ({ requestId, first }) => ({
    PK: requestPartition(requestId),
    SK: `${stepPrefix}${String(first).padStart(6, '0')}`,
  }),
  toldByKey: ({ PK, SK }) => ({
    requestId: PK.slice(requestPartition('').length),
    first: Number(SK.slice(stepPrefix.length)),
  }),
}

/** Links of one moment that follow each other, at least one, as they are stored. */
export function commitStepsOf([start, ...others]: readonly [Step, ...Step[]]): CommitSteps {
  const { requestId, at, prevHash, seq: first } = start
  return { requestId, at, prevHash, first, steps: ownPartsOf([start, ...others]) }
}

/** The links that an item holds. */
export function stepsOf({ requestId, at, first, prevHash, steps }: CommitSteps): Step[] {
  return stepsFrom({ requestId, at, prevHash, seq: first }, steps)
}
