import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { addressBooksFor } from '../model/address-book.ts'
import { civilities } from '../model/contact.ts'
import { importLimits } from '../model/import-limits.ts'
import { readTagCounts } from '../model/tag-counts.ts'
import { usualMappings } from '../model/usual-headings.ts'

const optionsView = v.pipe(
  v.object({
    entityId: uuid,
    civilities: v.array(v.string()),
    tags: v.array(v.string()),
    import: v.object({
      maxBytes: v.number(),
      maxRows: v.number(),
      mappings: v.pipe(
        v.array(
          v.object({
            program: v.string(),
            language: v.picklist(['en', 'fr']),
            mapping: v.record(v.string(), v.string()),
          }),
        ),
        v.description(
          'Mappings for files of common programs. Take the one whose columns the file has most of, without those that it lacks.',
        ),
      ),
    }),
  }),
  v.title('ContactOptions'),
)

export const getContactOptions = operation({
  id: 'getContactOptions',
  method: 'GET',
  path: '/v1/contacts/options',
  tag: 'Contacts',
  summary: 'Get the contact options of an entity',
  access: { to: 'entity', named: 'query', permission: 'contacts.read', feature: null },
  query: v.object({ entityId: uuid }),
  responses: { 200: optionsView },
  errors: [],
  preload: ({ table, query: { entityId }, principalId }) =>
    readTagCounts(table, addressBooksFor(entityId, principalId, 'all')),
  async handle({ entity, preloaded: tags }) {
    return reply(200, {
      entityId: entity.id,
      civilities: [...civilities],
      tags: tags.map(({ name }) => name),
      import: {
        ...importLimits,
        mappings: usualMappings.map((usual) => ({ ...usual, mapping: { ...usual.mapping } })),
      },
    })
  },
})
