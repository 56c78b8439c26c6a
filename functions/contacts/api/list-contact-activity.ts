import * as v from 'valibot'
import { accessThrough, membershipsReaching } from '../../../shared/auth/principal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import type { BatchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
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
  summary: 'List the signature requests of a contact',
  description: `Returns the latest ${maxActivity} signature requests that you may read and that have the contact as a signer, newest first.`,
  access: { to: 'resource', resource: namedContacts, permission: 'contacts.read', feature: null, needsSettings: true },
  responses: { 200: v.object({ results: v.array(activityView) }) },
  errors: [],
  preload: ({ table, readItems, path: { contactId } }) => readLinked(table, readItems, contactId),
  async handle({ resource: { contact }, settings, principal, clock, preloaded: linked }) {
    const nowMs = clock()
    const reaching = membershipsReaching(principal, contact)
    const mayRead = accessThrough(principal, reaching, contact, 'signature.read') !== null
    if (!mayRead || !settings.features.signature) return reply(200, { results: [] })
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

/** The latest signature requests that name a contact. */
async function readLinked(table: Table, readItems: BatchLoader, contactId: string): Promise<RequestRecord[]> {
  const links = await lastOfPartition(table, contactPartition(contactId), linkStart, maxActivity)
  const keys = recordsOf(contactLinks, links).map(({ targetId }) => requestKey(targetId))
  return recordsOf(requests, await readItems(keys))
}
