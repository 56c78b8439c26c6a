import { Readable } from 'node:stream'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import { contactExportQuery } from '../model/list-query.ts'

const exporting = () => import('../model/exported-contacts.ts')
const reading = () => import('../model/search-query.ts')

export const exportContacts = operation({
  id: 'exportContacts',
  method: 'GET',
  path: '/v1/contacts/export',
  tag: 'Contacts',
  summary: 'Download contacts as a CSV file',
  description:
    'Exports the contacts of one entity, or of every entity whose contacts you manage, one entity after the other. Contacts are sorted by displayName; the filters of the list apply; at most 50,000 contacts fit. The file is UTF-8 with the field names in the first row. Each part of the address has its own column; the tags of a contact share one cell, separated by `|`. A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in front, so that no spreadsheet reads it as a formula; a phone number in E.164 stays as it is. The audit log records how many contacts were exported.',
  access: { to: 'entities', permission: 'contacts.manage', feature: null },
  query: contactExportQuery,
  responses: { 200: 'binary' },
  downloads: 'text/csv',
  errors: ['invalid_input'],
  streams: true,
  loadModules: () => Promise.all([exporting(), reading()]),
  async handle({ accesses, query, principal, table, work }) {
    if (accesses.length > maxEntities)
      return refuse(
        'invalid_input',
        `The contacts belong to more than ${maxEntities} entities. Choose one with entityId.`,
      )
    const [{ exportedContacts, maxExported }, { queryParts }] = await Promise.all([exporting(), reading()])
    const filters = { ...query, sort: 'name' as const }
    const entityIds = accesses.map(({ entityId }) => entityId)
    const search = { filters, parts: queryParts(query.q ?? ''), entityIds, principalId: principal.id }
    const file = await exportedContacts(table, search, maxExported)
    if (!file) return refuse('invalid_input', `The export has more than ${maxExported} contacts. Narrow the filter.`)
    for (const { orgId, livemode, entityId } of accesses)
      work.audit({
        orgId,
        livemode,
        action: 'contact.exported',
        target: { type: 'entity', id: entityId, label: null },
        nodeId: entityId,
        changes: [
          { field: 'filters', from: null, to: namesOf(query) },
          { field: 'count', from: null, to: file.counts.get(entityId) ?? 0 },
        ],
      })
    const headers = { ...downloadPolicy, 'Content-Disposition': 'attachment; filename="contacts.csv"' }
    return reply(200, { stream: Readable.from(file.chunks), contentType: 'text/csv; charset=utf-8' }, headers)
  },
})

/** One commit has an audit entry for each entity. */
const maxEntities = 100

/** The names of the filters and not their values, which may name somebody. */
function namesOf(query: object): string[] {
  return Object.entries(query)
    .filter(([name, value]) => value !== undefined && !(name === 'visibility' && value === 'all'))
    .map(([name]) => name)
}
