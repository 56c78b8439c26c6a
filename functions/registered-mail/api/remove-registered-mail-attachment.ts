import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { noteActivity } from '../model/activity.ts'
import { attachmentKey, attachmentNamed } from '../model/attachment-key.ts'
import { changeMail } from '../model/change-mail.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { auditOf } from './audit.ts'
import { draftCodes, draftRefusal } from './draft-state.ts'

export const removeRegisteredMailAttachment = operation({
  id: 'removeRegisteredMailAttachment',
  method: 'DELETE',
  path: '/v1/registered-mails/{mailId}/attachments/{attachmentId}',
  tag: 'Registered mail',
  summary: 'Remove an attachment from a draft',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
  },
  responses: { 204: null },
  errors: [...draftCodes, 'registered_mail_attachment_not_found'],
  async handle({ resource: { mail }, path, principal, origin, work, clock }) {
    const attachment = attachmentNamed(mail, path.attachmentId)
    if ('refused' in attachment) return attachment
    const refusal = draftRefusal(mail)
    if (refusal) return refusal
    const { id } = attachment
    const attachments = mail.attachments.filter((each) => each.id !== id)
    const changed = changeMail(work, mail, { ...mail, attachments }, clock())
    work.enqueue({ type: 'document.discarded', data: { key: attachmentKey(mail, attachment) } }, mail)
    noteActivity(work, mail.id, 'attachment_removed', {
      actor: actorIn(principal, mail.orgId),
      ip: origin.ip,
      detail: { attachmentId: id },
    })
    work.audit(auditOf(changed, 'registered_mail.changed', [{ field: 'attachments', from: id, to: null }]))
    return reply(204, null)
  },
})
