import type * as v from 'valibot'

type Schema = v.GenericSchema
/** Rewrites a value that fits a schema. */
type Rewrite = (value: unknown) => unknown
/** What to do with the fields of an object; null where its fields can stay as they are. */
type RewriteFields = (fields: readonly Field[]) => Rewrite | null

interface Field {
  readonly name: string
  readonly isNullable: boolean
  /** Null where nothing within can be null. */
  readonly within: Rewrite | null
}

/**
 * Leaves out what is null where the schema says that it may be: much of a record is null for most of its life, and each
 * name is paid for with each write. What the schema does not look into, such as free data, stays as it is; what an object
 * has beside the fields of its schema is left out too.
 */
export function withoutNulls(schema: Schema, value: unknown): unknown {
  return rewriteOf(schema, omissions, omitting)(value)
}

/** The value with the nulls that were left out. */
export function withNulls(schema: Schema, value: unknown): unknown {
  return rewriteOf(schema, restorations, restoring)(value)
}

/** By schema, since schemas are looked through once and records are many. */
const omissions = new WeakMap<Schema, Rewrite>()
const restorations = new WeakMap<Schema, Rewrite>()

function rewriteOf(schema: Schema, known: WeakMap<Schema, Rewrite>, fields: RewriteFields): Rewrite {
  const found = known.get(schema)
  if (found) return found
  const made = rewriteFor(schema, fields) ?? ((value: unknown) => value)
  known.set(schema, made)
  return made
}

const omitting: RewriteFields = (fields) => {
  if (fields.every(({ isNullable, within }) => !isNullable && within === null)) return null
  return (value) => {
    if (!isObject(value)) return value
    const left: Record<string, unknown> = {}
    for (const { name, isNullable, within } of fields) {
      const content = value[name]
      if (content === undefined || (content === null && isNullable)) continue
      left[name] = within === null || content === null ? content : within(content)
    }
    return left
  }
}

const restoring: RewriteFields = (fields) => {
  const nullable = fields.filter(({ isNullable }) => isNullable).map(({ name }) => name)
  const nested = fields.filter(({ within }) => within !== null)
  if (nullable.length === 0 && nested.length === 0) return null
  return (value) => {
    if (!isObject(value)) return value
    const whole: Record<string, unknown> = { ...value }
    for (const { name, within } of nested) if (Object.hasOwn(whole, name)) whole[name] = within?.(whole[name])
    for (const name of nullable) if (!Object.hasOwn(whole, name)) whole[name] = null
    return whole
  }
}

/** Goes through a schema; null where nothing in it can be null. */
function rewriteFor(schema: Schema, fields: RewriteFields): Rewrite | null {
  if (isWrapper(schema)) return rewriteFor(schema.wrapped, fields)
  if (isArraySchema(schema)) {
    const each = rewriteFor(schema.item, fields)
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value))
  }
  if (isVariant(schema)) return rewriteForVariant(schema, fields)
  if (!isObjectSchema(schema)) return null
  return fields(
    Object.entries(schema.entries).map(([name, entry]) => {
      return { name, isNullable: entry.type === 'nullable', within: rewriteFor(entry, fields) }
    }),
  )
}

/** Which option it is, its key says. */
function rewriteForVariant({ key, options }: VariantSchema, fields: RewriteFields): Rewrite {
  const rewrites = new Map<unknown, Rewrite | null>(
    options.map((option) => [literalOf(option, key), rewriteFor(option, fields)]),
  )
  return (value) => {
    const rewrite = isObject(value) ? rewrites.get(Reflect.get(value, key)) : null
    return rewrite ? rewrite(value) : value
  }
}

function literalOf(option: Schema, key: string): unknown {
  const entry = isObjectSchema(option) ? option.entries[key] : undefined
  return entry && 'literal' in entry ? entry.literal : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

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
