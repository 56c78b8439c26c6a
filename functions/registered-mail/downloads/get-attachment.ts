import { contentDisposition } from '../../../shared/http/content-disposition.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import { attachmentKey, attachmentNamed } from '../model/attachment-key.ts'
import { pdfFileName } from '../model/file-name.ts'
import type { Attachment } from '../model/mail.ts'
import { registeredMails } from '../model/mail-parts.ts'

const documents = () => import('../../../shared/store/documents.ts')

export const getRegisteredMailAttachment = operation({
  id: 'getRegisteredMailAttachment',
  method: 'GET',
  path: '/v1/registered-mails/{mailId}/attachments/{attachmentId}',
  tag: 'Registered mail',
  summary: 'Download an attachment',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.read',
    feature: 'registered_mail',
  },
  responses: { 200: 'binary' },
  errors: ['registered_mail_attachment_not_found'],
  streams: true,
  loadModules: documents,
  async handle({ resource: { mail }, path, work }) {
    const attachment = attachmentNamed(mail, path.attachmentId)
    if ('refused' in attachment) return attachment
    const { streamDocument } = await documents()
    const stream = await streamDocument(attachmentKey(mail, attachment))
    work.ifNotCommitted(async () => void stream.destroy())
    return reply(200, { stream, contentType: 'application/pdf' }, headersOf(attachment))
  },
})

/** RFC 3230 `Digest` and a strong validator. */
function headersOf({ fileName: given, size, sha256 }: Attachment) {
  const fileName = pdfFileName(given)
  return {
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition('attachment', fileName),
    ...downloadPolicy,
    Digest: `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}`,
    ETag: `"${sha256}"`,
  }
}
