import { hash } from 'node:crypto'
import type { Principal } from '../../../shared/auth/principal.ts'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { ReceivedFile } from '../../../shared/http/body.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { derivedUuid } from '../../../shared/platform/ids.ts'
import type { Platform } from '../../../shared/store/platform.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { claimUpload, noSuchUpload, useUpload } from '../../../shared/store/uploads.ts'
import type { ImportInput } from './import-input.ts'

interface ImportUpload extends Platform {
  readonly principal: Principal
  readonly input: ImportInput
  readonly file: ReceivedFile
  readonly idempotencyKey: string | null
  readonly work: UnitOfWork
}

/** The id of the contact that a row creates. */
export type IdOf = (row: number) => string

/**
 * Takes the file for an import before anything is written. The ids of new contacts derive from the Idempotency-Key and the request, or
 * from the first import of an upload. So a repeated or simultaneous import finds the contacts that exist already.
 */
export async function takeFile(asked: ImportUpload): Promise<{ idOf: IdOf } | Refusal<'import_file_required'>> {
  const { table, clock, ids, principal, input, file, idempotencyKey: key, work } = asked
  const nowMs = clock()
  if (!file.upload && key === null) return { idOf: () => ids(nowMs) }
  const sha256 = hash('sha256', file.bytes, 'hex')
  const idRoot = key === null ? ids(nowMs) : derivedUuid(JSON.stringify([principal.id, key, sha256, input]))
  if (!file.upload) return { idOf: idsFollowing(idRoot) }
  const mine = { purpose: hash('sha256', JSON.stringify([sha256, input]), 'hex'), idRoot }
  const claim = input.dryRun ? null : await claimUpload(table, file.upload, mine)
  if (!claim && !input.dryRun) return refuse('import_file_required', noSuchUpload.message)
  useUpload(work, file.upload, { usedAt: timestamp(nowMs), ifTaken: 'import_file_required', claim })
  return { idOf: idsFollowing(claim?.idRoot ?? idRoot) }
}

function idsFollowing(root: string): IdOf {
  return (row) => derivedUuid(`${root} ${row}`)
}
