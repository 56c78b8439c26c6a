import * as v from 'valibot'
import { commaList, flag, instant, optionalLine, pageParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { eidasLevels } from '../../../shared/store/settings-fields.ts'
import { requestStatuses } from '../model/request.ts'

/** The filters of the list of signature requests; all of them that are given have to hold. */
export const listQuery = v.object({
  entityId: v.optional(uuid),
  status: v.optional(commaList(requestStatuses)),
  q: v.pipe(optionalLine(200), v.description('Words to find in the title, the signers or the client reference.')),
  clientReference: optionalLine(255),
  contactId: v.optional(uuid),
  signerEmail: optionalLine(254),
  eidasLevel: v.optional(v.picklist(eidasLevels)),
  vendor: optionalLine(40),
  createdByMe: v.optional(flag),
  createdFrom: v.optional(instant),
  createdTo: v.optional(instant),
  ...pageParameters,
})
export type ListQuery = v.InferOutput<typeof listQuery>
