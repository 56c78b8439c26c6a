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
 * of the API tells it all the same. A list of values that may grow is told as examples of a text.
 */
export function completedSchema(schema: SchemaObject, name = ''): SchemaObject {
  const { default: fallback, ...rest } = schema
  const told = open(formatted(whole(fallback === null ? rest : schema, name), name))
  return withParts(told, name)
}

function whole(schema: SchemaObject, name: string): SchemaObject {
  if (measures.has(name)) return schema
  if (schema.type === 'number') return { ...schema, type: 'integer' }
  const isNullable = Array.isArray(schema.type) && schema.type.includes('number')
  return isNullable ? { ...schema, type: ['integer', 'null'] } : schema
}

function formatted(schema: SchemaObject, name: string): SchemaObject {
  const { type, format, pattern, minLength, maxLength } = schema
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  const isPlain = !format && !pattern && !schema.enum && schema.const === undefined
  if (!isText || !isPlain || minLength !== undefined || maxLength !== undefined) return schema
  if (/[a-z]At$/.test(name)) return { ...schema, format: 'date-time' }
  return /^id$|[a-z]Id$/.test(name) && !foreignIds.has(name) ? { ...schema, format: 'uuid' } : schema
}

/** Values that may be added to must not be a closed list for generated clients, which refuse what they do not know. */
function open({ growing, enum: values, ...schema }: SchemaObject): SchemaObject {
  if (!growing || !values) return values ? { ...schema, enum: values } : schema
  return { ...schema, 'x-extensible-enum': values.filter((value) => value !== null) }
}

function withParts(schema: SchemaObject, name: string): SchemaObject {
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema
  const each = (parts: readonly SchemaObject[]) => parts.map((part) => completedSchema(part, name))
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [
          key,
          completedSchema(property, foreignOwners.has(name) && key === 'id' ? '' : key),
        ]),
      ),
    }),
    ...(typeof items === 'object' && { items: completedSchema(items, name.replace(/s$/, '')) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: completedSchema(additionalProperties) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(allOf && { allOf: each(allOf) }),
  }
}
