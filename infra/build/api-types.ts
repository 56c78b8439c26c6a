import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from '../../shared/openapi/openapi-document.ts'
import { componentName, isReference } from '../../shared/openapi/openapi-document.ts'

/**
 * The types of the console's client, written from the published OpenAPI document: a type for each named schema, and an entry for
 * each operation under its method and path. Run `npm run console:types` after a change of the API.
 */
export function apiTypes(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}`)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `  '${method.toUpperCase()} ${path}': ${operationType(operation)}`,
    ),
  )
  return [
    '// Written by `npm run console:types` from our own OpenAPI document. Do not edit.',
    ...schemas,
    `export interface Operations {\n${operations.toSorted().join('\n')}\n}`,
    '',
  ].join('\n\n')
}

function operationType({ parameters = [], requestBody, responses }: OperationObject): string {
  const own = parameters.filter((parameter): parameter is ParameterObject => !isReference(parameter))
  const parametersIn = (place: ParameterObject['in']) => own.filter((parameter) => parameter.in === place)
  const json = requestBody?.content['application/json']?.schema
  const form = requestBody?.content['multipart/form-data']?.schema
  const parts = [
    ...objectOf('path', parametersIn('path'), ''),
    ...objectOf('query', parametersIn('query'), '?'),
    ...(json ? [`body: ${typeOf(json, '    ')}`] : []),
    ...(form ? [`form: ${typeOf(form, '    ')}`] : []),
    `answer: ${answerType(responses)}`,
  ]
  return `{\n${parts.map((part) => `    ${part}`).join('\n')}\n  }`
}

function objectOf(name: string, parameters: readonly ParameterObject[], mark: string): string[] {
  if (parameters.length === 0) return []
  const entries = parameters.map(
    ({ name: key, required, schema }) => `${keyOf(key)}${required ? '' : '?'}: ${typeOf(schema, '')}`,
  )
  const isRequired = parameters.some(({ required }) => required)
  return [`${name}${isRequired ? '' : mark}: { ${entries.join('; ')} }`]
}

function answerType(responses: OperationObject['responses']): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => {
      const content = isReference(response) ? undefined : response.content
      if (!content) return 'null'
      const json = content['application/json']?.schema
      return json && json.format !== 'binary' ? typeOf(json, '    ') : 'Blob'
    })
  return [...new Set(types)].join(' | ')
}

function typeOf(schema: SchemaObject, indent: string): string {
  if (schema.$ref) return componentName(schema.$ref)
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map((choice) => typeOf(choice, indent)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  return plainType(schema, indent)
}

function plainType(schema: SchemaObject, indent: string): string {
  switch (schema.type) {
    case 'array':
      return `readonly (${typeof schema.items === 'object' ? typeOf(schema.items, indent) : 'unknown'})[]`
    case 'object':
      return objectType(schema, indent)
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: SchemaObject, indent: string): string {
  const inner = `${indent}  `
  const entries = Object.entries(properties ?? {}).map(
    ([name, schema]) => `${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}`,
  )
  if (entries.length > 0) return `{\n${entries.join('\n')}\n${indent}}`
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>`
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
}
