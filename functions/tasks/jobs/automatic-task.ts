import * as v from 'valibot'
import type { Envelope } from '../../../events/envelope.ts'
import { readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Locale, localeOf } from '../../../shared/platform/locale.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { commitWithRetry } from '../../../shared/store/commit-with-retry.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { settingsAmong } from '../../../shared/store/settings.ts'
import { settingsKeys } from '../../../shared/store/settings-keys.ts'
import { getItem, getItems, type Table } from '../../../shared/store/table.ts'
import { type Contact, contactKey, contacts } from '../../contacts/model/contact.ts'
import { type RequestRecord, requestKey, requests } from '../../signature/model/request.ts'
import { assigneeIn } from '../model/assignee.ts'
import { type AutomaticRule, automaticMarks } from '../model/automatic-mark.ts'
import { addTask } from '../model/change-task.ts'
import { linkedContact } from '../model/linked-contacts.ts'
import type { Task } from '../model/task.ts'
import { nothingSet } from '../model/task-rules.ts'
import { titles } from './messages/automatic.ts'

/** The events that create tasks, where an entity wants it. */
const ruleOfEvent = {
  'signature.declined': 'signature_declined',
  'signature.expired': 'signature_expired',
} as const satisfies Record<string, AutomaticRule>
type Cause = keyof typeof ruleOfEvent

export function isCause(type: string): type is Cause {
  return Object.hasOwn(ruleOfEvent, type)
}

const maxTries = 5
const alreadyThere = refuse('already_exists', 'The task of this resource was created before.')

/** Creates the task that an event asks for: one for each request and rule, however often the event comes. */
export async function createAutomaticTask(platform: Platform, { type, data, createdAt }: Envelope): Promise<void> {
  if (!isCause(type)) return
  const { requestId } = v.parse(v.looseObject({ requestId: uuid }), data)
  const rule = ruleOfEvent[type]
  const author = systemAuthor(requestId)
  const outcome = await commitWithRetry({ ...platform, author, maxTries, signal: null }, async (work) => {
    const planned = await plannedTask(platform, { requestId, rule, at: createdAt })
    if (!planned) return
    const { task, linked } = planned
    const testOrgId = task.livemode ? null : task.orgId
    work.create(automaticMarks, { resourceId: requestId, rule, taskId: task.id, testOrgId }, alreadyThere)
    const actor = { type: 'system' as const, id: null, name: 'Sealpost' }
    addTask(work, task, { actor, ip: null, nowMs: platform.clock(), contacts: linked, detail: { rule } })
  })
  if (isRefusal(outcome) && outcome.refused !== alreadyThere.refused)
    throw new Error(`the task of ${requestId} could not be created: ${outcome.refused}`)
}

interface Planned {
  readonly task: Task
  readonly linked: ReadonlyMap<string, Contact>
}

/** Null: the entity wants no such task, or the request is gone. */
async function plannedTask(
  { table, clock, ids }: Platform,
  { requestId, rule, at }: { requestId: string; rule: AutomaticRule; at: string },
): Promise<Planned | null> {
  const item = await getItem(table, requestKey(requestId))
  if (!item) return null
  const request = fromItem(requests, item)
  const { orgId, entityId, providerId, livemode, createdBy } = request
  const settings = settingsAmong(await getItems(table, settingsKeys(request)))(request)
  const { enabled, assignee: asked } = settings.tasks.automaticTasks[rule]
  if (!enabled || !settings.features.tasks) return null
  const [assignee, linked] = await Promise.all([assigneeFor(table, request, asked), contactsOf(table, request, rule)])
  const locale = localeOf(assignee?.locale ?? 'fr')
  const nowMs = clock()
  const now = timestamp(nowMs)
  const task: Task = {
    ...nothingSet,
    id: ids(nowMs),
    orgId,
    entityId,
    providerId,
    livemode,
    title: titleFor(request, rule, locale),
    description: rule === 'signature_declined' ? (request.decline?.reason ?? null) : null,
    // For the whole day, so that it is not overdue at once.
    startAt: at,
    allDay: true,
    timezone: settings.general.timezone,
    assignee: assignee && {
      id: assignee.id,
      email: assignee.email,
      firstName: assignee.firstName,
      lastName: assignee.lastName,
    },
    contacts: [...linked.values()].map(linkedContact),
    links: [{ type: 'signature_request', id: requestId }],
    status: 'open',
    completedAt: null,
    completedBy: null,
    endedAt: null,
    source: 'automatic',
    createdBy,
    createdAt: now,
    updatedAt: now,
    firstOpenAt: at,
    moves: [],
    timeOfDayMs: null,
    ruleSince: now,
    stateMonths: null,
    version: 1,
  }
  return { task, linked }
}

const longestTitle = 200

function titleFor({ title }: RequestRecord, rule: AutomaticRule, locale: Locale): string {
  return [...titles[locale][rule](title)].slice(0, longestTitle).join('')
}

/** Who is to do it, if they can use tasks there; nobody otherwise. */
async function assigneeFor(table: Table, request: RequestRecord, asked: string) {
  const { createdBy } = request
  const id = asked === 'creator' ? (createdBy.type === 'user' ? createdBy.id : null) : asked
  return id === null ? null : await assigneeIn(table, await readAccount(table, id), request)
}

/** The contact of the signer who declined, or of those who had not signed. */
async function contactsOf(
  table: Table,
  { signers, decline, entityId }: RequestRecord,
  rule: AutomaticRule,
): Promise<ReadonlyMap<string, Contact>> {
  const meant = signers.filter(({ id, signedAt }) =>
    rule === 'signature_declined' ? id === decline?.signerId : signedAt === null,
  )
  const keys = [...new Set(meant.flatMap(({ contactId }) => contactId ?? []))].map(contactKey)
  const found = recordsOf(contacts, await getItems(table, keys)).filter((contact) => contact.entityId === entityId)
  return new Map(found.map((contact) => [contact.id, contact]))
}
