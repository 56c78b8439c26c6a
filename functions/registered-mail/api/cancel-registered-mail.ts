import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { noteActivity } from '../model/activity.ts'
import { changeMail } from '../model/change-mail.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { mailView, toMail } from '../model/mail-view.ts'
import { auditOf } from './audit.ts'
import { canceledRefusal } from './draft-state.ts'

export const cancelRegisteredMail = operation({
  id: 'cancelRegisteredMail',
  method: 'POST',
  path: '/v1/registered-mails/{mailId}/cancel',
  tag: 'Registered mail',
  summary: 'Cancel a draft',
  description: 'A canceled mail stays readable and can be deleted. A sent mail cannot be canceled.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  changesItsResource: true,
  responses: { 200: mailView },
  errors: ['registered_mail_not_cancelable', 'registered_mail_canceled'],
  async handle({ resource, principal, origin, work, clock }) {
    const { mail } = resource
    if (mail.send !== null)
      return refuse('registered_mail_not_cancelable', 'The mail was sent. A sent mail cannot be canceled.')
    if (mail.canceledAt !== null) return canceledRefusal
    const nowMs = clock()
    const canceled = changeMail(work, mail, { ...mail, status: 'canceled', canceledAt: timestamp(nowMs) }, nowMs)
    noteActivity(work, mail.id, 'canceled', { actor: actorIn(principal, mail.orgId), ip: origin.ip })
    work.audit(auditOf(canceled, 'registered_mail.canceled'))
    return reply(200, toMail({ ...resource, mail: canceled }, { principalId: principal.id }), etagOf(canceled))
  },
})
