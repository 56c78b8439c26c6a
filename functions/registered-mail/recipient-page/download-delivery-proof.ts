import { operation } from '../../../shared/http/operation.ts'
import { documents, ownProof } from './downloads.ts'
import { recipientLink } from './link-access.ts'

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
  async handle({ grant, sessionSha256, origin, work, clock, ids }) {
    return await ownProof('delivery', { grant, sessionSha256, origin, work, nowMs: clock(), ids })
  },
})
