import {
  isReference,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
} from '../../shared/openapi/openapi-document.ts'
import { exampleOf, type SchemasByName } from '../../shared/openapi/schema-example.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** The operation as a shell command, with the token in `$TOKEN`. */
export function curlExample({ method, path, operation }: Call, document: OpenApiDocument): string {
  const { schemas } = document.components
  const lines = [
    `curl ${methodOption(method, operation)}'${document.servers[0]?.url ?? ''}${exampleUrl(path, operation, schemas)}'`,
  ]
  if (operation.security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (refersTo(operation, 'IdempotencyKey')) lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (refersTo(operation, 'IfMatch')) lines.push(`-H 'If-Match: W/"3"'`)
  lines.push(...bodyLines(operation.requestBody?.content ?? {}, schemas))
  const download = Object.keys(operation.responses['200'] ?? {}).length > 0 && fileName(operation)
  if (download) lines.push(`-o ${download}`)
  return lines.join(' \\\n  ')
}

/** The method, unless it is curl's default: POST with a body, GET without. */
function methodOption(method: string, { requestBody }: OperationObject): string {
  if (method === 'GET' || (method === 'POST' && requestBody)) return ''
  return `-X ${method} `
}

function exampleUrl(path: string, operation: OperationObject, schemas: SchemasByName): string {
  const parameters = (operation.parameters ?? []).filter(
    (parameter): parameter is ParameterObject => !isReference(parameter),
  )
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name)
    return String(exampleOf(parameter?.schema ?? {}, { schemas, of: 'request' }, name))
  })
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = required.map(({ name, schema }) => `${name}=${exampleOf(schema, { schemas, of: 'request' }, name)}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

function bodyLines(content: Readonly<Record<string, MediaType>>, schemas: SchemasByName): string[] {
  const form = content['multipart/form-data']
  if (form) {
    const type = form.encoding?.file?.contentType ?? 'application/octet-stream'
    const file = type === 'text/csv' ? 'contacts.csv' : 'document.pdf'
    const filePart = `-F 'file=@${file};type=${type}'`
    const { data } = form.schema.properties ?? {}
    if (!data) return [filePart]
    const example = JSON.stringify(exampleOf(data, { schemas, of: 'request' }), null, 2)
    return [filePart, `-F '${quoted(`data=${example}`)};type=application/json'`]
  }
  const json = content['application/json']
  if (!json) return []
  const body = JSON.stringify(exampleOf(json.schema, { schemas, of: 'request' }), null, 2)
  return [`-H 'Content-Type: application/json'`, `-d '${quoted(body)}'`]
}

/** Escapes a text for single quotes in a shell. */
function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`)
}

function fileName({ responses }: OperationObject): string | null {
  const success = responses['200']
  const types = success && !isReference(success) ? Object.keys(success.content ?? {}) : []
  return types.includes('application/pdf') ? 'document.pdf' : null
}

function refersTo({ parameters = [] }: OperationObject, name: string): boolean {
  return parameters.some((parameter) => isReference(parameter) && parameter.$ref.endsWith(`/${name}`))
}
