import * as v from 'valibot'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { emailAddress, nullsAbsent, optionalLine, withoutWebAddress } from '../../../shared/http/values.ts'
import { applyItemChange } from '../model/change-item.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { itemView, toItem } from '../model/mail-view.ts'
import { updateRequested } from '../model/recipient-updates.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { recipientActor } from '../vendors/simulated-report.ts'
import { auditOf } from './audit.ts'
import { itemNamed } from './named-item.ts'

const correction = nullsAbsent({
  firstName: v.pipe(optionalLine(100), withoutWebAddress()),
  lastName: v.pipe(optionalLine(100), withoutWebAddress()),
  company: v.pipe(optionalLine(200), withoutWebAddress()),
  email: v.optional(emailAddress),
})

export const simulateRecipientUpdate = operation({
  id: 'simulateRecipientUpdate',
  method: 'POST',
  path: '/v1/test/registered-mails/{mailId}/items/{itemId}/recipient-updates',
  tag: 'Simulation',
  summary: 'Simulate a recipient who asks for a correction, in a test organization',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
    testOnly: true,
  },
  body: json(correction),
  responses: { 201: itemView },
  errors: ['registered_mail_item_not_found', 'invalid_input'],
  async handle({ resource, path, body, principal, origin, work, clock, ids }) {
    const named = itemNamed(resource, path.itemId)
    if (isRefusal(named)) return named
    const { item } = named
    if (item && isExternal(item.vendor))
      return refuse('invalid_input', `The vendor ${item.vendor} has its own sandbox: act as the recipient there.`)
    const { firstName = null, lastName = null, company = null, email = null } = body
    if ([firstName, lastName, company, email].every((value) => value === null))
      return refuse('invalid_input', 'Send at least one field to correct.')
    const nowMs = clock()
    const { ip, userAgent } = origin
    const fields = { id: ids(nowMs), firstName, lastName, company, email }
    const change = item && updateRequested(item, fields, { nowMs, actor: recipientActor, ip, userAgent })
    if (!item || !change)
      return refuse('invalid_input', 'A recipient can ask for a correction while the item is sent or deposited.')
    const next = applyItemChange(work, item, change, { nowMs, ids })
    work.audit(
      auditOf(resource.mail, 'registered_mail.simulated', [{ field: 'recipientUpdate', from: null, to: fields.id }]),
    )
    return reply(201, toItem(next, { principalId: principal.id }))
  },
})
