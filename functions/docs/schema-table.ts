import { componentName, type SchemaObject } from '../../shared/openapi/openapi-document.ts'
import { resolved, type SchemasByName } from '../../shared/openapi/schema-example.ts'
import { type Html, html } from '../../shared/platform/html.ts'
import { inline } from './markdown.ts'

/** Requests mark required fields; responses mark optional ones. */
export type Direction = 'request' | 'answer'

/** The fields of an object with type, constraints and meaning. Nested objects unfold on demand. */
export function fieldList(given: SchemaObject, schemas: SchemasByName, direction: Direction): Html | null {
  const { properties, required = [] } = mergedObject(given, schemas)
  const fields = Object.entries(properties ?? {})
  if (fields.length === 0) return null
  return html`<dl class="fields">${fields.map(([name, schema]) =>
    field({ name, schema, isRequired: required.includes(name), direction }, schemas),
  )}</dl>`
}

export interface Field {
  readonly name: string
  readonly schema: SchemaObject
  readonly isRequired: boolean
  readonly direction: Direction
}

export function field({ name, schema, isRequired, direction }: Field, schemas: SchemasByName): Html {
  const inside = innerObject(schema)
  const fields = inside && !inside.$ref ? fieldList(inside, schemas, direction) : null
  const limits = constraintsOf(schema)
  const { description } = schema
  return html`<div class="field"><dt><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>
    ${presence(isRequired, direction)}</dt>
    <dd>${description ? html`<p>${inline(description)}</p>` : null}
    ${limits.length > 0 ? html`<p class="limits">${limits.map((limit) => html`<span>${limit}</span> `)}</p>` : null}
    ${fields ? html`<details><summary>Fields of <code>${name}</code></summary>${fields}</details>` : null}</dd></div>`
}

function presence(isRequired: boolean, direction: Direction): Html | null {
  if (direction === 'request') return isRequired ? html`<span class="required">required</span>` : null
  return isRequired ? null : html`<span class="type">may be absent</span>`
}

/** Merges the parts of an `allOf` into one object. */
function mergedObject(given: SchemaObject, schemas: SchemasByName): SchemaObject {
  const schema = resolved(given, schemas)
  if (!schema.allOf) return schema
  const parts = schema.allOf.map((part) => mergedObject(part, schemas))
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  }
}

/** The object inside a field: directly, in a list, as the values of a map, or nullable. */
function innerObject(schema: SchemaObject): SchemaObject | null {
  if (schema.properties || schema.$ref) return schema
  if (typeof schema.items === 'object') return innerObject(schema.items)
  const [only, ...others] = (schema.anyOf ?? []).filter((variant) => variant.type !== 'null')
  return only && others.length === 0 ? innerObject(only) : null
}

/** The type in words, with links to named schemas. */
export function typeOf(schema: SchemaObject): Html {
  if (schema.$ref) {
    const name = componentName(schema.$ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (variants) {
    const separator = schema.allOf ? ' and ' : ' or '
    return html`${variants.map((variant, index) => html`${index > 0 ? separator : null}${typeOf(variant)}`)}`
  }
  if (typeof schema.items === 'object') return html`list of ${typeOf(schema.items)}${nullable(schema)}`
  if (typeof schema.additionalProperties === 'object')
    return html`map of ${typeOf(schema.additionalProperties)}${nullable(schema)}`
  return html`${plainType(schema)}${nullable(schema)}`
}

function nullable({ type }: SchemaObject): string | null {
  return Array.isArray(type) && type.includes('null') ? ' or null' : null
}

function plainType({ type, format, const: constant, enum: values }: SchemaObject): string {
  const [first = constant === undefined && !values ? 'any' : typeof (constant ?? values?.[0])] = [type ?? []].flat()
  if (format === 'binary') return 'file'
  return format ? `${first} (${format})` : first
}

function constraintsOf(schema: SchemaObject): Html[] {
  const { items } = schema
  const limits: Html[] = []
  if (schema.const !== undefined) limits.push(html`always <code>${JSON.stringify(schema.const)}</code>`)
  const values = schema.enum ?? (typeof items === 'object' ? items.enum : undefined)
  if (values) {
    const listed = values.filter((value) => value !== null).map((value) => html`<code>${String(value)}</code> `)
    limits.push(html`one of ${listed}`)
  }
  if (schema.default !== undefined) limits.push(html`default <code>${JSON.stringify(schema.default)}</code>`)
  limits.push(...ranges(schema).map((range) => html`${range}`))
  if (schema.pattern && !bansControlCharacters(schema.pattern))
    limits.push(html`matches <code>${schema.pattern}</code>`)
  return limits
}

/** Patterns that the guide explains once for all texts. */
function bansControlCharacters(pattern: string): boolean {
  return pattern.startsWith('^[^\\u0000-')
}

function ranges(schema: SchemaObject): string[] {
  const { exclusiveMinimum, exclusiveMaximum } = schema
  return [
    range(schema.minLength, schema.maxLength, ['character', 'characters']),
    range(schema.minItems, schema.maxItems, ['item', 'items']),
    range(schema.minProperties, schema.maxProperties, ['entry', 'entries']),
    range(schema.minimum, schema.maximum, ['', '']),
    exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? '' : `less than ${exclusiveMaximum}`,
  ].filter((text) => text !== '')
}

function range(least: number | undefined, most: number | undefined, [one, many]: readonly [string, string]): string {
  const unit = (count: number | undefined) => (count === 1 ? one : many)
  if (least === undefined && most === undefined) return ''
  if (least === most) return `exactly ${least} ${unit(least)}`.trimEnd()
  if (least === undefined || (least === 0 && many !== '')) return `at most ${most} ${unit(most)}`.trimEnd()
  return (most === undefined ? `at least ${least} ${unit(least)}` : `${least} to ${most} ${many}`).trimEnd()
}
