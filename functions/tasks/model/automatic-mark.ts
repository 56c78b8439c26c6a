import * as v from 'valibot'
import type { Collection } from '../../../shared/store/collection.ts'
import { testDataKeys } from '../../../shared/store/test-data.ts'

/** What can create a task by itself. */
export const automaticRules = [
  'signature_declined',
  'signature_expired',
  'registered_mail_failed',
  'registered_mail_neglected',
  'recipient_update_requested',
] as const
export type AutomaticRule = (typeof automaticRules)[number]

/** Notes that a rule has created its task for a resource. It stays when the task is deleted. */
const automaticMarkSchema = v.object({
  resourceId: v.string(),
  rule: v.picklist(automaticRules),
  taskId: v.string(),
  /** Null: a live one. */
  testOrgId: v.nullable(v.string()),
})

export const automaticMarks: Collection<v.InferOutput<typeof automaticMarkSchema>> = {
  name: 'automatic_task',
  schema: automaticMarkSchema,
  key: ({ resourceId, rule }) => ({ PK: `AUTOTASK#${resourceId}`, SK: rule }),
  indexKeys: ({ testOrgId, resourceId, rule }) =>
    testOrgId === null ? {} : testDataKeys(testOrgId, `${resourceId}#${rule}`),
}
