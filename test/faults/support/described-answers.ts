import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import type { Operation } from '../../../shared/http/operation.ts'
import { openApiDocument } from '../../../shared/openapi/openapi.ts'
import { isReference } from '../../../shared/openapi/openapi-document.ts'
import type { Answer } from '../../support/client.ts'

let described: Describing | undefined

interface Describing {
  readonly document: ReturnType<typeof openApiDocument>
  readonly ajv: Ajv2020
  readonly validators: Map<string, ValidateFunction>
}

/** How a JSON answer differs from what the API's own description says of it: a line for each difference. */
export function flawsOfAnswer({ id, method, path }: Operation, { status, body, text }: Answer): string[] {
  described ??= describing()
  const { document, ajv, validators } = described
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  // Pages that are not for integrators are not described.
  if (!response || isReference(response) || text === '') return []
  const media = response.content?.['application/json']
  if (media?.schema.format === 'binary') return []
  if (!media && body !== undefined) return [`${id}: ${status} has a JSON body that is not described`]
  if (!media) return []
  const name = `${id} ${status}`
  const validate = validators.get(name) ?? ajv.compile(closed(withComponents(media.schema, document)))
  validators.set(name, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(
    (error) => `${name}${error.instancePath}: ${ajv.errorsText([error])} ${JSON.stringify(error.params)}`,
  )
}

function describing(): Describing {
  const document = openApiDocument(allOperations, { serverUrl: 'https://api.example.com', version: '1' })
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  return { document, ajv, validators: new Map() }
}

function withComponents(schema: object, { components }: Describing['document']): object {
  return { ...schema, components: { schemas: components.schemas } }
}

/** A field that is answered and not described is a difference too. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  )
}
