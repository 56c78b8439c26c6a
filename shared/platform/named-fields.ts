import * as v from 'valibot'
import { isObject, type RewriteFields, rewriting } from './schema-rewrite.ts'

/** Nothing is to be left out of their values. */
const plain = ['string', 'number', 'boolean', 'literal', 'picklist', 'null']

const naming: RewriteFields = (fields) => (value) => {
  if (!isObject(value)) return value
  const named: Record<string, unknown> = {}
  for (const { name, within } of fields) {
    const content = value[name]
    if (content !== undefined) named[name] = within === null || content === null ? content : within(content)
  }
  return named
}

const byName = rewriting(naming, (schema) => (plain.includes(schema.type) ? null : (value) => v.parse(schema, value)))

/**
 * What a view, which transforms nothing, names of a value that may be more than that, in the view's order. Nothing is checked:
 * that the value fits, its type says, and it was made of what is checked already.
 */
export function namedIn<View extends v.GenericSchema>(view: View, value: v.InferOutput<View>): v.InferOutput<View> {
  return byName(view, value) as v.InferOutput<View>
}
