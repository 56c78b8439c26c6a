import { operation } from '../../../shared/http/operation.ts'
import { attachmentKey } from '../model/attachment-key.ts'
import { pdfFileName } from '../model/file-name.ts'
import { documents, notConfirmed, sentFile } from './downloads.ts'
import { recipientLink } from './link-access.ts'
import { noteDownload } from './recipient-acts.ts'
import { mayRead } from './recipient-grant.ts'

export const downloadAttachment = operation({
  id: 'downloadOwnAttachment',
  method: 'GET',
  path: '/r/{token}/attachments/{attachmentId}',
  tag: 'Registered mail pages',
  summary: 'Get an attachment, byte for byte',
  description: 'Only for a browser in which the recipient entered their code, after the mail was accepted.',
  access: recipientLink,
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  loadModules: documents,
  async handle({ grant, sessionSha256, path: { attachmentId }, origin, work, clock, ids }) {
    const nowMs = clock()
    const file = grant?.mail.attachments.find(({ id }) => id === attachmentId)
    if (!grant || !file || !mayRead(grant, sessionSha256, nowMs)) return notConfirmed
    await noteDownload({ grant, origin, work, nowMs, ids }, file)
    return await sentFile(work, { ...file, fileName: pdfFileName(file.fileName), key: attachmentKey(grant.mail, file) })
  },
})
