import { type Field, isObject, type RewriteFields, rewriting } from '../platform/schema-rewrite.ts'

/** What a field of a type is when it is not stored. */
const empty: Readonly<Record<string, () => unknown>> = {
  nullable: () => null,
  array: () => [],
  record: () => ({}),
}

const staysSame = ({ type, within }: Field) => empty[type] === undefined && within === null

function isEmpty(type: string, content: unknown): boolean {
  if (type === 'nullable') return content === null
  if (type === 'array') return Array.isArray(content) && content.length === 0
  return type === 'record' && isObject(content) && Object.keys(content).length === 0
}

const omitting: RewriteFields = (fields) => {
  if (fields.every(staysSame)) return null
  return (value) => {
    if (!isObject(value)) return value
    const left: Record<string, unknown> = {}
    for (const { name, type, within } of fields) {
      const content = value[name]
      if (content === undefined || isEmpty(type, content)) continue
      left[name] = within === null ? content : within(content)
    }
    return left
  }
}

const restoring: RewriteFields = (fields) => {
  if (fields.every(staysSame)) return null
  return (value) => {
    if (!isObject(value)) return value
    const whole: Record<string, unknown> = {}
    for (const { name, type, within } of fields) {
      const content = value[name]
      const absent = empty[type]
      if (content !== undefined) whole[name] = within === null ? content : within(content)
      else if (absent) whole[name] = absent()
    }
    return whole
  }
}

/**
 * Leaves out fields that are null, or an empty list or record, as their schema allows: every name of an item is paid for with
 * each write. Free data, such as metadata, stays as it is. Fields that the schema does not have are left out too.
 */
export const withoutEmptyFields = rewriting(omitting)

/** Puts back what was left out. */
export const withEmptyFields = rewriting(restoring)
