import * as v from 'valibot'
import { flag, optionalLine, pageParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { kinds, visibilities } from './address-book.ts'

/** The filters of contacts. A contact must match all of them. */
const choosing = {
  entityId: v.optional(uuid),
  q: v.pipe(
    optionalLine(200),
    v.description(
      'Words, or beginnings of words, to find in names, e-mails, tags, SIREN and SIRET, and phone numbers in any format. Case and accents do not matter. A contact must match every word.',
    ),
  ),
  kind: v.optional(v.picklist(kinds)),
  tag: optionalLine(50),
  visibility: v.optional(
    v.pipe(v.picklist(visibilities), v.description('You only see private contacts that you created.')),
    'all',
  ),
  companyId: v.optional(v.pipe(uuid, v.description('Only people of this company.'))),
  createdByMe: v.optional(flag),
  externalRef: optionalLine(255),
}
const filters = { ...choosing, sort: v.optional(v.picklist(['name', 'updated']), 'name') }
const filtersSchema = v.object(filters)
export type ContactFilters = v.InferOutput<typeof filtersSchema>

export const contactListQuery = v.object({ ...filters, ...pageParameters })

/** An export is sorted by name and has no pages. */
export const contactExportQuery = v.object(choosing)
