import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { isUuid } from '../../../shared/platform/ids.ts'
import { readUploadedVersion, s3 } from '../../../shared/store/uploaded-objects.ts'

export const uploadContentType = 'application/pdf'
const validForMs = 5 * minuteMs

const keyOf = (id: string) => `verify/${id}`

/** An address that takes one file of this size, for five minutes. */
export async function checkUploadUrl({
  id,
  size,
  nowMs,
}: {
  id: string
  size: number
  nowMs: number
}): Promise<string> {
  const command = new PutObjectCommand({
    Bucket: environment('UPLOADS_BUCKET'),
    Key: keyOf(id),
    ContentType: uploadContentType,
    ContentLength: size,
  })
  return await getSignedUrl(s3(), command, {
    expiresIn: validForMs / 1000,
    signingDate: new Date(nowMs),
    signableHeaders: new Set(['host', 'content-type', 'content-length']),
  })
}

let origin: string | undefined

/** Where such addresses are, for the policy of the page. */
export async function uploadsOrigin(): Promise<string> {
  origin ??= new URL(await checkUploadUrl({ id: 'none', size: 1, nowMs: Date.now() })).origin
  return origin
}

/** The bytes of an upload, of which nothing is left; null where there is none of this id. */
export async function takeUpload(id: string): Promise<Uint8Array | null> {
  if (!isUuid(id)) return null
  const upload = await readUploadedVersion(keyOf(id))
  if (!upload) return null
  // Without its version S3 would hide the file, and keep it for a day.
  const version = { Bucket: environment('UPLOADS_BUCKET'), Key: keyOf(id), VersionId: upload.versionId }
  await s3().send(new DeleteObjectCommand(version))
  return upload.bytes
}
