import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { allOperations } from '../../../../infra/build/operation-groups.ts'
import { issueMessage } from '../../../../shared/http/issue-message.ts'
import { validated } from '../../../../shared/http/validation.ts'

const messagesOf = (schema: v.GenericSchema, input: unknown) =>
  (v.safeParse(schema, input).issues ?? []).map((issue) => issueMessage(issue))

describe('the message about a value', () => {
  it.each<[string, v.GenericSchema, unknown]>([
    ['Send at least 8 characters.', v.pipe(v.string(), v.minLength(8)), 'short'],
    ['Send at most 1 character.', v.pipe(v.string(), v.maxLength(1)), 'long'],
    ['Send at least 1 value.', v.pipe(v.array(v.string()), v.minLength(1)), []],
    ['Send at most 30.', v.pipe(v.number(), v.maxValue(30)), 31],
    ['Send a whole number.', v.pipe(v.number(), v.integer()), 1.5],
    ['Send one of: mr, mrs.', v.picklist(['mr', 'mrs']), 'lord'],
    ['Send person.', v.literal('person'), 'robot'],
    ['Send a text.', v.string(), 5],
    ['Send true or false.', v.boolean(), 'yes'],
    ['Send an object.', v.object({}), 'text'],
    ['Send a list.', v.array(v.string()), {}],
    ['This field is required.', v.object({ name: v.string() }), {}],
    ['Send an object.', v.object({ name: v.string() }), undefined],
    ['There is no such field.', v.strictObject({}), { more: 1 }],
    ['Send one of: a, b.', v.variant('type', [typed('a'), typed('b')]), { type: 'c' }],
    ['This field is required.', v.variant('type', [typed('a'), typed('b')]), {}],
    ['Send a UUID.', v.pipe(v.string(), v.uuid()), 'x'],
    ['This value is not valid.', v.pipe(v.string(), v.ulid()), 'x'],
    ['The words of the schema.', v.pipe(v.string(), v.minLength(8, 'The words of the schema.')), 'short'],
  ])('is %j', (message, schema, input) => {
    expect(messagesOf(schema, input)).toEqual([message])
  })

  it('is short, however many values there are', () => {
    const [message = ''] = messagesOf(v.picklist(Array.from({ length: 500 }, (_, place) => `value ${place}`)), 'x')
    expect([...message]).toHaveLength(301)
  })
})

function typed<const Type extends string>(type: Type) {
  return v.object({ type: v.literal(type) })
}

it.each(allOperations.flatMap(({ id, body }) => (body?.schema ? [[id, body.schema] as const] : [])))(
  'the body of %s is refused in plain words',
  (_, schema) => {
    for (const input of [{}, [], 5, { ...valuesOfWrongType(schema) }]) {
      const told = validated(schema, input, 'body')
      expect(JSON.stringify(told)).not.toMatch(/Invalid \w+:|Expected|received/)
    }
  },
)

/** An object that has another type than the schema asks for in each of its fields. */
function valuesOfWrongType(schema: v.GenericSchema): Record<string, unknown> {
  const entries: object = 'entries' in schema ? Object(schema.entries) : {}
  return Object.fromEntries(Object.keys(entries).map((name, place) => [name, [[], 'x', -5, { a: 1 }][place % 4]]))
}
