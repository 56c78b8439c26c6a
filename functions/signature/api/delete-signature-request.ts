import { refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { documentKeys } from '../model/document-keys.ts'
import { writeFields } from '../model/field.ts'
import { drawingFileKeys } from '../model/given-signatures.ts'
import { requests, signatureRequests } from '../model/request.ts'
import { auditOf } from './audit.ts'
import { linkSigners } from './signer-contacts.ts'

export const deleteSignatureRequest = operation({
  id: 'deleteSignatureRequest',
  method: 'DELETE',
  path: '/v1/signature-requests/{id}',
  tag: 'Signature requests',
  summary: 'Delete a draft',
  description: 'Only drafts can be deleted. A request that was sent to signers is kept as a record.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.send', feature: 'signature' },
  responses: { 204: null },
  errors: ['signature_request_not_cancelable'],
  async handle({ resource: { record, fields }, work }) {
    if (record.status !== 'draft')
      return refuse(
        'signature_request_not_cancelable',
        'Only drafts can be deleted. This request was sent; cancel it instead.',
      )
    work.remove(requests, record)
    writeFields(work, record.id, { before: fields, after: [] })
    linkSigners(work, record, { before: record.signers, after: [] })
    const drawings = fields.flatMap((field) => drawingFileKeys(record.id, field))
    for (const key of [...documentKeys(record), ...drawings])
      work.enqueue({ type: 'document.discarded', data: { key } }, record)
    work.enqueue({ type: 'task.links_gone', data: { resourceId: record.id } }, record)
    work.audit(auditOf(record, 'signature_request.deleted'))
    return reply(204, null)
  },
})
