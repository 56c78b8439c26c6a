import { type Field, isObject, type RewriteFields, rewriting } from '../platform/schema-rewrite.ts'

const staysSame = ({ isNullable, within }: Field) => !isNullable && within === null

const omitting: RewriteFields = (fields) => {
  if (fields.every(staysSame)) return null
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
  if (fields.every(staysSame)) return null
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
 * Leaves out fields that are null, as their schema allows: every name of an item is paid for with each write. Free data, such
 * as metadata, stays as it is. Fields that the schema does not have are left out too.
 */
export const withoutNulls = rewriting(omitting)

/** Puts the nulls back. */
export const withNulls = rewriting(restoring)
