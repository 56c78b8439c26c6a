import { type Field, isObject, type RewriteFields, rewriting } from '../platform/schema-rewrite.ts'

const isAsItIs = ({ isNullable, within }: Field) => !isNullable && within === null

const omitting: RewriteFields = (fields) => {
  if (fields.every(isAsItIs)) return null
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
  if (fields.every(isAsItIs)) return null
  return (value) => {
    if (!isObject(value)) return value
    const whole: Record<string, unknown> = {}
    for (const { name, isNullable, within } of fields) {
      const content = value[name]
      if (content !== undefined) whole[name] = within === null ? content : within(content)
      else if (isNullable) whole[name] = null
    }
    return whole
  }
}

/**
 * Leaves out what is null where the schema says that it may be: much of a record is null for most of its life, and each
 * name is paid for with each write. What the schema does not look into, such as free data, stays as it is; what an object
 * has beside the fields of its schema is left out too.
 */
export const withoutNulls = rewriting(omitting)

/** The value with the nulls that were left out. */
export const withNulls = rewriting(restoring)
