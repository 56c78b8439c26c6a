import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { documents, sentFile } from './downloads.ts'
import { recipientLink } from './link-access.ts'
import { mayRead } from './recipient-grant.ts'

export const downloadRegisteredMailContent = operation({
  id: 'downloadRegisteredMailContent',
  method: 'GET',
  path: '/r/{token}/content',
  tag: 'Registered mail pages',
  summary: 'Get the letter and the list of attachments as one PDF',
  description: 'Only for a browser in which the recipient entered their code, after the mail was accepted.',
  access: recipientLink,
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  loadModules: documents,
  async handle({ grant, sessionSha256, work, clock }) {
    const file = grant?.item.proofs.content
    if (!file || !mayRead(grant, sessionSha256, clock()))
      return refuse('not_found', 'Open the page of this mail and confirm your mailbox first.')
    return await sentFile(work, { ...file, fileName: `content-${grant.item.id}.pdf` })
  },
})
