import type { Platform } from '../../shared/platform.ts'
import { sealedKeys } from '../../shared/signature/document-keys.ts'
import type { RequestRecord } from '../../shared/signature/request.ts'
import { newestSigned } from '../../shared/signature/stored-document.ts'
import { dropDocument, putDocument, readDocument, type StoredFile, sha256Of } from '../../shared/store/documents.ts'
import { extendForLong } from './long-term.ts'

export interface MadeRenewal {
  readonly level: NonNullable<RequestRecord['document']['sealLevel']>
  readonly provableUntilMs: number | null
  /** Under a key of its own; null where nothing could be appended. */
  readonly file: (StoredFile & { readonly run: string }) | null
  /** Null: nothing more to do. */
  readonly fault: unknown
}

/** Appends to the newest sealed document of a request, and stores the result beside it. */
export async function makeRenewal(platform: Platform, record: RequestRecord): Promise<MadeRenewal> {
  const newest = newestSigned(record)
  if (!newest) throw new Error('the document is not sealed')
  const bytes = await readDocument(newest.key)
  if (sha256Of(bytes) !== newest.sha256) throw new Error('the stored document is not the one that was sealed')
  const { bytes: extended, level, provableUntilMs, fault } = await extendForLong(platform, bytes)
  if (extended.length === bytes.length) return { level, provableUntilMs, fault, file: null }
  const run = platform.ids()
  const stored = await putDocument(sealedKeys(record, run).signed, extended)
  return { level, provableUntilMs, fault, file: { ...stored, run } }
}

/** Drops what was made for a seal that another run has extended. */
export async function dropRenewal({ file }: MadeRenewal): Promise<void> {
  if (file) await dropDocument(file.key)
}
