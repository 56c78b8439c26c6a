import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { attachmentKey } from '../model/attachment-key.ts'
import { writeSenderUse } from '../model/change-mail.ts'
import { mails } from '../model/mail.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { auditOf } from './audit.ts'

export const deleteRegisteredMail = operation({
  id: 'deleteRegisteredMail',
  method: 'DELETE',
  path: '/v1/registered-mails/{mailId}',
  tag: 'Registered mail',
  summary: 'Delete a draft or a canceled mail',
  description: 'Deletes the letter, the people and the attachments for good. A sent mail is kept as a record.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  responses: { 204: null },
  errors: ['registered_mail_not_cancelable'],
  async handle({ resource: { mail }, work }) {
    if (mail.send !== null)
      return refuse('registered_mail_not_cancelable', 'The mail was sent. A sent mail cannot be deleted.')
    work.remove(mails, mail)
    writeSenderUse(work, mail, null)
    // The job removes its letter, its people and their links to contacts, which may be more than one commit takes.
    work.enqueue({ type: 'registered_mail.gone', data: { mailId: mail.id } }, mail)
    work.enqueue({ type: 'task.links_gone', data: { resourceId: mail.id } }, mail)
    for (const attachment of mail.attachments)
      work.enqueue({ type: 'document.discarded', data: { key: attachmentKey(mail, attachment) } }, mail)
    work.audit(auditOf(mail, 'registered_mail.deleted'))
    return reply(204, null)
  },
})
