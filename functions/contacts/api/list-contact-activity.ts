import * as v from 'valibot'
import type { Permission } from '../../../shared/auth/permissions.ts'
import { accessThrough, membershipsReaching } from '../../../shared/auth/principal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Feature } from '../../../shared/store/features.ts'
import { lastOfPartition, type Table } from '../../../shared/store/table.ts'
import { mailKey, mails } from '../../registered-mail/model/mail.ts'
import { requestKey, requests } from '../../signature/model/request.ts'
import { statusAt } from '../../signature/model/transitions.ts'
import { isVisible as isVisibleTask, taskKey, tasks } from '../../tasks/model/task.ts'
import { contactPartition, namedContacts } from '../model/contact.ts'
import { contactLinks, linkedTypes, linkStart } from '../model/contact-links.ts'

const maxActivity = 500

const keyOf = { signature_request: requestKey, registered_mail: mailKey, task: taskKey }

const activityView = v.pipe(
  v.object({
    type: v.picklist(linkedTypes),
    id: v.string(),
    title: v.string(),
    status: v.string(),
    role: v.pipe(v.picklist(['signer', 'recipient', 'linked']), v.description('`linked` for tasks.')),
    at: v.string(),
  }),
  v.title('ContactActivity'),
)

export const listContactActivity = operation({
  id: 'listContactActivity',
  method: 'GET',
  path: '/v1/contacts/{contactId}/activity',
  tag: 'Contacts',
  summary: 'List the signature requests, registered mails and tasks of a contact',
  description: `Returns the latest ${maxActivity} signature requests, registered mails and tasks that you may read and that name the contact, newest first.`,
  access: { to: 'resource', resource: namedContacts, permission: 'contacts.read', feature: null, needsSettings: true },
  responses: { 200: v.object({ results: v.array(activityView) }) },
  errors: [],
  preload: ({ table, readItems, path: { contactId } }) => readLinked(table, readItems, contactId),
  async handle({
    resource: { contact },
    settings,
    principal,
    clock,
    preloaded: { requests: found, mails: foundMails, tasks: foundTasks },
  }) {
    const nowMs = clock()
    const { id, entityId } = contact
    const mayRead = (permission: Permission, feature: Feature) => {
      const reaching = membershipsReaching(principal, contact)
      return accessThrough(principal, reaching, contact, permission) && settings.features[feature]
    }
    const signed = found
      .filter((record) => record.entityId === entityId && record.signers.some(isOf(id)))
      .map((record) => ({
        ...briefly(record),
        type: 'signature_request' as const,
        status: statusAt(record, nowMs),
        role: 'signer' as const,
      }))
    const mailed = foundMails
      .filter((mail) => mail.entityId === entityId && mail.listed.some(isOf(id)))
      .map((mail) => ({
        ...briefly({ ...mail, title: mail.subject ?? mail.reference ?? '' }),
        type: 'registered_mail' as const,
        status: mail.status,
        role: 'recipient' as const,
      }))
    const linked = foundTasks
      .filter((task) => task.entityId === entityId && isVisibleTask(task, principal.id))
      .filter((task) => task.contacts.some((each) => each.id === id))
      .map((task) => ({ ...briefly(task), type: 'task' as const, status: task.status, role: 'linked' as const }))
    const results = [
      ...(mayRead('signature.read', 'signature') ? signed : []),
      ...(mayRead('registered_mail.read', 'registered_mail') ? mailed : []),
      ...(mayRead('tasks.use', 'tasks') ? linked : []),
    ]
    return reply(200, { results: results.sort((a, b) => (a.id < b.id ? 1 : -1)) })
  },
})

function briefly({ id, title, createdAt: at }: { id: string; title: string; createdAt: string }) {
  return { id, title, at }
}

const isOf = (id: string) => (party: { readonly contactId: string | null }) => party.contactId === id

/** The latest signature requests, mails and tasks that name a contact. */
async function readLinked(table: Table, readItems: BatchLoader, contactId: string) {
  const links = await lastOfPartition(table, contactPartition(contactId), linkStart, maxActivity)
  const keys = recordsOf(contactLinks, links).map(({ type, targetId }) => keyOf[type](targetId))
  const items = await readItems(keys)
  return { requests: recordsOf(requests, items), mails: recordsOf(mails, items), tasks: recordsOf(tasks, items) }
}
