import {
  componentName,
  isReference,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  type SchemaObject,
} from '../../shared/openapi/openapi-document.ts'
import { exampleOf } from '../../shared/openapi/schema-example.ts'
import { type Html, html } from '../../shared/platform/html.ts'
import { curlExample } from './curl-example.ts'
import { errorsByStatus } from './error-table.ts'
import { example } from './example.ts'
import { inline, markdown } from './markdown.ts'
import { field, fieldList, typeOf } from './schema-table.ts'

/** An operation with its method and path. */
export interface Listed {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

/** Describes an operation beside a request and a response that can be copied. */
export function operationSection(listed: Listed, document: OpenApiDocument): Html {
  const { method, path, operation } = listed
  const id = operation.operationId
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title" data-search="${searchText(listed)}">
    <div class="words">
      <h3 id="${id}-title"><a class="permalink" href="#${id}">${operation.summary}</a></h3>
      <p class="route">${methodBadge(method)} <code>${breakable(path)}</code></p>
      ${operation.description ? markdown(operation.description) : null}
      ${callers(operation)}
      ${parameterList(operation, document)}
      ${requestPart(operation, document)}
      ${answerPart(operation, document)}
      ${errorsByStatus(operation, document)}
    </div>
    <div class="examples">
      ${example('Request', curlExample(listed, document))}
      ${answerExample(operation, document)}
    </div>
  </article>`
}

function searchText({ method, path, operation }: Listed): string {
  const { summary, operationId, tags } = operation
  return [method, path, summary, operationId, ...tags].join(' ').toLowerCase()
}

/** A path that can wrap after each slash. */
function breakable(path: string): Html[] {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)
}

const callerNames: Record<string, string> = {
  user: 'people',
  api_key: 'API keys',
  partner: 'partner applications',
  delegated: 'applications acting for a person',
}

function callers(operation: OperationObject): Html {
  const kinds = operation['x-principals']
  const listed = kinds ? kinds.map((kind) => callerNames[kind] ?? kind).join(', ') : 'anyone, without a token'
  return html`<p class="callers"><span>Callers</span> ${listed}</p>`
}

/** The parameters of an operation. */
export function parameterList({ parameters = [] }: OperationObject, document: OpenApiDocument): Html {
  const given = parameters.map((parameter) => parameterOf(parameter, document))
  const fieldsIn = (place: ParameterObject['in']) =>
    given
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, schema }) =>
        field(
          { name, schema: described(schema, description), isRequired: required === true, direction: 'request' },
          document.components.schemas,
        ),
      )
  const [path, query, header] = [fieldsIn('path'), fieldsIn('query'), fieldsIn('header')]
  return html`${path.length > 0 && html`<h4>Path</h4><dl class="fields">${path}</dl>`}
    ${query.length > 0 && html`<h4>Query</h4><dl class="fields">${query}</dl>`}
    ${header.length > 0 && html`<details class="more"><summary>Headers <span class="count">${header.length}</span></summary><dl class="fields">${header}</dl></details>`}`
}

function described(schema: SchemaObject, description: string | undefined): SchemaObject {
  return description === undefined ? schema : { ...schema, description }
}

function parameterOf(given: ParameterObject | Reference, { components }: OpenApiDocument): ParameterObject {
  if (!isReference(given)) return given
  const found = components.parameters[componentName(given.$ref)]
  if (!found) throw new Error(`${given.$ref} leads nowhere`)
  return found
}

/** The request body, if there is one. */
export function requestPart({ requestBody }: OperationObject, { components }: OpenApiDocument): Html | null {
  if (!requestBody) return null
  const form = requestBody.content['multipart/form-data']
  const json = requestBody.content['application/json']
  if (!form) return json ? html`<h4>Body</h4>${bodyFields(json.schema, components.schemas)}` : null
  const { file, data } = form.schema.properties ?? {}
  return html`<h4>Body</h4>
    <p><code>multipart/form-data</code> with the ${data ? 'parts' : 'part'} <code>file</code>
      (${form.encoding?.file?.contentType ?? 'bytes'})${data ? html` and <code>data</code> (JSON)` : null}.</p>
    <p>${inline(file?.description ?? '')}</p>
    ${data ? html`<h5>Fields of <code>data</code></h5>${bodyFields(data, components.schemas)}` : null}`
}

function bodyFields(schema: SchemaObject, schemas: OpenApiDocument['components']['schemas']): Html {
  return fieldList(schema, schemas, 'request') ?? html`<p>${typeOf(schema)}</p>`
}

interface Answer {
  readonly status: string
  readonly response: ResponseObject
}

function answersOf({ responses }: OperationObject): Answer[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    Number(status) < 400 && !isReference(response) ? [{ status, response }] : [],
  )
}

function answerPart(operation: OperationObject, { components }: OpenApiDocument): Html {
  return html`<h4>Answers</h4>${answersOf(operation).map(({ status, response }) => {
    const [[type, media] = ['', undefined]] = Object.entries(response.content ?? {})
    const headers = Object.keys(response.headers ?? {}).map((name) => html`<code>${name}</code> `)
    return html`<p><span class="status">${status}</span> ${response.description}${answerType(type, media)}</p>
      ${media && !media.schema.$ref && type === 'application/json' ? fieldList(media.schema, components.schemas, 'answer') : null}
      <p class="headers">${headers}</p>`
  })}`
}

function answerType(type: string, media: MediaType | undefined): Html {
  if (!media) return html`, without a body`
  return type === 'application/json' && media.schema.$ref
    ? html`: ${typeOf(media.schema)}`
    : html`: <code>${type}</code>`
}

function answerExample(operation: OperationObject, { components }: OpenApiDocument): Html | null {
  for (const { status, response } of answersOf(operation)) {
    const media = response.content?.['application/json']
    if (!media) continue
    const value = exampleOf(media.schema, { schemas: components.schemas, of: 'response' })
    return example(`Answer ${status}`, JSON.stringify(value, null, 2))
  }
  return null
}
