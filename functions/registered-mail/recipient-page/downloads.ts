import { type BinaryBody, type Reply, reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

export const documents = () => import('../../../shared/store/documents.ts')

interface SentFile {
  readonly key: string
  readonly size: number
  readonly fileName: string
}

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
      'Content-Disposition': attachmentNamed(fileName),
      'Cache-Control': 'private, no-store',
    },
  )
}

/** RFC 6266: a name of ASCII for old clients, and the whole name for others. */
function attachmentNamed(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll("'", '%27')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
