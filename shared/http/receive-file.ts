import { hash } from 'node:crypto'
import { type Principal, uploaderOf } from '../auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import { fromItem } from '../store/collection.ts'
import type { Item } from '../store/table.ts'
import { noSuchUpload, type Upload, uploads, uploadUsableForMs } from '../store/uploads.ts'
import type { FileRule, ReceivedFile } from './body.ts'
import type { RawBody } from './raw-body.ts'

interface UploadSource {
  readonly uploadItem: Item | null
  readonly principal: Principal
  readonly nowMs: number
}

interface FileSource extends UploadSource {
  readonly raw: RawBody
}

/** A received file, before its rule has read it. */
interface ArrivedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly upload: Upload | null
}

/** The file of a form request, from its part or from an upload, as its rule reads it. */
export async function receiveFile(rule: FileRule, source: FileSource): Promise<ReceivedFile | Refusal> {
  const arrived = source.raw.file ? { ...source.raw.file, upload: null } : await uploadedFile(rule, source)
  if (arrived && 'refused' in arrived) return arrived
  if (!arrived || arrived.bytes.length === 0) return { ...noSuchUpload, refused: rule.missing }
  const { name, bytes, upload } = arrived
  if (bytes.length > rule.maxBytes) {
    const message = `The file is too large. Send at most ${rule.maxBytes} bytes.`
    return { refused: rule.tooLarge, message, details: rule.limits ?? { maxBytes: rule.maxBytes } }
  }
  const content = await rule.read(bytes, source.raw.json)
  if (isRefusal(content)) return content
  return { name, bytes, content, upload, ...(source.raw.parts && { parts: source.raw.parts }) }
}

async function uploadedFile(rule: FileRule, source: FileSource): Promise<ArrivedFile | Refusal | null> {
  const upload = usableUpload(source)
  if (!upload) return null
  if (upload.contentType !== rule.contentType)
    return refuse(
      'invalid_input',
      `The upload was declared as ${upload.contentType}. This operation accepts ${rule.contentType}.`,
    )
  // The S3 client is loaded for requests that name an upload, and for no others.
  const { readUploadedObject } = await import('../store/uploaded-objects.ts')
  const bytes = await readUploadedObject(upload.key)
  if (!bytes) return null
  return asDeclared(upload, bytes) ? { name: upload.fileName, bytes, upload } : notAsDeclared(rule)
}

/** The bytes of an upload that a body of JSON names; null where there is none that the caller can use. */
export async function readUploadOf(
  source: UploadSource,
): Promise<{ readonly upload: Upload; readonly bytes: Uint8Array } | Refusal<'invalid_input'> | null> {
  const upload = usableUpload(source)
  if (!upload) return null
  const { readUploadedObject } = await import('../store/uploaded-objects.ts')
  const bytes = await readUploadedObject(upload.key)
  if (!bytes) return null
  if (asDeclared(upload, bytes)) return { upload, bytes }
  return refuse('invalid_input', differs, { reason: 'not_as_declared' })
}

const differs = 'The uploaded bytes do not match the declared size or SHA-256. Upload the file again.'

/** The uploaded bytes differ from the declared ones. The rule's error for unreadable files answers that. */
function notAsDeclared(rule: FileRule): Refusal {
  return { refused: rule.unreadable, message: differs, details: { reason: 'not_as_declared' } }
}

function asDeclared(upload: Upload, bytes: Uint8Array): boolean {
  if (bytes.length !== upload.size) return false
  return upload.sha256 === null || hash('sha256', bytes, 'hex') === upload.sha256
}

/** An upload of this principal that is neither used nor expired. Uploads of others do not exist here. */
function usableUpload({ uploadItem, principal, nowMs }: UploadSource): Upload | null {
  const upload = uploadItem ? fromItem(uploads, uploadItem) : null
  if (!upload || upload.principalId !== uploaderOf(principal) || upload.usedAt !== null) return null
  return nowMs - Date.parse(upload.createdAt) < uploadUsableForMs ? upload : null
}
