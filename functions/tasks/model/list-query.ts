import * as v from 'valibot'
import { commaList, flag, instant, optionalLine, pageParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { taskStatuses } from './task.ts'

/** The filters of the list of tasks. A task must match all of them. */
const filters = {
  entityId: v.optional(uuid),
  status: v.optional(commaList(taskStatuses)),
  assigneeId: v.optional(
    v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64), v.description('The id of a person, or `me`.')),
  ),
  contactId: v.optional(uuid),
  linkId: v.optional(v.pipe(uuid, v.description('The id of a linked resource, such as a signature request.'))),
  overdue: v.optional(flag),
  q: v.pipe(
    optionalLine(200),
    v.description('Words, or beginnings of words, to find in the title, the description or the client reference.'),
  ),
  from: v.optional(
    v.pipe(instant, v.description('Only tasks whose next occurrence starts then or later, after moves.')),
  ),
  to: v.optional(v.pipe(instant, v.description('Only tasks whose next occurrence starts before that, after moves.'))),
  sort: v.optional(v.picklist(['nextOccurrence', 'updated']), 'nextOccurrence'),
}

export const taskListQuery = v.object({ ...filters, ...pageParameters })
const filtersSchema = v.object(filters)
export type TaskFilters = v.InferOutput<typeof filtersSchema>
