import { readAccount } from '../../../shared/auth/principal.ts'
import { renderEmail } from '../../../shared/mail/layout/render-email.ts'
import type { MailContent } from '../../../shared/mail/mailer.ts'
import { sendMail } from '../../../shared/mail/send-mail.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'
import { type Locale, localeOf, regionOf } from '../../../shared/platform/locale.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../../shared/store/entities.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { assigneeIn } from '../model/assignee.ts'
import {
  monthOf,
  type OccurrenceState,
  standingStates,
  stateMonthKey,
  stateMonths,
  untouched,
} from '../model/states.ts'
import { isVisible, type Task, taskKey, tasks } from '../model/task.ts'
import { assigneeOf } from '../model/task-view.ts'
import type { EmailDependencies } from './dependencies.ts'
import { messages } from './messages/catalog.ts'

/** Which reminder is to be mailed, as its event tells it. */
interface ReminderMailDue {
  readonly taskId: string
  readonly occurrenceAt: string
  readonly reminderId: string
}

/**
 * Mails a reminder, once however often its event comes, to the assignee, or else to the creator: whoever still uses tasks there.
 * One of an occurrence that was done meanwhile is left out.
 */
export async function writeReminder(
  dependencies: EmailDependencies,
  { taskId, occurrenceAt, reminderId }: ReminderMailDue,
  cause: string,
): Promise<void> {
  const { table } = dependencies
  const items = await getItems(table, [taskKey(taskId), stateMonthKey(taskId, monthOf(occurrenceAt))])
  const [task] = recordsOf(tasks, items)
  if (task?.status !== 'open') return
  const states = recordsOf(stateMonths, items).flatMap((month) => standingStates(task, month.states))
  const state = states.find(({ at }) => at === occurrenceAt) ?? untouched(occurrenceAt)
  if (state.status !== 'pending') return
  if (!task.reminders.some(({ id }) => id === reminderId)) return
  const [[organization], reader] = await Promise.all([
    getItems(table, [nodeKey(task.orgId)]).then((found) => recordsOf(nodes, found)),
    readerOf(table, task, state),
  ])
  if (!reader?.email || !organization) return
  const { orgId, livemode } = task
  const reference = { orgId, livemode, resource: { type: 'task', id: taskId }, recipientId: null }
  const order = { cause, recipient: reader.email, kind: 'task_reminder', reference, budget: null }
  const url = `${dependencies.pageUrl}/console#/o/${orgId}/tasks/${taskId}`
  await sendMail(dependencies, order, async () => reminderEmail({ task, state, url }, reader, organization.name))
}

/** The first who still uses tasks there and sees this one. Machines read no mail. */
async function readerOf(table: Table, task: Task, state: OccurrenceState) {
  const { createdBy } = task
  const ids = [assigneeOf(task, state)?.id ?? [], createdBy.type === 'user' ? createdBy.id : []].flat()
  for (const id of new Set(ids)) {
    const reader = isVisible(task, id) ? await assigneeIn(table, await readAccount(table, id), task) : null
    if (reader?.email) return reader
  }
  return null
}

function reminderEmail(
  { task, state, url }: { readonly task: Task; readonly state: OccurrenceState; readonly url: string },
  { firstName, locale: spoken }: { firstName: string | null; locale: string },
  organization: string,
): MailContent {
  const locale = localeOf(spoken)
  const { reminder, test } = messages[locale]
  const { subject, preheader, heading, paragraphs, button, smallPrint } = reminder({
    title: state.title ?? task.title,
    organization,
    firstName,
    start: startInWords(task, state.startAt ?? state.at, locale),
    description: (task.description ?? '').split('\n').filter((line) => line.trim() !== ''),
  })
  return {
    subject: task.livemode ? subject : `[TEST] ${subject}`,
    fromName: 'Sealpost',
    ...renderEmail({
      locale,
      brand: plainBrand(organization),
      preheader,
      heading,
      paragraphs,
      button: { label: button, url },
      smallPrint: task.livemode ? smallPrint : [...smallPrint, test],
    }),
  }
}

/** In the time zone of the task, which is named, because readers live in different ones. */
function startInWords({ allDay, timezone }: Task, startAt: string, locale: Locale): string {
  const time = allDay ? {} : ({ timeStyle: 'short' } as const)
  const format = new Intl.DateTimeFormat(regionOf[locale], { dateStyle: 'full', ...time, timeZone: timezone })
  return allDay ? format.format(new Date(startAt)) : `${format.format(new Date(startAt))} (${timezone})`
}
