import { STATUS_CODES } from 'node:http'
import type { Body, FormBody, Schema } from '../http/body.ts'
import type { Operation } from '../http/operation.ts'
import { maxMultipartBytes } from '../http/raw-body.ts'
import { type HeaderName, headerReferences, rateLimitHeaders } from './openapi-components.ts'
import type { MediaType, OperationObject, ParameterObject, ResponseObject, SchemaObject } from './openapi-document.ts'
import type { SchemaWriter } from './openapi-schemas.ts'

/** `format: binary` is OpenAPI 3.0's word; generators of client code still know a file by it. */
const bytes: SchemaObject = { type: 'string', format: 'binary' }

/** One parameter for each entry of the query's object. Lists are written with commas. */
export function queryParameters(query: Schema, writer: SchemaWriter): ParameterObject[] {
  const { properties, required = [] } = writer.write(query, 'query')
  if (!properties) throw new Error('a query must be a v.object')
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    ...(schema.type === 'array' ? { style: 'form' as const, explode: false } : {}),
    schema,
  }))
}

/** The body is a component named after its operation, so that generated code has a name for it. */
export function requestBody(
  { id, body }: Pick<Operation, 'id'> & { readonly body: Body },
  writer: SchemaWriter,
): NonNullable<OperationObject['requestBody']> {
  const written = body.schema && writer.writeNamed(`${capitalized(id)}Input`, body.schema, 'request')
  if (body.kind === 'form') return { required: true, content: { 'multipart/form-data': form(body, written) } }
  return {
    required: isNeeded(writer.write(body.schema, 'request')),
    content: { 'application/json': { schema: written ?? {} } },
  }
}

function isNeeded({ $ref, required = [] }: SchemaObject): boolean {
  return $ref !== undefined || required.length > 0
}

/** A file, or the upload that holds it, with its data if any. */
function form({ file }: FormBody, data: SchemaObject | null): MediaType {
  const megabytes = Math.floor(file.maxBytes / (1024 * 1024))
  const size =
    file.maxBytes < maxMultipartBytes
      ? `Up to ${megabytes} MB. You can also create an upload first and send \`uploadId\` instead.`
      : `Up to about 4 MB. For a file of up to ${megabytes} MB, create an upload first and send \`uploadId\` instead.`
  const schema: SchemaObject = {
    type: 'object',
    properties: {
      file: {
        ...bytes,
        description: size,
      },
      uploadId: {
        type: 'string',
        format: 'uuid',
        description: `The upload that holds the file (\`${file.contentType}\`), created with \`POST /v1/uploads\`. Instead of \`file\`.`,
      },
      ...(data && { data }),
    },
    ...(data && { required: ['data'] }),
  }
  const encoding = {
    file: { contentType: file.contentType },
    ...(data && { data: { contentType: 'application/json' } }),
  }
  return { schema, encoding }
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** What an answer that succeeds looks like. `isReadable`: what the operation creates has a path to read it at. */
export function successResponse(
  operation: Operation,
  status: number,
  { writer, isReadable }: { writer: SchemaWriter; isReadable: boolean },
): ResponseObject {
  const declared = operation.responses[status] ?? null
  const located: HeaderName[] = status === 201 && isReadable ? ['Location'] : []
  const headers = headerReferences([...successHeaders(operation, status), ...located])
  const answer = { description: STATUS_CODES[status] ?? 'Success', headers }
  if (declared === null) return answer
  if (declared === 'binary')
    return { ...answer, content: { [operation.downloads ?? 'application/pdf']: { schema: bytes } } }
  const schema = writer.writeNamed(`${capitalized(operation.id)}Result`, declared, 'response')
  return { ...answer, content: { 'application/json': { schema } } }
}

function successHeaders({ method, access, responses }: Operation, status: number): HeaderName[] {
  const declared = responses[status] ?? null
  const names: HeaderName[] = ['X-Request-Id']
  if (access.to === 'anyone') return [...names, 'Cache-Control', 'ETag']
  names.push(...rateLimitHeaders)
  if (declared === 'binary') names.push('ETag', 'Content-Disposition')
  if (declared !== null && declared !== 'binary' && isVersioned(declared)) names.push('ETag')
  if (method === 'POST') names.push('Idempotent-Replayed')
  return names
}

/** Versioned resources show their version, and then have an ETag as well. */
function isVersioned(schema: Schema): boolean {
  const { entries } = schema as { entries?: object }
  return entries !== undefined && 'version' in entries
}
