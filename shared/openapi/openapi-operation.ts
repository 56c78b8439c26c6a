import { STATUS_CODES } from 'node:http'
import type { Body, FormBody, Schema } from '../http/body.ts'
import type { Operation } from '../http/operation.ts'
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

export function requestBody(body: Body, writer: SchemaWriter): NonNullable<OperationObject['requestBody']> {
  if (body.kind === 'form')
    return { required: true, content: formContent(body, body.schema && writer.write(body.schema, 'request')) }
  const written = writer.write(body.schema, 'request')
  return {
    required: written.$ref !== undefined || (written.required ?? []).length > 0,
    content: { 'application/json': { schema: written } },
  }
}

/** A file with its data, if any: together as a form, or as JSON that names an upload made before. */
function formContent({ file }: FormBody, data: SchemaObject | null): Record<string, MediaType> {
  const megabytes = Math.floor(file.maxBytes / (1024 * 1024))
  const form: SchemaObject = {
    type: 'object',
    properties: {
      file: {
        ...bytes,
        description:
          `Up to about 4 MB. For a file of up to ${megabytes} MB, create an upload first. Then send ` +
          `${data ? 'the fields of `data` with `uploadId`' : 'its `uploadId`'} as \`application/json\`.`,
      },
      ...(data && { data }),
    },
    required: data ? ['file', 'data'] : ['file'],
  }
  const uploadId: SchemaObject = {
    type: 'string',
    format: 'uuid',
    description:
      `The upload that holds the file (\`${file.contentType}\`, up to ${megabytes} MB). Create it with \`POST ` +
      '/v1/uploads`.',
  }
  const upload: SchemaObject = { type: 'object', properties: { uploadId }, required: ['uploadId'] }
  return {
    'multipart/form-data': {
      schema: form,
      encoding: {
        file: { contentType: file.contentType },
        ...(data && { data: { contentType: 'application/json' } }),
      },
    },
    'application/json': { schema: data ? { allOf: [data, upload] } : upload },
  }
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
  if (declared === 'binary') return { ...answer, content: { [binaryType(operation)]: { schema: bytes } } }
  return { ...answer, content: { 'application/json': { schema: writer.write(declared, 'response') } } }
}

/** What is downloaded are documents, but for the two public operations that describe the API. */
function binaryType({ path }: Operation): string {
  if (path === '/openapi.json') return 'application/json'
  return path === '/docs' ? 'text/html' : 'application/pdf'
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
