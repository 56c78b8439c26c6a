import { mkdir } from 'node:fs/promises'
import S3rver from '@20minutes/s3rver'
import { type Host, listenOnLoopback } from './http-host.ts'
import { correctS3rver } from './s3-corrections.ts'

/** The only key pair that s3rver knows. Any region verifies. */
export const s3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const

/** Any page may PUT and GET with a presigned URL: locally the pages' origin has a port that nobody knows beforehand. */
const corsForAnyOrigin = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>*</AllowedHeader>
  <ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`

export type S3Options = { dataDirectory: string; buckets: readonly string[]; port?: number }

/**
 * Starts s3rver with the buckets given. Its endpoint is an IP address, which makes the SDK put the bucket in the path without `forcePathStyle`.
 * Clients that upload streams or presign a PUT need `requestChecksumCalculation: 'WHEN_REQUIRED'`.
 */
export async function startS3({ dataDirectory, buckets, port }: S3Options): Promise<Host> {
  await mkdir(dataDirectory, { recursive: true })
  const s3rver = new S3rver({
    directory: dataDirectory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: buckets.map((name) => ({ name, configs: [corsForAnyOrigin] })),
  })
  correctS3rver(s3rver)
  await s3rver.configureBuckets()
  const { endpoint, close } = await listenOnLoopback(s3rver.callback(), port)
  return {
    endpoint,
    async close() {
      await close()
      s3rver.logger.close()
    },
  }
}
