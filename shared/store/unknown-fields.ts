/**
 * Fields of a record that its schema does not have: a later version of the service stored them, and was rolled back. They hang on the
 * record under this symbol, so that copies by `{ ...record }` take them along, and nothing else sees them.
 */
const unknownFields = Symbol('unknownFields')

interface Fields {
  [name: string]: unknown
  [unknownFields]?: Fields
}

/** Hangs on a record that was read what its schema left out of the stored content. */
export function keepUnknownFields(record: unknown, content: unknown): void {
  if (record === content) return
  if (Array.isArray(record) && Array.isArray(content)) {
    if (record.length === content.length)
      for (const [index, element] of content.entries()) keepUnknownFields(record[index], element)
    return
  }
  if (!isFields(record) || !isFields(content)) return
  const left: Fields = {}
  for (const [name, value] of Object.entries(content))
    if (Object.hasOwn(record, name)) keepUnknownFields(record[name], value)
    else left[name] = value
  if (Object.keys(left).length > 0) record[unknownFields] = left
}

/** What is to be stored of a record, with the fields that hang on it. */
export function withUnknownFields(stored: unknown, record: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(record)) {
    const elements = stored.map((element, index) => withUnknownFields(element, record[index]))
    return elements.some((element, index) => element !== stored[index]) ? elements : stored
  }
  if (!isFields(stored) || !isFields(record)) return stored
  const changed = Object.entries(stored).flatMap(([name, value]) => {
    const whole = withUnknownFields(value, record[name])
    return whole === value ? [] : [[name, whole] as const]
  })
  const left = record[unknownFields]
  return left || changed.length > 0 ? { ...left, ...stored, ...Object.fromEntries(changed) } : stored
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
