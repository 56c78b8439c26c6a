import { asArray, asObject, asString, type Json, type JsonObject } from '../../infra/local/template.ts'

/**
 * The bytes of an item as DynamoDB counts them, given as it stands on the wire: names and values.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(item: JsonObject): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueBytes(asObject(value))))
}

/** Every list and map has three bytes of its own, and each of their members one. */
const overheadBytes = 3

const bytesOf: Readonly<Record<string, (value: Json) => number>> = {
  S: (value) => Buffer.byteLength(asString(value)),
  N: (value) => numberBytes(asString(value)),
  B: (value) => Buffer.byteLength(asString(value), 'base64'),
  BOOL: () => 1,
  NULL: () => 1,
  SS: (values) => sum(asArray(values).map((value) => Buffer.byteLength(asString(value)))),
  NS: (values) => sum(asArray(values).map((value) => numberBytes(asString(value)))),
  BS: (values) => sum(asArray(values).map((value) => Buffer.byteLength(asString(value), 'base64'))),
  L: (values) => overheadBytes + sum(asArray(values).map((value) => 1 + valueBytes(asObject(value)))),
  M: (members) => overheadBytes + Object.keys(asObject(members)).length + itemBytes(asObject(members)),
}

function valueBytes(value: JsonObject): number {
  const [[kind = '', content = null] = []] = Object.entries(value)
  const count = bytesOf[kind]
  if (!count) throw new Error(`${kind} is no kind of attribute`)
  return count(content)
}

/** One byte for two significant digits, one more, and one for a minus. */
function numberBytes(text: string): number {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
