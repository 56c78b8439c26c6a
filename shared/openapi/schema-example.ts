import { componentName, type OpenApiDocument, type SchemaObject } from './openapi-document.ts'

export type SchemasByName = OpenApiDocument['components']['schemas']

/** Resolves a reference to its schema. */
export function resolved(schema: SchemaObject, schemas: SchemasByName): SchemaObject {
  return schema.$ref ? (schemas[componentName(schema.$ref)] ?? {}) : schema
}

interface Purpose {
  readonly schemas: SchemasByName
  /** A request shows what is required; an answer shows every field. */
  readonly of: 'request' | 'response'
}

const deepest = 6

/** An example value of a schema: its own example or default, otherwise a plausible value. */
export function exampleOf(given: SchemaObject, purpose: Purpose, name = '', depth = 0): unknown {
  const schema = resolved(given, purpose.schemas)
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (purpose.of === 'response' && isOftenNull(schema)) return null
  const variants = schema.anyOf ?? schema.oneOf
  if (variants?.[0]) return exampleOf(variants[0], purpose, name, depth)
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, purpose, name, depth)))
  }
  return exampleOfType(schema, purpose, name, depth)
}

/** Nullable objects and times mostly describe things that have not happened yet, so examples show null. */
function isOftenNull({ type, format, anyOf = [] }: SchemaObject): boolean {
  if (anyOf.some((variant) => variant.type === 'null')) return true
  return Array.isArray(type) && type.includes('null') && (type.includes('object') || format === 'date-time')
}

function exampleOfType(schema: SchemaObject, purpose: Purpose, name: string, depth: number): unknown {
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object') return depth < deepest ? exampleObject(schema, purpose, depth) : {}
  if (type === 'array') {
    const { items } = schema
    return typeof items === 'object' && depth < deepest ? [exampleOf(items, purpose, singular(name), depth + 1)] : []
  }
  if (type === 'integer' || type === 'number') return exampleNumber(schema, name)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return exampleString(schema, name)
}

function exampleObject(schema: SchemaObject, purpose: Purpose, depth: number): Record<string, unknown> {
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => purpose.of === 'response' || schema.required?.includes(name) || property.examples,
  )
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, purpose, name, depth + 1)]))
}

function exampleNumber({ minimum, exclusiveMinimum, maximum }: SchemaObject, name: string): number {
  const known = numbersByName[name]
  if (known !== undefined && known <= (maximum ?? known)) return known
  return minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)
}

const numbersByName: Record<string, number> = {
  x: 72,
  y: 640,
  width: 180,
  height: 48,
  size: 48_213,
  pageCount: 3,
  page: 1,
  expiresInDays: 30,
}

const stringsByFormat: Record<string, string> = {
  uuid: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
  'date-time': '2026-03-14T09:30:00.000Z',
  date: '2026-03-14',
  email: 'jane.doe@example.com',
  uri: 'https://example.com/',
}

const stringsByName: Record<string, string> = {
  firstName: 'Jane',
  lastName: 'Doe',
  name: 'Jane Doe',
  email: 'jane.doe@example.com',
  phone: '+33612345678',
  title: 'Lease agreement',
  fileName: 'lease-agreement.pdf',
  locale: 'en',
  clientReference: 'LEASE-2026-014',
  message: 'Please sign before Friday.',
  reason: 'The terms have changed.',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  vendor: 'simulated',
  idempotencyKey: 'notice-2026-03-17',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
}

function exampleString(schema: SchemaObject, name: string): string {
  const byFormat = schema.format ? stringsByFormat[schema.format] : undefined
  const value = byFormat ?? stringsByName[name] ?? (/At$/.test(name) ? stringsByFormat['date-time'] : undefined)
  return value ?? (/(^id|Id)$/.test(name) ? stringsByFormat.uuid : undefined) ?? 'text'
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name
}
