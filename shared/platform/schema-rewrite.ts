import type * as v from 'valibot'

type Schema = v.GenericSchema
/** Rewrites a value that fits a schema. */
type Rewrite = (value: unknown) => unknown
/** What to do with the fields of an object; null where its fields can stay as they are. */
export type RewriteFields = (fields: readonly Field[]) => Rewrite | null
/** What to do with a value that is neither an object nor a list nor one of several objects; null where it can stay as it is. */
type RewriteOther = (schema: Schema) => Rewrite | null

export interface Field {
  readonly name: string
  readonly isNullable: boolean
  /** Null where nothing within is rewritten. */
  readonly within: Rewrite | null
}

/** One way to rewrite values by their schemas, which are looked through once, since values are many. */
export function rewriting(fields: RewriteFields, other: RewriteOther = () => null) {
  const known = new WeakMap<Schema, Rewrite>()
  return (schema: Schema, value: unknown): unknown => {
    const found = known.get(schema)
    if (found) return found(value)
    const made = rewriteFor(schema, { fields, other }) ?? ((same: unknown) => same)
    known.set(schema, made)
    return made(value)
  }
}

interface Way {
  readonly fields: RewriteFields
  readonly other: RewriteOther
}

/** Goes through a schema; null where nothing in it is rewritten. */
function rewriteFor(schema: Schema, way: Way): Rewrite | null {
  if (isWrapper(schema)) return rewriteFor(schema.wrapped, way)
  if (isArraySchema(schema)) {
    const each = rewriteFor(schema.item, way)
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value))
  }
  if (isVariant(schema)) return rewriteForVariant(schema, way)
  if (!isObjectSchema(schema)) return way.other(schema)
  return way.fields(
    Object.entries(schema.entries).map(([name, entry]) => {
      return { name, isNullable: entry.type === 'nullable', within: rewriteFor(entry, way) }
    }),
  )
}

/** Which option it is, its key says. Of one that is not known, nothing can be told apart from what is to be left out: that throws. */
function rewriteForVariant({ key, options }: VariantSchema, way: Way): Rewrite {
  const rewrites = new Map<unknown, Rewrite | null>(
    options.map((option) => [literalOf(option, key), rewriteFor(option, way)]),
  )
  return (value) => {
    if (!isObject(value)) return value
    const rewrite = rewrites.get(value[key])
    if (rewrite === undefined) throw new Error(`${key} is ${String(value[key])}, which none of its options has`)
    return rewrite ? rewrite(value) : value
  }
}

function literalOf(option: Schema, key: string): unknown {
  const entry = isObjectSchema(option) ? option.entries[key] : undefined
  if (!entry || !('literal' in entry)) throw new Error(`an option is not told by a literal ${key}`)
  return entry.literal
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

type VariantSchema = Schema & { readonly key: string; readonly options: readonly Schema[] }

function isWrapper(schema: Schema): schema is Schema & { wrapped: Schema } {
  return (schema.type === 'nullable' || schema.type === 'optional') && 'wrapped' in schema
}

function isArraySchema(schema: Schema): schema is Schema & { item: Schema } {
  return schema.type === 'array' && 'item' in schema
}

function isVariant(schema: Schema): schema is VariantSchema {
  return schema.type === 'variant' && 'options' in schema
}

function isObjectSchema(schema: Schema): schema is Schema & { entries: Readonly<Record<string, Schema>> } {
  return schema.type === 'object' && 'entries' in schema
}
