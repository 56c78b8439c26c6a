import * as v from 'valibot'
import { growing } from '../../../shared/platform/growing.ts'
import { type Collection, recordsOf } from '../../../shared/store/collection.ts'
import { lastOfPartition, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { mailPartition } from './mail.ts'
import { stepActorSchema } from './step-actor.ts'
import { type Step, stepStart, steps, stepTypes } from './steps.ts'

/** What is done to a mail as a whole. */
const mailActivityTypes = [
  'created',
  'changed',
  'attachment_added',
  'attachment_removed',
  'send_requested',
  'canceled',
] as const
export type MailActivityType = (typeof mailActivityTypes)[number]

const entry = {
  id: v.string(),
  at: v.string(),
  actor: stepActorSchema,
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
}

export const activityView = v.pipe(
  v.object({
    ...entry,
    type: growing([...mailActivityTypes, ...stepTypes]),
    itemId: v.pipe(v.nullable(v.string()), v.description('The item; null for the mail as a whole.')),
  }),
  v.title('RegisteredMailActivity'),
)
type ActivityView = v.InferOutput<typeof activityView>

const activitySchema = v.object({ mailId: v.string(), ...entry, type: v.picklist(mailActivityTypes) })
type Activity = v.InferOutput<typeof activitySchema>

const start = 'ACTIVITY#'

const activities: Collection<Activity> = {
  name: 'registered_mail_activity',
  schema: activitySchema,
  key: ({ mailId, id }) => ({ PK: mailPartition(mailId), SK: `${start}${id}` }),
  toldByKey: ({ PK, SK }) => ({ mailId: PK.slice(mailPartition('').length), id: SK.slice(start.length) }),
}

/** Who does something to a mail. */
export interface Doer {
  readonly actor: Activity['actor']
  readonly ip: string | null
}

/** Notes something that is done to a mail as a whole. */
export function noteActivity(
  work: UnitOfWork,
  mailId: string,
  type: MailActivityType,
  { actor, ip, detail = null }: Doer & { readonly detail?: Activity['detail'] },
): void {
  work.putPart(activities, { mailId, ...work.moment(), type, actor, ip, detail })
}

export const maxActivity = 1_000

/** The latest entries of a mail and of its items, oldest first. */
export async function latestActivity(table: Table, mailId: string): Promise<ActivityView[]> {
  const partition = mailPartition(mailId)
  const [ofMail, ofItems] = await Promise.all([
    lastOfPartition(table, partition, start, maxActivity),
    lastOfPartition(table, partition, stepStart, maxActivity),
  ])
  const own = recordsOf(activities, ofMail).map((activity) => shown({ ...activity, itemId: null }))
  const all = [...own, ...recordsOf(steps, ofItems).map(shown)]
  return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-maxActivity)
}

function shown({
  id,
  at,
  type,
  actor,
  detail,
  ip,
  itemId,
}: (Activity | Step) & { itemId: string | null }): ActivityView {
  return { id, at, type, itemId, actor, detail, ip }
}
