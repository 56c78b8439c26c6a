import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { schemaWriter } from '../../../../shared/openapi/openapi-schemas.ts'
import { growing } from '../../../../shared/platform/growing.ts'

const write = (schema: v.GenericSchema, use: 'request' | 'response' | 'query' = 'request') =>
  schemaWriter().write(schema, use)

describe('a valibot schema as JSON Schema', () => {
  test('keeps its constraints and drops what only concerns spelling', () => {
    const schema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
    expect(write(schema)).toEqual({ type: 'string', minLength: 1, maxLength: 200 })
    expect(write(v.pipe(v.number(), v.finite(), v.minValue(0)))).toEqual({ type: 'integer', minimum: 0 })
  })

  test('shows what is sent in a request, and what a text stands for in a query', () => {
    const number = v.pipe(v.string(), v.transform(Number), v.number(), v.integer(), v.maxValue(100))
    expect(write(number, 'request')).toEqual({ type: 'string' })
    expect(write(number, 'query')).toEqual({ type: 'integer', maximum: 100 })
  })

  test('writes null into the type where that says it all', () => {
    expect(write(v.nullable(v.pipe(v.string(), v.uuid())))).toEqual({ type: ['string', 'null'], format: 'uuid' })
    expect(write(v.nullable(v.picklist(['a'])))).toEqual({ type: ['string', 'null'], enum: ['a', null] })
    expect(write(v.nullable(v.union([v.string(), v.number()])))).toHaveProperty('anyOf')
    expect(write(v.nullable(v.object({ a: v.string() })))).toMatchObject({
      anyOf: [{ type: 'object' }, { type: 'null' }],
    })
  })

  test('tells by the name of a field what its record no longer checks', () => {
    const schema = v.object({
      id: v.string(),
      entityId: v.nullable(v.string()),
      externalId: v.string(),
      createdAt: v.string(),
      version: v.number(),
      x: v.number(),
      contactIds: v.array(v.string()),
    })
    const told = Object.entries(write(schema, 'response').properties ?? {}).map(([name, { description, ...rest }]) => {
      expect(description).toBeTruthy()
      return [name, rest]
    })
    expect(Object.fromEntries(told)).toEqual({
      id: { type: 'string', format: 'uuid' },
      entityId: { type: ['string', 'null'], format: 'uuid' },
      externalId: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time' },
      version: { type: 'integer' },
      x: { type: 'number' },
      contactIds: { type: 'array', items: { type: 'string', format: 'uuid' } },
    })
  })

  test('leaves a list open whose values may grow, and names no default that is null', () => {
    expect(write(growing(['a', 'b']))).toEqual({ type: 'string', 'x-extensible-enum': ['a', 'b'] })
    expect(write(v.optional(v.nullable(v.string()), null))).toEqual({ type: ['string', 'null'] })
  })

  test('leads from the field that tells variants apart to the component of each', () => {
    const cat = v.pipe(v.object({ kind: v.literal('cat') }), v.title('Cat'))
    const dog = v.pipe(v.object({ kind: v.literal('dog') }), v.title('Dog'))
    expect(write(v.variant('kind', [cat, dog]))).toEqual({
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    })
  })

  test('unwraps what must not be left out', () => {
    const schema = v.object({ name: v.nonOptional(v.optional(v.string())) })
    expect(write(schema)).toMatchObject({ properties: { name: { type: 'string' } }, required: ['name'] })
  })

  test('tells rules of code by their message, and takes JSON Schema keywords from metadata', () => {
    const even = v.pipe(
      v.number(),
      v.check((n) => n % 2 === 0, 'Send an even number.'),
    )
    expect(write(even)).toEqual({ type: 'integer', description: 'Send an even number.' })
    const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/i, 'Send hex digits.'))
    expect(write(hex)).toEqual({ type: 'string', description: 'Send hex digits.' })
    expect(write(v.pipe(v.unknown(), v.metadata({ type: 'integer', minimum: 1 })))).toEqual({
      type: 'integer',
      minimum: 1,
    })
  })

  test('refuses what it cannot tell', () => {
    expect(() =>
      write(
        v.pipe(
          v.number(),
          v.check((n) => n % 2 === 0),
        ),
      ),
    ).toThrow('check')
    expect(() => write(v.date())).toThrow('date')
    expect(() => write(v.pipe(v.string(), v.transform(Number)), 'response')).toThrow('transform')
    expect(() => write(v.lazy(() => v.object({ unnamed: v.string() })))).toThrow('title')
  })

  test('refers to titled schemas, recursive ones included', () => {
    interface Tree {
      children: Tree[]
    }
    const tree: v.GenericSchema<Tree> = v.pipe(v.object({ children: v.array(v.lazy(() => tree)) }), v.title('Tree'))
    const writer = schemaWriter()
    expect(writer.write(v.object({ root: tree }), 'response').properties).toEqual({
      root: { $ref: '#/components/schemas/Tree' },
    })
    expect(writer.components().Tree?.properties).toEqual({
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    })
  })

  test('refuses one title for two schemas', () => {
    const writer = schemaWriter()
    writer.write(v.pipe(v.object({ a: v.string() }), v.title('Thing')), 'response')
    expect(() => writer.write(v.pipe(v.object({ b: v.string() }), v.title('Thing')), 'response')).toThrow('Thing')
  })
})
