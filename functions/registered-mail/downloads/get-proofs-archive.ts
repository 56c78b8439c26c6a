import { Readable } from 'node:stream'
import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import { namePart } from '../model/file-name.ts'
import { type Item, proofKinds, type StoredProof } from '../model/item.ts'
import { registeredMails } from '../model/mail-parts.ts'
import { nameOf } from '../model/people.ts'

const modules = async () => {
  const [documents, archive] = await Promise.all([
    import('../../../shared/store/documents.ts'),
    import('./zip-archive.ts'),
  ])
  return { ...documents, ...archive }
}

export const getRegisteredMailProofs = operation({
  id: 'getRegisteredMailProofs',
  method: 'GET',
  path: '/v1/registered-mails/{mailId}/proofs.zip',
  tag: 'Registered mail',
  summary: 'Download all proofs of a mail as a ZIP archive',
  description: 'A folder for each recipient, with the proofs that exist now.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.read',
    feature: 'registered_mail',
  },
  responses: { 200: 'binary' },
  downloads: 'application/zip',
  errors: ['registered_mail_proof_not_found'],
  streams: true,
  loadModules: modules,
  async handle({ resource: { mail, items }, work }) {
    const files = items.flatMap(filesOf)
    if (files.length === 0) return refuse('registered_mail_proof_not_found', 'This mail has no proof (yet).')
    const { readDocument, zipArchive } = await modules()
    // One proof after the other is in memory, as fast as the client takes them.
    const contents = files.map(({ name, proof, at }) => ({ name, at, read: () => readDocument(proof.key) }))
    const stream = Readable.from(zipArchive(contents), { objectMode: false })
    work.ifNotCommitted(async () => void stream.destroy())
    return reply(
      200,
      { stream, contentType: 'application/zip' },
      {
        'Content-Disposition': `attachment; filename="proofs-${mail.id}.zip"`,
        ...downloadPolicy,
      },
    )
  },
})

interface NamedProof {
  readonly name: string
  readonly proof: StoredProof
  readonly at: Date
}

function filesOf(item: Item): NamedProof[] {
  const number = String(item.position + 1).padStart(2, '0')
  const name = namePart(nameOf(item).replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
  return proofKinds.flatMap((kind) => {
    const proof = item.proofs[kind]
    return proof ? [{ name: `${number}-${name}/${kind}.pdf`, proof, at: new Date(proof.issuedAt) }] : []
  })
}
