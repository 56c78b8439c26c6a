import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marshalled, unmarshalled } from '../../../../shared/store/attributes.ts'

/** Objects whose values are JSON. Numbers as records hold them: the SDK's own conversion refuses greater ones. */
const number = fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((value) => (Object.is(value, -0) ? 0 : value))
const leaf = fc.oneof(fc.string(), number, fc.integer(), fc.boolean(), fc.constant(null))
const name = fc.string().filter((text) => text !== '__proto__')
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(name, tie('value'), plain())),
}))
const item = fc.dictionary(name, value, plain())

function plain() {
  return { noNullPrototype: true }
}

describe('the attributes of an item', () => {
  it('are those that the SDK makes of it', () => {
    fc.assert(fc.property(item, (given) => void expect(marshalled(given)).toEqual(marshall(given))))
  })

  it('say what the SDK reads in them', () => {
    fc.assert(
      fc.property(item, (given) => void expect(unmarshalled(marshall(given))).toEqual(unmarshall(marshall(given)))),
    )
  })

  it('are the item again', () => {
    fc.assert(fc.property(item, (given) => void expect(unmarshalled(marshalled(given))).toEqual(given)))
  })

  it('leave out what is undefined, also in lists', () => {
    expect(marshalled({ a: undefined, b: { c: undefined }, d: [1, undefined] })).toEqual({
      b: { M: {} },
      d: { L: [{ N: '1' }] },
    })
  })

  it('keep bytes', () => {
    const bytes = new Uint8Array([1, 2, 3])
    expect(unmarshalled(marshalled({ bytes }))).toEqual({ bytes })
  })

  it('keep a name that would be the prototype', () => {
    const given: unknown = JSON.parse('{"__proto__":{"admin":true}}')
    const again = unmarshalled(marshalled(Object(given)))
    expect(Object.keys(again)).toEqual(['__proto__'])
    expect(again.admin).toBeUndefined()
  })

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [10n], [new Date(0)], [new Map()], [() => 1], [Symbol('a')]])(
    'are not made of %o',
    (value) => {
      expect(() => marshalled({ value })).toThrow('which is no JSON')
    },
  )

  it('of a type that nobody writes are not read', () => {
    expect(() => unmarshalled({ value: { SS: ['a'] } })).toThrow('the type SS')
  })
})
