import type { AttributeValue } from '@aws-sdk/client-dynamodb'

type Attributes = Record<string, AttributeValue>

/**
 * JSON, and bytes, as DynamoDB keeps them. What is undefined is left out; anything else is a mistake, and throws. The SDK's
 * own conversion also knows sets, big numbers and classes, and takes a quarter of the CPU of a request.
 */
export function marshalled(item: object): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(item)) if (value !== undefined) put(attributes, name, attributeOf(value))
  return attributes
}

function attributeOf(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number' && Number.isFinite(value)) return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (Array.isArray(value)) return { L: value.filter((part) => part !== undefined).map(attributeOf) }
  if (value instanceof Uint8Array) return { B: value }
  if (typeof value === 'object' && isPlain(value)) return { M: marshalled(value) }
  throw new Error(`DynamoDB is given ${Object.prototype.toString.call(value)}, which is no JSON`)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What the attributes of an item say. */
export function unmarshalled(attributes: Attributes): Record<string, unknown> {
  const item: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attributes)) put(item, name, contentOf(value))
  return item
}

function contentOf(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S
  if (attribute.M !== undefined) return unmarshalled(attribute.M)
  if (attribute.N !== undefined) return Number(attribute.N)
  if (attribute.BOOL !== undefined) return attribute.BOOL
  if (attribute.L !== undefined) return attribute.L.map(contentOf)
  if (attribute.NULL !== undefined) return null
  if (attribute.B !== undefined) return attribute.B
  throw new Error(`DynamoDB gave an attribute of the type ${Object.keys(attribute)}, which is no JSON`)
}

/** An assignment to this one name would change the object's prototype instead. */
function put<T>(target: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true })
  else target[name] = value
}
