import * as v from 'valibot'
import { accessThrough, membershipsReaching } from '../../../shared/auth/principal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, lastOfPartition, type Table } from '../../../shared/store/table.ts'
import { mailKey, mails } from '../../registered-mail/model/mail.ts'
import { requestKey, requests } from '../../signature/model/request.ts'
import { statusAt } from '../../signature/model/transitions.ts'
import { isVisible as isVisibleTask, taskKey, tasks } from '../../tasks/model/task.ts'
import { contactPartition, namedContacts } from '../model/contact.ts'
import { type ContactLink, contactLinks, linkedTypes, linksOf } from '../model/contact-links.ts'

const maxActivity = 500

const keyOf = { signature_request: requestKey, registered_mail: mailKey, task: taskKey }

/** What readers of each kind need. */
const rightTo = {
  signature_request: { permission: 'signature.read', feature: 'signature' },
  registered_mail: { permission: 'registered_mail.read', feature: 'registered_mail' },
  task: { permission: 'tasks.use', feature: 'tasks' },
} as const

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
  preload: ({ table, path: { contactId }, principalId }) => latestLinks(table, contactId, principalId),
  async handle({ resource: { contact }, settings, principal, table, clock, preloaded: latest }) {
    const nowMs = clock()
    const { id, entityId } = contact
    const reaching = membershipsReaching(principal, contact)
    const isReadable = ({ type }: ContactLink) => {
      const { permission, feature } = rightTo[type]
      return accessThrough(principal, reaching, contact, permission) !== null && settings.features[feature]
    }
    const readable = latest.filter(isReadable).toSorted(latestFirst).slice(0, maxActivity)
    const items = await getItems(
      table,
      readable.map(({ type, targetId }) => keyOf[type](targetId)),
    )
    const [found, foundMails, foundTasks] = [
      recordsOf(requests, items),
      recordsOf(mails, items),
      recordsOf(tasks, items),
    ]
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
    return reply(200, { results: [...signed, ...mailed, ...linked].sort((a, b) => (a.id < b.id ? 1 : -1)) })
  },
})

function briefly({ id, title, createdAt: at }: { id: string; title: string; createdAt: string }) {
  return { id, title, at }
}

const isOf = (id: string) => (party: { readonly contactId: string | null }) => party.contactId === id

const latestFirst = (a: ContactLink, b: ContactLink) => (a.targetId < b.targetId ? 1 : -1)

/** The latest references of each kind that somebody may see: those that they may not read cannot fill the answer. */
async function latestLinks(table: Table, contactId: string, principalId: string): Promise<ContactLink[]> {
  const parts = [...linkedTypes.map((type) => linksOf(type)), linksOf('task', principalId)]
  const found = await Promise.all(
    parts.map((part) => lastOfPartition(table, contactPartition(contactId), part, maxActivity)),
  )
  return recordsOf(contactLinks, found.flat())
}
