import * as v from 'valibot'
import { quotaMetrics } from './settings.ts'

/** How a quota stands, as it is answered. */
export const quotaView = v.pipe(
  v.object({
    metric: v.picklist(quotaMetrics),
    period: v.literal('month'),
    limit: v.nullable(v.number()),
    used: v.number(),
    remaining: v.nullable(v.number()),
    blocking: v.pipe(v.boolean(), v.description('False: the limit is only reported, and nothing is refused.')),
    resetsAt: v.string(),
    scope: v.picklist(['organization', 'entity']),
  }),
  v.title('Quota'),
)
