import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { documents, sentFile } from './downloads.ts'
import { recipientLink } from './link-access.ts'
import { mayRead } from './recipient-grant.ts'

export const downloadOwnDeliveryProof = operation({
  id: 'downloadOwnDeliveryProof',
  method: 'GET',
  path: '/r/{token}/proof',
  tag: 'Registered mail pages',
  summary: 'Get the proof of delivery',
  description: 'Only for a browser in which the recipient entered their code, after the mail was accepted.',
  access: recipientLink,
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  loadModules: documents,
  async handle({ grant, sessionSha256, work, clock }) {
    const file = grant?.item.proofs.delivery
    if (!file || !mayRead(grant, sessionSha256, clock()))
      return refuse('not_found', 'Open the page of this mail and confirm your mailbox first.')
    return await sentFile(work, { ...file, fileName: `delivery-${grant.item.id}.pdf` })
  },
})
