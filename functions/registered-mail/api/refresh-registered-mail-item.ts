import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { applyItemChange } from '../model/change-item.ts'
import { isAccepted, reportedAll } from '../model/item-transitions.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { itemView, toItem } from '../model/mail-view.ts'
import { vendorNamed } from '../vendors/vendors.ts'
import { auditOf } from './audit.ts'
import { itemNamed, notSubmitted } from './named-item.ts'

export const refreshRegisteredMailItem = operation({
  id: 'refreshRegisteredMailItem',
  method: 'POST',
  path: '/v1/registered-mails/{mailId}/items/{itemId}/refresh',
  tag: 'Registered mail',
  summary: 'Read the progress of an item from its vendor again',
  description: 'Progress only moves forward: reports that were applied before change nothing.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  responses: { 200: itemView },
  errors: ['registered_mail_item_not_found', 'registered_mail_item_not_submitted', 'vendor_error'],
  async handle({ resource, path, principal, table, work, clock, ids }) {
    const named = itemNamed(resource, path.itemId)
    if (isRefusal(named)) return named
    const { item } = named
    const vendor = item && isAccepted(item) ? vendorNamed(item.vendor) : null
    if (!item || !vendor) return notSubmitted
    const reports = await vendor.read({ table, clock, ids }, item)
    if (isRefusal(reports)) return reports
    const viewer = { principalId: principal.id }
    const nowMs = clock()
    const actor = { type: 'vendor' as const, id: vendor.key, name: vendor.name }
    const change = reportedAll(item, reports, { nowMs, actor, ip: null, userAgent: null })
    if (!change) return reply(200, toItem(item, viewer))
    const next = applyItemChange(work, item, change, { nowMs, ids })
    work.audit(auditOf(resource.mail, 'registered_mail.item_refreshed', [{ field: 'itemId', from: null, to: next.id }]))
    return reply(200, toItem(next, viewer))
  },
})
