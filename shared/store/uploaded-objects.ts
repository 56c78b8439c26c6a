import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { objectCalls } from '../platform/aws-calls.ts'
import { environment } from '../platform/environment.ts'

let client: S3Client | undefined

/** One client for all buckets. Checksums are sent where an operation asks for them, not added to every stream. */
export function s3(): S3Client {
  client ??= new S3Client({
    ...objectCalls,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return client
}

/** The bytes that were put by a presigned URL, or null when nothing was put. */
export async function readUploadedObject(key: string): Promise<Uint8Array | null> {
  return (await readUploadedVersion(key))?.bytes ?? null
}

/** The same with the version that was read: to delete it for good, name it. */
export async function readUploadedVersion(
  key: string,
): Promise<{ readonly bytes: Uint8Array; readonly versionId: string | undefined } | null> {
  try {
    const read = new GetObjectCommand({ Bucket: environment('UPLOADS_BUCKET'), Key: key })
    const { Body, VersionId: versionId } = await s3().send(read)
    const bytes = await Body?.transformToByteArray()
    return bytes ? { bytes, versionId } : null
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
}
