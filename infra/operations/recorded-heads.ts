import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { headOfObjectKey, type RecordedHead } from '../../shared/audit/recorded-head.ts'

interface AskedHeads {
  readonly org: string
  /** The first day, and the last. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The heads of an organization in the locked bucket, the oldest day first. A head counts also behind a delete marker. */
export async function recordedHeadsOf(
  s3: S3Client,
  Bucket: string,
  { org, from = '', to = '~' }: AskedHeads,
): Promise<RecordedHead[]> {
  const heads = new Map<string, RecordedHead>()
  let next: { KeyMarker?: string; VersionIdMarker?: string } | null = {}
  while (next) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: `${org}/`, ...next }),
    )
    for (const { Key = '', LastModified } of page.Versions ?? []) {
      const head = headOfObjectKey(Key)
      if (head && head.day >= from && head.day <= to)
        heads.set(Key, { ...head, recordedAt: LastModified?.toISOString() ?? '' })
    }
    const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page
    next =
      IsTruncated && NextKeyMarker !== undefined
        ? {
            KeyMarker: NextKeyMarker,
            ...(NextVersionIdMarker !== undefined && { VersionIdMarker: NextVersionIdMarker }),
          }
        : null
  }
  return [...heads.values()].toSorted((a, b) => (a.day < b.day || (a.day === b.day && a.length < b.length) ? -1 : 1))
}
