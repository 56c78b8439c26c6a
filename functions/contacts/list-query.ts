import * as v from 'valibot'
import { kinds, visibilities } from '../../shared/contacts/shelf.ts'
import { flag, line, pageParameters, uuid } from '../../shared/http/values.ts'

/** The filters of the address book; all of them that are given have to hold. */
export const contactFilters = {
  entityId: v.optional(uuid),
  q: v.optional(
    v.pipe(
      line(200),
      v.description(
        'Words, or beginnings of words, of names, e-mail, tags, SIREN or SIRET, and phone numbers in any spelling; without regard to case and accents. Each has to be found.',
      ),
    ),
  ),
  kind: v.optional(v.picklist(kinds)),
  tag: v.optional(line(50)),
  visibility: v.optional(
    v.pipe(v.picklist(visibilities), v.description('Private contacts are always those that you made yourself.')),
    'all',
  ),
  companyId: v.optional(v.pipe(uuid, v.description('People of this company.'))),
  createdByMe: v.optional(flag),
  externalRef: v.optional(line(255)),
  sort: v.optional(v.picklist(['name', 'updated']), 'name'),
}
const filters = v.object(contactFilters)
export type ContactFilters = v.InferOutput<typeof filters>

export const contactListQuery = v.object({ ...contactFilters, ...pageParameters })
