import { checkStamps } from '../../../shared/pdf/check-stamps.ts'
import { DocumentObjects } from '../../../shared/pdf/document-objects.ts'
import { stampSample } from '../../../shared/pdf/page-drawings/stamp-sample.ts'
import { geometriesOf } from '../../../shared/pdf/page-tree.ts'
import { dropDocument, putDocument, readDocument, type StoredFile, sha256Of } from '../../../shared/store/documents.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import { sealedKeys } from '../model/document-keys.ts'
import type { RequestRecord } from '../model/request.ts'
import { newestSigned } from '../model/stored-document.ts'
import { AlteredPicture } from './altered-picture.ts'
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
  await checkPicture(bytes, extended)
  const run = platform.ids()
  const stored = await putDocument(sealedKeys(record, run).signed, extended)
  return { level, provableUntilMs, fault, file: { ...stored, run } }
}

/** Throws where pdf.js does not draw both alike: what is appended to a sealed document may show nothing. */
async function checkPicture(before: Uint8Array, after: Uint8Array): Promise<void> {
  const noStamps = await stampSample(geometriesOf(new DocumentObjects(before)), [], { title: '', watermark: null })
  const check = await checkStamps({ shown: before, stamped: after, sample: noStamps })
  if (!check.valid) throw new Error(`what the renewed file shows cannot be told: ${check.reason}`)
  if (check.difference !== null) throw new AlteredPicture(`the renewed file shows something else: ${check.difference}`)
}

/** Drops what was made for a seal that another run has extended. */
export async function dropRenewal({ file }: MadeRenewal): Promise<void> {
  if (file) await dropDocument(file.key)
}
