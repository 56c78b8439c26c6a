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
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('UPLOADS_BUCKET'), Key: key }))
    return (await Body?.transformToByteArray()) ?? null
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
}
