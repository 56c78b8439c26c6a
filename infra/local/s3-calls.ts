import type { AwsRequest, Permission } from './aws-calls.ts'

/** By method and the query parameters that choose the operation, in the order of the alphabet. */
const objectActions: Readonly<Record<string, string>> = {
  DELETE: 's3:DeleteObject',
  'DELETE tagging': 's3:DeleteObjectTagging',
  'DELETE uploadId': 's3:AbortMultipartUpload',
  'DELETE versionId': 's3:DeleteObjectVersion',
  GET: 's3:GetObject',
  'GET tagging': 's3:GetObjectTagging',
  'GET versionId': 's3:GetObjectVersion',
  HEAD: 's3:GetObject',
  'HEAD versionId': 's3:GetObjectVersion',
  'POST uploadId': 's3:PutObject',
  'POST uploads': 's3:PutObject',
  PUT: 's3:PutObject',
  'PUT partNumber uploadId': 's3:PutObject',
  'PUT tagging': 's3:PutObjectTagging',
}

/** They make a PUT need more than it says here. */
const unknownHeaders = ['x-amz-acl', 'x-amz-object-lock-mode', 'x-amz-object-lock-legal-hold']

/**
 * The permissions that a call of S3 needs, with the bucket in the path. https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html
 * tells them operation by operation.
 */
export function s3Permissions(request: AwsRequest): Permission[] {
  const { method, headers } = request
  const { bucketArn, key, query } = targetOf(request)
  if (key === '') return [{ action: bucketAction(method, query), resource: bucketArn }]
  const operation = [method, ...operationParameters(query)].join(' ')
  const action = objectActions[operation]
  const isSent = (name: string) => headers[name] !== undefined || query.has(name)
  const unknown = unknownHeaders.find(isSent)
  if (action === undefined || unknown) throw new Error(`what S3 needs for ${operation} ${unknown ?? ''} is not known`)
  const tagging = isSent('x-amz-tagging') ? ['s3:PutObjectTagging'] : []
  const needed = [action, ...tagging].map((each) => ({ action: each, resource: `${bucketArn}/${key}` }))
  return [...needed, ...copyPermissions(headers)]
}

/** A copy reads its source. Tags that it would take along need more. */
function copyPermissions(headers: AwsRequest['headers']): Permission[] {
  const source = headers['x-amz-copy-source']
  if (typeof source !== 'string') return []
  if (headers['x-amz-tagging-directive'] !== 'REPLACE') throw new Error('what S3 needs to copy tags is not known')
  return [{ action: 's3:GetObject', resource: `arn:aws:s3:::${decodeURIComponent(source).replace(/^\//, '')}` }]
}

/**
 * What a caller needs to be told that there is no such object: S3 answers 403 to one who may not list the bucket, so that what a
 * function does about a 404 happens on AWS only with this.
 */
export function permissionsForNotFound(request: AwsRequest): Permission[] {
  const { bucketArn, key } = targetOf(request)
  const reads = (request.method === 'GET' || request.method === 'HEAD') && key !== ''
  return reads ? [{ action: 's3:ListBucket', resource: bucketArn }] : []
}

function targetOf({ url }: AwsRequest): { bucketArn: string; key: string; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1')
  const [, bucket = '', ...key] = pathname.split('/').map(decodeURIComponent)
  return { bucketArn: `arn:aws:s3:::${bucket}`, key: key.join('/'), query: searchParams }
}

function bucketAction(method: string, query: URLSearchParams): string {
  if (method === 'HEAD' || (method === 'GET' && query.has('list-type'))) return 's3:ListBucket'
  throw new Error(`what S3 needs for ${method} of a bucket is not known`)
}

/** Without those of the signature, and without those that only describe the request or shape its answer. */
function operationParameters(query: URLSearchParams): string[] {
  return [...query.keys()].filter((name) => !/^(x-id|x-amz-.*|response-.*)$/i.test(name)).toSorted()
}
