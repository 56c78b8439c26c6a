import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { contentDisposition } from '../../../shared/http/content-disposition.ts'
import type { Origin } from '../../../shared/http/operation.ts'
import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { noteDownload } from './recipient-acts.ts'
import { mayRead, type RecipientGrant } from './recipient-grant.ts'

export const documents = () => import('../../../shared/store/documents.ts')

interface SentFile {
  readonly key: string
  readonly size: number
  readonly fileName: string
}

/** A request for a file of a mail. */
export interface FileRequest {
  readonly grant: RecipientGrant | null
  readonly sessionSha256: string
  readonly origin: Origin
  readonly work: UnitOfWork
  readonly nowMs: number
  readonly ids: () => string
}

/** Streams a proof to the recipient's browser that may read the mail. The proof of content is the letter. */
export async function ownProof(
  kind: 'content' | 'delivery',
  request: FileRequest,
): Promise<Reply<200, BinaryBody> | Refusal<'not_found'>> {
  const { grant, sessionSha256, work, nowMs } = request
  const file = grant?.item.proofs[kind]
  if (!file || !mayRead(grant, sessionSha256, nowMs)) return notConfirmed
  if (kind === 'content') await noteDownload({ ...request, grant }, file)
  return await sentFile(work, { ...file, fileName: `${kind}-${grant.item.id}.pdf` })
}

export const notConfirmed = refuse('not_found', 'Open the page of this mail and confirm your mailbox first.')

/** Streams a PDF of a mail that was accepted. */
export async function sentFile(work: UnitOfWork, { key, size, fileName }: SentFile): Promise<Reply<200, BinaryBody>> {
  const stream = await (await documents()).streamDocument(key)
  work.ifNotCommitted(async () => void stream.destroy())
  return reply(
    200,
    { stream, contentType: 'application/pdf' },
    {
      ...downloadPolicy,
      'Content-Length': String(size),
      'Content-Disposition': contentDisposition('attachment', fileName),
      'Cache-Control': 'private, no-store',
    },
  )
}
