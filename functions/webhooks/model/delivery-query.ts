import * as v from 'valibot'
import { instant, line, pageParameters } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { deliveryStatuses } from './delivery.ts'

/** Which deliveries of a subscription are asked for. */
export const deliveryQuery = v.object({
  status: v.optional(v.picklist(deliveryStatuses)),
  eventType: v.optional(line(100)),
  eventId: v.optional(uuid),
  from: v.optional(v.pipe(instant, v.description('Only deliveries that were created at this time or later.'))),
  to: v.optional(v.pipe(instant, v.description('Only deliveries that were created at this time or earlier.'))),
  ...pageParameters,
})
