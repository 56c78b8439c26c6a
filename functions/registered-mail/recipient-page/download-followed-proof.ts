import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { proofKinds } from '../model/item.ts'
import { documents, sentFile } from './downloads.ts'
import { followedProof } from './follower-grant.ts'
import { followerLink } from './link-access.ts'

export const downloadFollowedProof = operation({
  id: 'downloadFollowedProof',
  method: 'GET',
  path: '/p/{token}/{kind}',
  tag: 'Registered mail pages',
  summary: 'Get a proof of a registered mail that you follow',
  description: 'The proof of content has the letter, and is there once the mail was accepted.',
  access: followerLink,
  responses: { 200: 'binary' },
  errors: ['not_found'],
  streams: true,
  loadModules: documents,
  async handle({ grant, path, work }) {
    const kind = proofKinds.find((each) => each === path.kind)
    const file = grant && kind && followedProof(grant, kind)
    if (!file) return refuse('not_found', 'There is no such proof.')
    return await sentFile(work, { ...file, fileName: `${kind}-${grant.item.id}.pdf` })
  },
})
