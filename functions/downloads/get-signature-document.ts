import * as v from 'valibot'
import { timestamp } from '../../shared/clock.ts'
import { type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { downloads } from '../../shared/signature/activity.ts'
import { callerActor } from '../../shared/signature/caller.ts'
import { type RequestRecord, signatureRequests } from '../../shared/signature/request.ts'
import { streamDocument } from '../../shared/store/documents.ts'

const variants = ['original', 'signed', 'evidence'] as const
type Variant = (typeof variants)[number]

/** When it is worth asking again for a seal that is under way, and for one that operators have to look at. */
const retryAfterSeconds = { pending: 5, failed: 900 }

export const getSignatureDocument = operation({
  id: 'getSignatureDocument',
  method: 'GET',
  path: '/v1/signature-requests/{id}/document',
  tag: 'Signature requests',
  summary: 'Download the original, the sealed document or its evidence',
  description: 'The sealed document and the evidence can be downloaded from `signature.completed` on.',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.read', feature: 'signature' },
  query: v.object({ variant: v.optional(v.picklist(variants), 'original') }),
  responses: { 200: 'binary' },
  errors: ['signature_request_not_completed', 'signed_document_not_available'],
  streams: true,
  async handle({ resource: { record }, query: { variant }, work, principal, origin, clock, ids }) {
    const file = fileOf(record, variant)
    if ('refused' in file) return file
    const stream = await streamDocument(file.key)
    const { ip, userAgent } = origin
    const at = timestamp(clock())
    const actor = callerActor(principal)
    work.putPart(downloads, {
      requestId: record.id,
      id: ids(),
      at,
      type: 'downloaded',
      actor,
      detail: { variant },
      ip,
      userAgent,
    })
    return reply(200, { stream, contentType: 'application/pdf' }, headersOf(file, record, variant))
  },
})

interface DownloadedFile {
  readonly key: string
  readonly sha256: string
  readonly size: number
}

type Unavailable = Refusal<'signature_request_not_completed' | 'signed_document_not_available'>

function fileOf({ status, document }: RequestRecord, variant: Variant): DownloadedFile | Unavailable {
  if (variant === 'original') return { ...document, key: document.originalKey }
  if (status !== 'completed')
    return refuse('signature_request_not_completed', 'There is a sealed document once every signer has signed.')
  const file = document[variant]
  if (file) return file
  const seconds = retryAfterSeconds[document.sealStatus === 'failed' ? 'failed' : 'pending']
  return refuse('signed_document_not_available', 'Every signer has signed; the seal is not ready yet.', {
    retryAfterSeconds: seconds,
  })
}

/** RFC 3230 `Digest`, a strong validator, and a name for the file (RFC 6266). */
function headersOf(file: DownloadedFile, record: RequestRecord, variant: Variant): Record<string, string> {
  const stem = record.document.fileName.replace(/\.pdf$/i, '')
  const name = variant === 'original' ? `${stem}.pdf` : `${stem}-${variant}.pdf`
  const ascii = name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\]/g, '_')
  return {
    'Content-Length': String(file.size),
    'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    Digest: `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`,
    ETag: `"${file.sha256}"`,
  }
}
