import { PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { environment } from '../../shared/platform/environment.ts'
import { s3 } from '../../shared/store/uploaded-objects.ts'

interface DeclaredFile {
  readonly key: string
  readonly contentType: string
  readonly size: number
  /** Hex. */
  readonly sha256: string | null
  readonly signedAtMs: number
  readonly validForMs: number
}

/** An address that takes exactly the declared file: its size, type and checksum are part of the signature. */
export async function presignedPut(file: DeclaredFile): Promise<{ url: string; headers: Record<string, string> }> {
  const checksum = file.sha256 === null ? undefined : Buffer.from(file.sha256, 'hex').toString('base64')
  const command = new PutObjectCommand({
    Bucket: environment('UPLOADS_BUCKET'),
    Key: file.key,
    ContentType: file.contentType,
    ContentLength: file.size,
    ...(checksum ? { ChecksumSHA256: checksum } : {}),
  })
  const headers: Record<string, string> = { 'Content-Type': file.contentType, 'Content-Length': String(file.size) }
  if (checksum) headers['x-amz-checksum-sha256'] = checksum
  const url = await getSignedUrl(s3(), command, {
    expiresIn: file.validForMs / 1000,
    signingDate: new Date(file.signedAtMs),
    signableHeaders: new Set(['host', 'content-type', 'content-length', 'x-amz-checksum-sha256']),
    unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
  })
  return { url, headers }
}
