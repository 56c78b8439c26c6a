import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Schema } from '../http/body.ts'
import { completedSchema } from './completed-schema.ts'
import type { SchemaObject } from './openapi-document.ts'

/**
 * How a schema is seen from outside: what a caller sends as JSON, what the service answers, or what stands in the query
 * string. There everything is text, so a schema that reads a number out of text is described by the number.
 */
export type SchemaUse = 'request' | 'response' | 'query'

/** Turns valibot schemas into JSON Schema, and collects those that have a name of their own. */
export interface SchemaWriter {
  readonly write: (schema: Schema, use: SchemaUse) => SchemaObject
  /** The same as a component of its own, so that generated code has a name for it. A schema that has a name keeps it. */
  readonly writeNamed: (name: string, schema: Schema, use: SchemaUse) => SchemaObject
  /** The named schemas that were referred to, by name. */
  readonly components: () => Record<string, SchemaObject>
}

/** Actions that JSON needs no word for: they change the spelling of a value, or only the type that TypeScript sees. */
const unspoken = [
  'trim',
  'trim_start',
  'trim_end',
  'to_lower_case',
  'to_upper_case',
  'normalize',
  'readonly',
  'brand',
  'flavor',
  'finite',
]

const prefix = '#/components/schemas/'

/**
 * A schema becomes a component when its own pipe holds a title in PascalCase: `v.pipe(v.object({ … }), v.title('Signer'))`.
 * Everything that JSON Schema cannot say is refused with an error, so that no rule is lost unnoticed, but for two things:
 * rules of code with a message, which goes into the description, and transformations of what is sent, which concern us alone.
 */
export function schemaWriter(): SchemaWriter {
  const components = new Map<string, { written: SchemaObject; asText: string }>()

  function write(schema: Schema, use: SchemaUse, name: string = use): SchemaObject {
    const definitions = namedSchemasIn(schema)
    const written = toJsonSchema(schema, conversion(use, definitions))
    for (const [name, definition] of Object.entries(written.$defs ?? {})) {
      if (!(name in definitions)) throw new Error('a schema in v.lazy needs a title of its own')
      keep(name, completedSchema(definition as SchemaObject, [name]))
    }
    return completedSchema(bare(written) as SchemaObject, [name])
  }

  function writeNamed(name: string, schema: Schema, use: SchemaUse): SchemaObject {
    const written = write(schema, use, name)
    if (written.$ref) return written
    keep(name, written)
    return { $ref: `${prefix}${name}` }
  }

  function keep(name: string, written: SchemaObject): void {
    const asText = JSON.stringify(written)
    const other = components.get(name)
    if (other && other.asText !== asText)
      throw new Error(`two forms of a schema share the title ${name}: give each its own`)
    components.set(name, { written, asText })
  }

  return {
    write,
    writeNamed,
    components: () =>
      Object.fromEntries([...components].sort(byKey).map(([name, { written: schema }]) => [name, schema])),
  }
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

function conversion(use: SchemaUse, definitions: Record<string, GenericSchema>): ConversionConfig {
  const config: ConversionConfig = {
    definitions,
    target: 'draft-2020-12',
    typeMode: use === 'request' ? 'input' : 'output',
    errorMode: 'throw',
    ignoreActions: use === 'query' ? [...unspoken, 'transform'] : unspoken,
    overrideAction: ({ valibotAction, jsonSchema, errors }) => {
      if (use === 'query' && valibotAction.type === 'to_number') return { ...jsonSchema, type: 'number' }
      return errors ? toldInWords(valibotAction, jsonSchema) : null
    },
    overrideSchema: ({ valibotSchema, jsonSchema, errors }) => {
      if ('wrapped' in valibotSchema && valibotSchema.type === 'non_optional') {
        return bare(toJsonSchema(valibotSchema.wrapped as GenericSchema, config))
      }
      if (errors) return null
      return valibotSchema.type === 'variant' ? withDiscriminator(valibotSchema, jsonSchema) : withShortNull(jsonSchema)
    },
    overrideRef: ({ referenceId }) => `${prefix}${referenceId}`,
  }
  return config
}

/** A rule of code, or an expression with flags, is told by its message; without one it cannot be told at all. */
function toldInWords(action: object, { pattern: _, ...written }: JsonSchema): JsonSchema | null {
  const { type, message } = action as { type: string; message?: unknown }
  if ((type !== 'check' && type !== 'partial_check' && type !== 'regex') || typeof message !== 'string') return null
  return { ...written, description: [written.description, message].filter(Boolean).join(' ') }
}

function bare({ $schema: _, $defs: __, ...written }: JsonSchema): JsonSchema {
  return written
}

/** Names the field that tells the variants apart, where each is a component: OpenAPI's discriminator leads to components alone. */
function withDiscriminator(schema: object, written: JsonSchema): JsonSchema | null {
  const { key, options } = schema as { key: string; options: { entries: Record<string, { literal?: unknown }> }[] }
  const mapping = (written.oneOf ?? []).map((variant, index) => [
    String(options[index]?.entries[key]?.literal),
    typeof variant === 'object' ? variant.$ref : undefined,
  ])
  if (mapping.some(([, reference]) => reference === undefined)) return null
  return { ...written, discriminator: { propertyName: key, mapping: Object.fromEntries(mapping) } } as JsonSchema
}

/**
 * `anyOf: [{ type: T }, { type: null }]` in its shorter form, `type: [T, null]`, where nothing else stands in the way. Objects
 * keep the long form, as references have to.
 */
function withShortNull(schema: JsonSchema): JsonSchema | null {
  const [inner, other, ...more] = schema.anyOf ?? []
  if (typeof inner !== 'object' || typeof other !== 'object' || other.type !== 'null' || more.length > 0) return null
  if (typeof inner.type !== 'string' || inner.type === 'object' || inner.const !== undefined || inner.anyOf) return null
  const { anyOf: _, ...rest } = schema
  const nullable: JsonSchema = { ...inner, ...rest, type: [inner.type, 'null'] }
  return inner.enum ? { ...nullable, enum: [...inner.enum, null] } : nullable
}

/** Every schema in a schema, itself included, that has a name of its own. */
export function namedSchemasIn(schema: Schema): Record<string, GenericSchema> {
  const found: Record<string, GenericSchema> = {}
  const seen = new Set<unknown>()
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    const name = ownName(next)
    if (name) {
      if (found[name] && found[name] !== next) throw new Error(`two different schemas have the title ${name}`)
      found[name] = next as GenericSchema
    }
    pending.push(...partsOf(next))
  }
  return Object.fromEntries(Object.entries(found).sort(byKey))
}

const componentTitle = /^[A-Z][A-Za-z0-9]+$/

function ownName(schema: object): string | null {
  if (!('pipe' in schema) || !Array.isArray(schema.pipe)) return null
  const title = schema.pipe.find((item) => item.type === 'title')?.title
  return typeof title === 'string' && componentTitle.test(title) ? title : null
}

/** The schemas directly inside, wherever the kinds of valibot's schemas keep them. */
function partsOf(schema: object): unknown[] {
  const { entries, pipe, options, items, item, rest, key, value, wrapped, getter } = schema as Record<string, unknown>
  const resolved = typeof getter === 'function' ? getter() : undefined
  const listed = [entries, pipe, options, items].flatMap((held) =>
    held && typeof held === 'object' ? Object.values(held) : [],
  )
  return [...listed, item, rest, key, value, wrapped, resolved].filter((part) => isSchema(part))
}

function isSchema(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'schema'
}
