import * as v from 'valibot'
import { clearableLine, instant, line, lines, nullsAbsent } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { linkTypes, priorities, reminderChannels } from './task.ts'

const clearable = (max: number) => v.nullish(clearableLine(max))

/** Accounts may have ids of another provider's making. */
const accountId = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64))

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** An array without repetitions. */
const distinct = <const S extends v.GenericSchema<unknown, string>>(schema: S, max: number) =>
  v.pipe(
    v.array(schema),
    v.transform((values) => [...new Set(values)]),
    v.maxLength(max),
  )

const recurrenceInput = nullsAbsent({
  rule: v.pipe(
    v.string(),
    v.description(
      'An RRULE of RFC 5545 without the prefix: FREQ (DAILY, WEEKLY, MONTHLY or YEARLY), INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, WKST, and COUNT or UNTIL (in UTC).',
    ),
  ),
  exceptions: v.optional(
    v.pipe(distinct(instant, 500), v.description('Instants of occurrences that do not take place.')),
  ),
})

const reminderInput = nullsAbsent({
  id: v.optional(uuid),
  minutesBefore: whole(0, 40_320),
  channel: v.picklist(reminderChannels),
})

const linkInput = v.object({ type: v.picklist(linkTypes), id: uuid })

/** The fields of both creation and change. */
const fields = {
  description: v.nullish(lines(5000)),
  priority: v.optional(v.picklist(priorities)),
  allDay: v.optional(v.boolean()),
  durationMinutes: v.nullish(whole(1, 10_080)),
  timezone: v.nullish(v.pipe(v.string(), v.description('An IANA time zone. Without it, that of the organization.'))),
  recurrence: v.nullish(recurrenceInput),
  reminders: v.nullish(v.pipe(v.array(reminderInput), v.maxLength(5))),
  assigneeId: v.nullish(accountId),
  contactIds: v.nullish(distinct(uuid, 20)),
  links: v.nullish(v.pipe(v.array(linkInput), v.maxLength(20))),
  isPrivate: v.optional(
    v.pipe(v.boolean(), v.description('Only the creator and the assignee see the task, and it publishes no events.')),
  ),
  clientReference: clearable(255),
}

const startAt = v.pipe(
  instant,
  v.description(
    'When the first occurrence starts. A recurring task whose start is no occurrence begins at the first one after it.',
  ),
)

export const taskInput = nullsAbsent({ entityId: uuid, title: line(200), startAt, ...fields })

export const taskPatch = v.object({
  title: v.optional(line(200)),
  startAt: v.optional(startAt),
  ...fields,
  entityId: v.optional(v.string()),
  applyFrom: v.optional(
    v.pipe(
      instant,
      v.description(
        'The original start of an occurrence: the change holds from it on. The series ends before it and continues as another task.',
      ),
    ),
  ),
  version: v.optional(v.number()),
})

/** What was sent of a task's content. */
export type SentFields = Omit<v.InferOutput<typeof taskPatch>, 'entityId' | 'applyFrom' | 'version'>
