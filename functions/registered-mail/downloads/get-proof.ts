import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import { itemNamed } from '../api/named-item.ts'
import { type Item, proofKinds } from '../model/item.ts'
import { registeredMails } from '../model/mail-parts.ts'

const documents = () => import('../../../shared/store/documents.ts')

export const getRegisteredMailProof = operation({
  id: 'getRegisteredMailProof',
  method: 'GET',
  path: '/v1/registered-mails/{mailId}/items/{itemId}/proofs/{kind}',
  tag: 'Registered mail',
  summary: 'Download a proof of an item',
  description:
    'A sealed PDF: `deposit`, `content`, `delivery`, `refusal`, `negligence` or `bounce`. It exists a moment after the item has the status; `proofs` of the item says so. The attached `proof.json` has the same content for programs.',
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.read',
    feature: 'registered_mail',
  },
  responses: { 200: 'binary' },
  errors: ['registered_mail_item_not_found', 'registered_mail_proof_not_found'],
  streams: true,
  loadModules: documents,
  async handle({ resource, path: { itemId, kind }, work }) {
    const named = itemNamed(resource, itemId)
    if (isRefusal(named)) return named
    const proof = named.item && proofOfKind(named.item, kind)
    if (!proof) return refuse('registered_mail_proof_not_found', 'The item has no proof of this kind (yet).')
    const { streamDocument } = await documents()
    const stream = await streamDocument(proof.key)
    work.ifNotCommitted(async () => void stream.destroy())
    return reply(
      200,
      { stream, contentType: 'application/pdf' },
      {
        'Content-Length': String(proof.size),
        'Content-Disposition': `attachment; filename="${kind}-${itemId}.pdf"`,
        ...downloadPolicy,
        Digest: `sha-256=${Buffer.from(proof.sha256, 'hex').toString('base64')}`,
        ETag: `"${proof.sha256}"`,
      },
    )
  },
})

function proofOfKind({ proofs }: Item, given: string) {
  const kind = proofKinds.find((each) => each === given)
  return kind ? proofs[kind] : null
}
