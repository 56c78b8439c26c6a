/** The part of @20minutes/s3rver (a Koa application) that the S3 engine uses; the package has no types. */
declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  export type StoredObject = {
    bucket: string
    key: string
    content: Readable
    metadata: Record<string, string>
    size: number
    range?: { start: number; end: number }
  }

  export type ListedObject = { key: string; lastModifiedDate: Date }

  export type Tagging = { type: 'tagging'; toXML(space?: number): string }

  export type Store = {
    existsObject(bucket: string, key: string): Promise<boolean>
    getMetadata(bucket: string, key: string): Promise<Record<string, unknown>>
    getObject(bucket: string, key: string, range?: { start: number; end?: number }): Promise<StoredObject | null>
    getResourcePath(bucket: string, key: string, resource: 'object'): string
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>
    putContent(path: string, content: Readable): Promise<[size: number, md5: string]>
    copyObject(
      fromBucket: string,
      fromKey: string,
      bucket: string,
      key: string,
      metadata: IncomingHttpHeaders | null,
    ): Promise<Record<string, unknown>>
    deleteObject(bucket: string, key: string): Promise<void>
    listObjects(bucket: string, options: object): Promise<{ objects: ListedObject[]; isTruncated: boolean }>
    getSubresource(bucket: string, key: string, type: 'tagging'): Promise<Tagging | null>
    putSubresource(bucket: string, key: string, resource: Tagging): Promise<void>
    deleteSubresource(bucket: string, key: string, type: 'tagging'): Promise<void>
  }

  export type Context = {
    method: string
    path: string
    type: string
    body: unknown
    headers: IncomingHttpHeaders
    query: Record<string, string | string[] | undefined>
    params: Record<string, string>
    status: number
    store: Store
    set(header: string, value: string): void
  }

  export type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    middleware: Middleware[]
    store: Store
    logger: { close(): void }
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}

declare module '@20minutes/s3rver/lib/models/object.js' {
  const S3Object: { readonly STORAGE_CLASSES: string[] }
  export default S3Object
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  /** Its code decides the HTTP status. */
  export default class S3Error extends Error {
    constructor(code: string, message: string)
    code: string
  }
}
