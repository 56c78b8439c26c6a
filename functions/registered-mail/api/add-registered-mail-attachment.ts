import { fileAlone } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { actorIn } from '../../../shared/http/run-handler.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { noteActivity } from '../model/activity.ts'
import { attachmentKey } from '../model/attachment-key.ts'
import { changeMail } from '../model/change-mail.ts'
import { pdfFileName } from '../model/file-name.ts'
import type { Attachment } from '../model/mail.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { attachmentView } from '../model/mail-view.ts'
import { attachmentFile } from './attachment-file.ts'
import { auditOf } from './audit.ts'
import { draftCodes, draftRefusal } from './draft-state.ts'
import { attachmentsRefusal } from './send-rules.ts'

const documents = () => import('../../../shared/store/documents.ts')

export const addRegisteredMailAttachment = operation({
  id: 'addRegisteredMailAttachment',
  method: 'POST',
  path: '/v1/registered-mails/{mailId}/attachments',
  tag: 'Registered mail',
  summary: 'Attach a PDF to a draft',
  description:
    'The file is delivered byte for byte. It may contain signatures and embedded data; scripts, actions, XFA and content that readers show differently are refused.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.send',
    feature: 'registered_mail',
    needsSettings: true,
  },
  body: fileAlone(attachmentFile),
  responses: { 201: attachmentView },
  errors: [...draftCodes, 'attachments_limit_exceeded'],
  loadModules: documents,
  async handle({ resource: { mail }, settings, file, principal, origin, work, clock, ids }) {
    const refusal =
      draftRefusal(mail) ??
      attachmentsRefusal([...mail.attachments, { size: file.bytes.length }], settings.registeredMail)
    if (refusal) return refusal
    const nowMs = clock()
    const id = ids(nowMs)
    const { putDocument, dropDocument } = await documents()
    const { key, sha256, size } = await putDocument(attachmentKey(mail, { id }), file.bytes)
    work.ifNotCommitted(() => dropDocument(key))
    const attachment: Attachment = {
      id,
      fileName: pdfFileName(file.name),
      size,
      pageCount: file.content.pageCount,
      sha256,
      createdAt: timestamp(nowMs),
    }
    const changed = changeMail(work, mail, { ...mail, attachments: [...mail.attachments, attachment] }, nowMs)
    work.enqueue({ type: 'document.stored', data: { key } }, mail)
    noteActivity(work, mail.id, 'attachment_added', {
      actor: actorIn(principal, mail.orgId),
      ip: origin.ip,
      detail: { attachmentId: id, sha256 },
    })
    work.audit(auditOf(changed, 'registered_mail.changed', [{ field: 'attachments', from: null, to: id }]))
    return reply(201, attachment, { Location: `/v1/registered-mails/${mail.id}/attachments/${id}` })
  },
})
