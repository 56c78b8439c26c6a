import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { StoredFile } from '../../../shared/store/documents.ts'
import { originalKey, sealedKeys, shownKey } from './document-keys.ts'
import type { RequestRecord } from './request.ts'

export const documentVariants = ['shown', 'original', 'signed', 'evidence'] as const
export type DocumentVariant = (typeof documentVariants)[number]

/** When to ask again for a seal in progress, and for a seal that operators must repair. */
const retryAfterSeconds = { pending: 5, failed: 900 }

const ended: readonly RequestRecord['status'][] = ['declined', 'canceled', 'expired']

/** The error codes for a document that does not exist yet, or not any more. */
export const unavailableCodes = [
  'signature_request_not_completed',
  'signed_document_not_available',
  'document_archived',
  'document_purged',
] as const

/** The key of a document of a request, or why it does not exist. */
export function storedDocument(
  record: RequestRecord,
  variant: DocumentVariant,
): StoredFile | Refusal<(typeof unavailableCodes)[number]> {
  const { status, document } = record
  const outOfReach = retentionRefusal(record)
  if (outOfReach) return outOfReach
  if (variant === 'shown') return { ...document, key: shownKey(record) }
  if (variant === 'original') return { ...uploadOf(document), key: originalKey(record) }
  if (status !== 'completed')
    return refuse(
      'signature_request_not_completed',
      ended.includes(status)
        ? 'This request ended before every signer had signed, so nothing was sealed. GET …/activity tells what happened.'
        : 'The sealed document does not exist yet; it is created once every signer has signed.',
    )
  const file = variant === 'signed' ? newestSigned(record) : evidenceFile(record)
  if (file) return file
  const seconds = retryAfterSeconds[document.sealStatus === 'failed' ? 'failed' : 'pending']
  return refuse(
    'signed_document_not_available',
    'Every signer has signed, but the sealed document is not ready yet. Try again later.',
    {
      retryAfterSeconds: seconds,
    },
  )
}

function retentionRefusal({ retention }: RequestRecord): Refusal<'document_archived' | 'document_purged'> | null {
  if (retention?.state === 'purged')
    return refuse('document_purged', 'The files of this request were deleted at the end of their retention period.')
  if (retention?.state !== 'archived') return null
  return retention.restoreRequestedAt === null
    ? refuse('document_archived', 'The document is archived. Restore it first: POST …/document/restore.')
    : refuse('document_archived', 'The document is being restored. Try again later.')
}

/** The sealed document with its latest renewal; null if it is not sealed. */
export function newestSigned(record: Pick<RequestRecord, 'orgId' | 'document'>): StoredFile | null {
  const { signed, sealRun } = record.document
  if (!signed || !sealRun) return null
  const newest = signed.renewals.at(-1) ?? { ...signed, run: sealRun }
  return { sha256: newest.sha256, size: newest.size, key: sealedKeys(record, newest.run).signed }
}

function evidenceFile(record: RequestRecord): StoredFile | null {
  const { evidence, sealRun } = record.document
  return evidence && sealRun ? { ...evidence, key: sealedKeys(record, sealRun).evidence } : null
}

/** The uploaded file. */
export function uploadOf({ normalized, sha256, size }: RequestRecord['document']): { sha256: string; size: number } {
  return normalized?.upload ?? { sha256, size }
}

/** The name under which browsers save a document of a request. */
export function documentFileName({ document }: Pick<RequestRecord, 'document'>, variant: DocumentVariant): string {
  const stem = document.fileName.replace(/\.pdf$/i, '')
  return variant === 'shown' ? `${stem}.pdf` : `${stem}-${variant}.pdf`
}
