import * as v from 'valibot'
import { commaList, flag, instant, optionalLine, pageParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { registeredMailTypes } from '../../../shared/store/settings-fields.ts'
import { mailStatuses } from '../model/aggregated-status.ts'
import { itemStatuses } from '../model/item-status.ts'

/** The filters of the list of mails. A mail must match all of them. */
export const listQuery = v.object({
  entityId: v.optional(uuid),
  status: v.optional(commaList(mailStatuses)),
  itemStatus: v.pipe(
    v.optional(commaList(itemStatuses)),
    v.description('Only mails with at least one item in one of these statuses.'),
  ),
  type: v.optional(v.picklist(registeredMailTypes)),
  q: v.pipe(optionalLine(200), v.description('Words to find in the subject, the references or the recipients.')),
  reference: optionalLine(100),
  clientReference: optionalLine(255),
  senderAccountId: v.optional(uuid),
  contactId: v.optional(uuid),
  recipientEmail: optionalLine(254),
  createdByMe: v.optional(flag),
  createdFrom: v.optional(instant),
  createdTo: v.optional(instant),
  sentFrom: v.optional(instant),
  sentTo: v.optional(instant),
  ...pageParameters,
})
export type ListQuery = v.InferOutput<typeof listQuery>
