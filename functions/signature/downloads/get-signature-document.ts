import * as v from 'valibot'
import { contentDisposition } from '../../../shared/http/content-disposition.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import type { StoredFile } from '../../../shared/store/documents.ts'
import { noteDownload } from '../model/activity.ts'
import { callerActor } from '../model/caller.ts'
import { type RequestRecord, signatureRequests } from '../model/request.ts'
import {
  type DocumentVariant,
  documentFileName,
  documentVariants,
  storedDocument,
  unavailableCodes,
} from '../model/stored-document.ts'

const documents = () => import('../../../shared/store/documents.ts')

export const getSignatureDocument = operation({
  id: 'getSignatureDocument',
  method: 'GET',
  path: '/v1/signature-requests/{id}/document',
  tag: 'Signature requests',
  summary: 'Download the document, the sealed document or its evidence',
  description:
    '`shown` is the file that signers see and that is sealed. `original` is the file that you uploaded; it differs from `shown` only if `document.normalizations` lists a change. `signed` (the sealed document with its latest renewal) and `evidence` exist once `signature.completed` was published.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.read', feature: 'signature' },
  query: v.object({ variant: v.optional(v.picklist(documentVariants), 'shown') }),
  responses: { 200: 'binary' },
  errors: [...unavailableCodes],
  streams: true,
  loadModules: documents,
  async handle({ resource: { record }, query: { variant }, principal, ...situation }) {
    const file = storedDocument(record, variant)
    if ('refused' in file) return file
    const { streamDocument } = await documents()
    const stream = await streamDocument(file.key)
    situation.work.ifNotCommitted(async () => void stream.destroy())
    noteDownload(situation, { record, variant, actor: callerActor(principal, record.orgId), signerId: null })
    return reply(200, { stream, contentType: 'application/pdf' }, headersOf(file, record, variant))
  },
})

/** RFC 3230 `Digest` and a strong validator. */
function headersOf({ size, sha256 }: StoredFile, record: RequestRecord, variant: DocumentVariant) {
  return {
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition('attachment', documentFileName(record, variant)),
    ...downloadPolicy,
    Digest: `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}`,
    ETag: `"${sha256}"`,
  }
}
