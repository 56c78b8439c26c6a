import { describe, expect, test } from 'vitest'
import { allOperations } from '../../../../infra/build/operation-groups.ts'
import {
  fieldDescriptions,
  keyOfDescription,
} from '../../../../shared/openapi/field-descriptions/field-descriptions.ts'
import { openApiDocument } from '../../../../shared/openapi/openapi.ts'
import { isReference, type SchemaObject } from '../../../../shared/openapi/openapi-document.ts'

const { components, paths } = openApiDocument(allOperations, { serverUrl: 'https://api.sealpost.test', version: '1' })

interface Described {
  readonly path: string
  readonly description: string | undefined
}

const fields = Object.entries(components.schemas).flatMap(([name, schema]) => fieldsIn(schema, [name]))
const parameters = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, parameters: given = [] }) =>
    given.flatMap((parameter): Described[] =>
      isReference(parameter) ? [] : [{ path: `${operationId} ${parameter.name}`, description: parameter.description }],
    ),
  )

function fieldsIn(schema: SchemaObject, path: readonly string[]): Described[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const parts = [items, additionalProperties].flatMap((part) => (typeof part === 'object' ? [part] : []))
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      { path: [...path, name].join('.'), description: property.description },
      ...fieldsIn(property, [...path, name]),
    ]),
    ...[...parts, ...anyOf, ...oneOf, ...allOf].flatMap((part) => fieldsIn(part, path)),
  ]
}

describe('the description of a field', () => {
  test('stands on every field of a body and an answer, and on every parameter', () => {
    const bare = [...fields, ...parameters].filter(({ description = '' }) => description.trim() === '')
    expect(bare.map(({ path }) => path)).toEqual([])
    expect(fields.length).toBeGreaterThan(1_500)
  })

  test('is used, wherever it is written down', () => {
    const told = [...fields, ...parameters].map(({ description = '' }) => description)
    const unused = [...fieldDescriptions].filter(
      ([, text]) => !told.some((description) => description.startsWith(text)),
    )
    expect(unused.map(([key]) => key)).toEqual([])
  })

  test('follows from the longest end of the path that is described, then from its first and last part', () => {
    expect(keyOfDescription(['SignatureRequest', 'progress', 'signed'])).toBe('progress.signed')
    expect(keyOfDescription(['SignatureRequest', 'cancel', 'status'])).toBe('SignatureRequest.status')
    expect(keyOfDescription(['Contact', 'version'])).toBe('version')
    expect(keyOfDescription(['Contact', 'neverHeardOf'])).toBeNull()
  })
})
