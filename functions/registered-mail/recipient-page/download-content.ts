import { operation } from '../../../shared/http/operation.ts'
import { documents, ownProof } from './downloads.ts'
import { recipientLink } from './link-access.ts'

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
  async handle({ grant, sessionSha256, origin, work, clock, ids }) {
    return await ownProof('content', { grant, sessionSha256, origin, work, nowMs: clock(), ids })
  },
})
