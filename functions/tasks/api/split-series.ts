import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { contactKey, contacts } from '../../contacts/model/contact.ts'
import { addTask, changeTask, type Written } from '../model/change-task.ts'
import type { Situation } from '../model/occurrence-changes.ts'
import { latestBefore } from '../model/series.ts'
import { continuedContent, sentForSplit, split, splitMonthsAtMost, writeSplitStates } from '../model/split-task.ts'
import type { Task } from '../model/task.ts'
import { type contentCodes, judgedContent, type Proposal } from '../model/task-rules.ts'

interface Splitting {
  readonly work: UnitOfWork
  readonly situation: Situation
  readonly proposal: Omit<Proposal, 'before'>
  readonly written: Omit<Written, 'type' | 'detail' | 'contacts'>
  /** The first instance of the new task. */
  readonly from: string
  /** Of the new task. */
  readonly id: string
}

/** Ends a series before an instance, and lets it go on as another task with what was changed. */
export async function splitTask({
  work,
  situation,
  proposal,
  written,
  from,
  id,
}: Splitting): Promise<{ ended: Task; continued: Task } | Refusal<(typeof contentCodes)[number]>> {
  const { task } = situation
  const before = continuedContent(task, from)
  const sent = sentForSplit(task, from, proposal.sent)
  const judged = await judgedContent({ ...proposal, sent, before })
  if (isRefusal(judged)) return judged
  const { content } = judged
  // Otherwise occurrences of both tasks would take place at the same time.
  if (content.startAt <= (latestBefore(task, from) ?? ''))
    return refuse('invalid_input', 'startAt must lie after the occurrence that comes before applyFrom.')
  const isAnchored = content.startAt === from && content.timezone === task.timezone
  const timeOfDayMs = isAnchored ? before.timeOfDayMs : null
  const series = await split(situation, { from, content: { ...content, timeOfDayMs }, id })
  if (series.months.size > splitMonthsAtMost)
    return refuse('invalid_input', 'Too many occurrences after applyFrom were changed. Split later in the series.')
  const linked = await getItems(
    proposal.table,
    content.contacts.map((contact) => contactKey(contact.id)),
  )
  const known = new Map(recordsOf(contacts, linked).map((contact) => [contact.id, contact]))
  const { actor, ip, nowMs } = written
  const ended = changeTask(work, task, series.ended, { ...written, type: 'split', detail: { splitInto: id } })
  addTask(work, series.continued, { actor, ip, nowMs, contacts: known, detail: { splitFrom: task.id } })
  writeSplitStates(work, series, from)
  return { ended, continued: series.continued }
}
