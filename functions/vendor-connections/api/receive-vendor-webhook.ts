import * as v from 'valibot'
import type { InternalEvent } from '../../../events/internal.ts'
import type { LinkAccess } from '../../../shared/http/authorization/access.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'

/** What an authentic webhook of a connected vendor is about. */
export interface VendorHint {
  readonly orgId: string
  /** What to do about it. Null: it is about nothing that we follow. */
  readonly job: InternalEvent | null
  readonly livemode: boolean
}

const hinted: LinkAccess<VendorHint> = { to: 'link', notFound: 'not_found' }

export const receiveVendorWebhook = operation({
  id: 'receiveVendorWebhook',
  method: 'POST',
  path: '/vendor-webhooks/{vendor}/{token}',
  tag: 'Vendor webhooks',
  summary: 'Take a webhook of an outside vendor',
  description:
    'A webhook is a hint, never a proof: a job reads the request or the item again at the vendor. An unknown address and a wrong signature return the same 404.',
  access: hinted,
  responses: { 200: v.object({}) },
  errors: [],
  async handle({ orgId, job, livemode, work }) {
    if (job !== null) work.enqueue(job, { orgId, livemode })
    return reply(200, {})
  },
})
