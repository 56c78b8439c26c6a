import * as v from 'valibot'
import { accessThrough, featureIsOff, membershipsReaching } from '../../shared/auth/principal.ts'
import { contactPartition, namedContacts } from '../../shared/contacts/contact.ts'
import { contactLinks, linkedTypes, linkStart } from '../../shared/contacts/contact-links.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { requestKey, requests } from '../../shared/signature/request.ts'
import { statusAt } from '../../shared/signature/transitions.ts'
import { fromItem, recordsOf } from '../../shared/store/collection.ts'
import { getItems, lastOfPartition, type Table } from '../../shared/store/table.ts'

const maxActivity = 500

const activityView = v.pipe(
  v.object({
    type: v.picklist(linkedTypes),
    id: v.string(),
    title: v.string(),
    status: v.string(),
    role: v.literal('signer'),
    at: v.string(),
  }),
  v.title('ContactActivity'),
)

export const listContactActivity = operation({
  id: 'listContactActivity',
  method: 'GET',
  path: '/v1/contacts/{contactId}/activity',
  tag: 'Contacts',
  summary: 'List what names a contact',
  description: `The latest ${maxActivity} signature requests that name it as a signer and that you may read, newest first, in one answer.`,
  access: { to: 'resource', resource: namedContacts, permission: 'contacts.read', feature: null },
  responses: { 200: v.object({ results: v.array(activityView) }) },
  errors: [],
  reads: ({ table, path: { contactId } }) => readLinked(table, contactId.toLowerCase()),
  async handle({ resource: { contact }, principal, table, clock, early }) {
    const nowMs = clock()
    const reaching = membershipsReaching(principal, contact)
    const mayRead = accessThrough(principal, reaching, contact, 'signature.read') !== null
    if (!mayRead || featureIsOff(reaching, contact.entityId, 'signature')) return reply(200, { results: [] })
    const ids = early ?? (await readLinked(table, contact.id))
    const items = ids.length === 0 ? [] : await getItems(table, ids.map(requestKey))
    const found = items
      .map((item) => fromItem(requests, item))
      .filter(({ entityId, signers }) => entityId === contact.entityId && signers.some(isOf(contact.id)))
      .sort((a, b) => (a.id < b.id ? 1 : -1))
    const results = found.map((record) => {
      const { id, title, createdAt: at } = record
      return {
        type: 'signature_request' as const,
        id,
        title,
        status: statusAt(record, nowMs),
        role: 'signer' as const,
        at,
      }
    })
    return reply(200, { results })
  },
})

const isOf = (id: string) => (signer: { readonly contactId: string | null }) => signer.contactId === id

async function readLinked(table: Table, contactId: string): Promise<string[]> {
  const items = await lastOfPartition(table, contactPartition(contactId), linkStart, maxActivity)
  return recordsOf(contactLinks, items).map(({ targetId }) => targetId)
}
