import { fieldDescriptions, keyOfDescription } from './field-descriptions/field-descriptions.ts'
import type { SchemaObject } from './openapi-document.ts'

/** Ids that may be names: others give them out, or they are those of the service's own app. */
const foreignIds = new Set([
  'clientId',
  'externalId',
  'nodeExternalId',
  'parentExternalId',
  'vendorRequestId',
  'vendorItemId',
  'requestId',
])

/** What acted may be a vendor, which has a name and no UUID. */
const foreignOwners = new Set(['actor'])

/** Lengths and places in PDF points. Every other number of the API is whole. */
const measures = new Set(['x', 'y', 'width', 'height'])

/**
 * Completes a schema by what the names of our fields promise: `…At` is a time, `…Id` and `id` are UUIDs, and numbers are whole.
 * Records are read back by these schemas all the time, so they do not check what was checked when it was written; the description
 * of the API tells it all the same. A list of values that may grow is told as examples of a text. `path` leads to the schema from
 * its component; a field without a description of its own gets the one of its name.
 */
export function completedSchema(schema: SchemaObject, path: readonly string[] = []): SchemaObject {
  const { default: fallback, ...rest } = schema
  const name = path.at(-1) ?? ''
  return withParts(open(formatted(whole(fallback === null ? rest : schema, name), path)), path)
}

/** Its own description counts; one that only tells a rule of the value, as messages of errors do, follows the one of its name. */
function completedField(schema: SchemaObject, path: readonly string[]): SchemaObject {
  const completed = completedSchema(schema, path)
  const { description: own = '' } = completed
  const key = own === '' || own.startsWith('Send ') ? keyOfDescription(path) : null
  if (key === null) return completed
  return { ...completed, description: [fieldDescriptions.get(key), own].join(' ').trim() }
}

function whole(schema: SchemaObject, name: string): SchemaObject {
  if (measures.has(name)) return schema
  if (schema.type === 'number') return { ...schema, type: 'integer' }
  const isNullable = Array.isArray(schema.type) && schema.type.includes('number')
  return isNullable ? { ...schema, type: ['integer', 'null'] } : schema
}

function formatted(schema: SchemaObject, path: readonly string[]): SchemaObject {
  const [owner = '', name = ''] = path.slice(-2)
  const { type, format, pattern, minLength, maxLength } = schema
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  const isPlain = !format && !pattern && !schema.enum && schema.const === undefined
  if (!isText || !isPlain || minLength !== undefined || maxLength !== undefined) return schema
  if (/[a-z]At$/.test(name)) return { ...schema, format: 'date-time' }
  const isForeign = foreignIds.has(name) || (name === 'id' && foreignOwners.has(owner))
  return /^id$|[a-z]Id$/.test(name) && !isForeign ? { ...schema, format: 'uuid' } : schema
}

/** Values that may be added to must not be a closed list for generated clients, which refuse what they do not know. */
function open({ growing, enum: values, ...schema }: SchemaObject): SchemaObject {
  if (!growing || !values) return values ? { ...schema, enum: values } : schema
  return { ...schema, 'x-extensible-enum': values.filter((value) => value !== null) }
}

function withParts(schema: SchemaObject, path: readonly string[]): SchemaObject {
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema
  const each = (parts: readonly SchemaObject[]) => parts.map((part) => completedSchema(part, path))
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, completedField(property, [...path, key])]),
      ),
    }),
    ...(typeof items === 'object' && { items: completedSchema(items, itemPath(path)) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: completedSchema(additionalProperties, [...path, '*']),
    }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(allOf && { allOf: each(allOf) }),
  }
}

/** The items of `contactIds` are ids, as `contactId` is one; the fields of an item stand in the list by its name. */
function itemPath(path: readonly string[]): readonly string[] {
  const name = path.at(-1) ?? ''
  return name.endsWith('Ids') ? [...path.slice(0, -1), name.slice(0, -1)] : path
}
