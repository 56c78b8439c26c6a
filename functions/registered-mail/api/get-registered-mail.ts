import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { mailView, toMail } from '../model/mail-view.ts'

export const getRegisteredMail = operation({
  id: 'getRegisteredMail',
  method: 'GET',
  path: '/v1/registered-mails/{mailId}',
  tag: 'Registered mail',
  summary: 'Get a registered mail with its items, their timelines and proofs',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.read',
    feature: 'registered_mail',
  },
  responses: { 200: mailView },
  errors: [],
  async handle({ resource, principal }) {
    return reply(200, toMail(resource, { principalId: principal.id }), etagOf(resource.mail))
  },
})
