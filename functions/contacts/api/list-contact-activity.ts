import * as v from 'valibot'
import { accessThrough, featureIsOff, membershipsReaching } from '../../../shared/auth/principal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { readListed } from '../../../shared/store/followed-reads.ts'
import { joinedReads, type ReadItems } from '../../../shared/store/joined-reads.ts'
import { lastOfPartition, type Table } from '../../../shared/store/table.ts'
import { type RequestRecord, requestKey, requests } from '../../signature/model/request.ts'
import { statusAt } from '../../signature/model/transitions.ts'
import { contactPartition, namedContacts } from '../model/contact.ts'
import { contactLinks, linkedTypes, linkStart } from '../model/contact-links.ts'

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
  reads: ({ table, readItems, path: { contactId } }) => readLinked(table, readItems, contactId.toLowerCase()),
  async handle({ resource: { contact }, principal, table, clock, early }) {
    const nowMs = clock()
    const reaching = membershipsReaching(principal, contact)
    const mayRead = accessThrough(principal, reaching, contact, 'signature.read') !== null
    if (!mayRead || featureIsOff(reaching, contact.entityId, 'signature')) return reply(200, { results: [] })
    const linked = early ?? (await readLinked(table, joinedReads(table), contact.id))
    const found = linked
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

/** The requests that name a contact. Those that did when this was last asked for are read at once with what names it now. */
async function readLinked(table: Table, readItems: ReadItems, contactId: string): Promise<RequestRecord[]> {
  const partition = contactPartition(contactId)
  const reading = lastOfPartition(table, partition, linkStart, maxActivity)
  const { led } = await readListed(readItems, partition, reading, (items) =>
    recordsOf(contactLinks, items).map(({ targetId }) => requestKey(targetId)),
  )
  return recordsOf(requests, led)
}
