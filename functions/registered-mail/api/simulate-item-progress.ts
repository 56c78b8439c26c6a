import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nullsAbsent, optionalLines } from '../../../shared/http/values.ts'
import { applyItemChange } from '../model/change-item.ts'
import { isNext, reported } from '../model/item-transitions.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { mailView, toMail } from '../model/mail-view.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { simulatedActor, simulatedReport } from '../vendors/simulated-report.ts'
import { auditOf } from './audit.ts'
import { itemNamed, withItem } from './named-item.ts'

const targets = ['sent', 'deposited', 'delivered', 'refused', 'neglected', 'bounced', 'failed'] as const

export const simulateItemProgress = operation({
  id: 'simulateItemProgress',
  method: 'POST',
  path: '/v1/test/registered-mails/{mailId}/items/{itemId}/progress',
  tag: 'Simulation',
  summary: 'Simulate the progress of an item in a test organization',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
    testOnly: true,
  },
  body: json(nullsAbsent({ to: v.picklist(targets), reason: optionalLines(500) })),
  responses: { 200: mailView },
  errors: ['registered_mail_item_not_found', 'invalid_input'],
  async handle({ resource, path, body, principal, origin, work, clock, ids }) {
    const { mail } = resource
    const named = itemNamed(resource, path.itemId)
    if (isRefusal(named)) return named
    const { item } = named
    if (item && isExternal(item.vendor))
      return refuse('invalid_input', `The vendor ${item.vendor} has its own sandbox: act as the recipient there.`)
    const nowMs = clock()
    const { ip, userAgent } = origin
    const cause = { nowMs, actor: simulatedActor(body.to), ip, userAgent }
    const change =
      item && isNext(item.status, body.to)
        ? reported(item, simulatedReport(body.to, nowMs, body.reason ?? null), cause)
        : null
    if (!item || !change)
      return refuse(
        'invalid_input',
        item
          ? `The item is ${item.status} and cannot become ${body.to} next.`
          : 'The item is not ready. Send the mail first, or try again in a moment.',
      )
    const next = applyItemChange(work, item, change, { nowMs, ids })
    work.audit(auditOf(mail, 'registered_mail.simulated', [{ field: 'status', from: item.status, to: next.status }]))
    return reply(200, toMail(withItem(resource, next), { principalId: principal.id }), etagOf(mail))
  },
})
