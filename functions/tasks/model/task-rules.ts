import type { Principal } from '../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { isTimeZone } from '../../../shared/platform/time-zone.ts'
import type { EntityPlace } from '../../../shared/store/entities.ts'
import type { FeatureStates } from '../../../shared/store/feature-switches.ts'
import type { Item, Table } from '../../../shared/store/table.ts'
import type { Contact } from '../../contacts/model/contact.ts'
import { assigneeIn } from './assignee.ts'
import { contactsFor, linkedAnew } from './linked-contacts.ts'
import { linkRefusal, readableIn } from './linked-resources.ts'
import { ruleFault } from './recurrence/rule.ts'
import { firstInstance, isSameSchedule, startBounds } from './series.ts'
import type { Reminder, Task, TaskContent, TaskLink } from './task.ts'
import type { SentFields } from './task-input.ts'

export const contentCodes = [
  'invalid_input',
  'invalid_timezone',
  'invalid_recurrence',
  'invalid_assignee',
  'invalid_contact',
  'invalid_reference',
] as const
type ContentCode = (typeof contentCodes)[number]

/** The content of a new task before any field is set. */
export const nothingSet: Omit<TaskContent, 'title' | 'startAt' | 'timezone'> = {
  description: null,
  priority: 'normal',
  allDay: false,
  durationMinutes: null,
  recurrence: null,
  reminders: [],
  assignee: null,
  contacts: [],
  links: [],
  isPrivate: false,
  clientReference: null,
}

/** A change that somebody proposes, with what was read for it. */
export interface Proposal {
  readonly table: Table
  readonly before: TaskContent & Pick<Task, 'timeOfDayMs'>
  readonly sent: SentFields
  readonly place: EntityPlace
  readonly principal: Principal
  readonly timeZone: string
  /** Of the entity. */
  readonly features: FeatureStates
  /** The contacts and linked resources that were sent. */
  readonly items: readonly Item[]
  /** The account of the assignee that was sent. */
  readonly account: readonly Item[]
  readonly newId: () => string
}

export interface Judged {
  readonly content: TaskContent
  /** The contacts that the caller may link. */
  readonly contacts: ReadonlyMap<string, Contact>
}

/** The content as it would be, or why it cannot be so. The rules stand in the order of the contract. */
export async function judgedContent(proposal: Proposal): Promise<Judged | Refusal<ContentCode>> {
  const { before, sent, items, place, principal } = proposal
  const timezone = sent.timezone === undefined ? before.timezone : (sent.timezone ?? proposal.timeZone)
  const planned = { ...withSent(before, sent, proposal.newId), timezone }
  const refusal = timesRefusal(planned, before)
  if (refusal) return refusal
  const assignee = await judgedAssignee(proposal)
  if (isRefusal(assignee)) return assignee
  const known = contactsFor(items, principal, place)
  const contacts =
    sent.contactIds === undefined
      ? before.contacts
      : linkedAnew(sent.contactIds ?? [], before.contacts, known, principal.id)
  if (isRefusal(contacts)) return contacts
  const isReadable = await readableIn(proposal.table, place, proposal.features, items)
  const links = linkRefusal(planned.links, before.links, items, { principal, orgId: place.orgId, isReadable })
  if (links) return links
  return { content: { ...planned, assignee, contacts: [...contacts] }, contacts: known }
}

function withSent(before: TaskContent, sent: SentFields, newId: () => string): TaskContent {
  const { recurrence, reminders, links } = sent
  return {
    ...before,
    title: sent.title ?? before.title,
    startAt: sent.startAt ?? before.startAt,
    description: textOf(sent.description, before.description),
    clientReference: textOf(sent.clientReference, before.clientReference),
    priority: sent.priority ?? before.priority,
    allDay: sent.allDay ?? before.allDay,
    durationMinutes: sent.durationMinutes === undefined ? before.durationMinutes : sent.durationMinutes,
    isPrivate: sent.isPrivate ?? before.isPrivate,
    recurrence: recurrence === undefined ? before.recurrence : recurrence && recurrenceOf(recurrence),
    reminders: reminders === undefined ? before.reminders : remindersOf(reminders ?? [], before.reminders, newId),
    links: links === undefined ? before.links : distinctLinks(links ?? []),
  }
}

/** An empty text clears the field, as null does. */
function textOf(sent: string | null | undefined, before: string | null): string | null {
  return sent === undefined ? before : sent || null
}

function recurrenceOf({ rule, exceptions = [] }: NonNullable<SentFields['recurrence']>): TaskContent['recurrence'] {
  return { rule, exceptions: [...exceptions].sort() }
}

/** Each reminder once. One that is sent back keeps its id, and so is not sent again. */
function remindersOf(
  sent: NonNullable<SentFields['reminders']>,
  before: readonly Reminder[],
  newId: () => string,
): Reminder[] {
  const left = [...before]
  const distinct = new Map(sent.map((reminder) => [`${reminder.minutesBefore}/${reminder.channel}`, reminder]))
  return [...distinct.values()].map(({ id, minutesBefore, channel }) => {
    const isIt = (known: Reminder) => (id === undefined ? isAlike(known, { minutesBefore, channel }) : known.id === id)
    const at = left.findIndex(isIt)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return { id: known?.id ?? newId(), minutesBefore, channel }
  })
}

function isAlike(a: Reminder, b: Omit<Reminder, 'id'>): boolean {
  return a.minutesBefore === b.minutesBefore && a.channel === b.channel
}

function distinctLinks(links: readonly TaskLink[]): TaskLink[] {
  return [...new Map(links.map((link) => [`${link.type}/${link.id}`, link])).values()]
}

function timesRefusal(content: TaskContent, before: Proposal['before']): Refusal<ContentCode> | null {
  const { startAt, timezone, recurrence } = content
  if (startAt < startBounds.min || startAt > startBounds.max)
    return refuse('invalid_input', 'startAt must lie between the years 1970 and 2199.')
  if (!isTimeZone(timezone))
    return refuse('invalid_timezone', 'timezone must be the name of an IANA time zone, such as Europe/Paris.')
  // A series may have become longer than rules are that callers send, or have ended without an occurrence.
  if (!recurrence || isSameSchedule(content, before)) return null
  const fault = recurrence.rule === before.recurrence?.rule ? null : ruleFault(recurrence.rule)
  if (fault) return refuse('invalid_recurrence', `recurrence.rule is not a rule that can be taken. ${fault}`)
  if (firstInstance({ ...content, timeOfDayMs: before.timeOfDayMs }) === null)
    return refuse('invalid_recurrence', 'The recurrence has no occurrence within 100 years of startAt.')
  return null
}

async function judgedAssignee(proposal: Proposal): Promise<TaskContent['assignee'] | Refusal<'invalid_assignee'>> {
  const { assigneeId } = proposal.sent
  const { assignee } = proposal.before
  if (assigneeId === undefined) return assignee
  if (assigneeId === null) return null
  return assigneeId === assignee?.id ? assignee : await namedAssignee(proposal)
}

/** The person that was sent as the assignee. */
export async function namedAssignee({
  table,
  account,
  place,
}: Pick<Proposal, 'table' | 'account' | 'place'>): Promise<
  NonNullable<TaskContent['assignee']> | Refusal<'invalid_assignee'>
> {
  const found = await assigneeIn(table, account, place)
  if (!found)
    return refuse('invalid_assignee', 'assigneeId must be the id of an active member who can use tasks there.')
  const { id, email, firstName, lastName } = found
  return { id, email, firstName, lastName }
}
