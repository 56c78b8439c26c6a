import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileEventPattern } from '../../../../infra/local/engines/event-patterns.ts'

const event = {
  source: 'sealpost',
  'detail-type': 'signature.completed',
  detail: { public: true, tags: ['a', 'b'], size: 3, owner: null, signers: [{ name: 'x' }, { name: 'y' }] },
}

test.each([
  [{ source: ['other', 'sealpost'] }],
  [{ source: ['sealpost'], 'detail-type': [{ prefix: 'signature.' }] }],
  [{ 'detail-type': [{ suffix: '.completed' }] }],
  [{ 'detail-type': [{ 'anything-but': ['signature.sent', 'signature.failed'] }] }],
  [{ 'detail-type': [{ 'anything-but': { prefix: 'task.' } }] }],
  [{ 'detail-type': [{ 'anything-but': 'task.done' }] }],
  [{ detail: { public: [true], owner: [null], size: [{ numeric: ['=', 3] }] } }],
  [{ detail: { size: [{ numeric: ['>', 2, '<=', 3] }], tags: ['b'] } }],
  [{ detail: { public: [{ exists: true }], absent: [{ exists: false }] } }],
  [{ detail: { signers: { name: ['y'] } } }],
  [{ $or: [{ source: ['other'] }, { detail: { size: [3] } }] }],
])('%j fits', (pattern) => expect(compileEventPattern(pattern)(event)).toBe(true))

test.each([
  [{ source: ['other'] }],
  [{ source: ['sealpost'], 'detail-type': [{ prefix: 'task.' }] }],
  [{ detail: { absent: [{ exists: true }] } }],
  [{ detail: { public: [{ exists: false }] } }],
  [{ detail: { absent: [{ 'anything-but': 'x' }] } }],
  [{ detail: { size: ['3'] } }],
  [{ detail: { absent: [null] } }],
  [{ detail: { size: [{ numeric: ['>', 3] }] } }],
  [{ 'detail-type': [{ 'anything-but': { prefix: 'signature.' } }] }],
  [{ $or: [{ source: ['other'] }, { detail: { size: [4] } }], 'detail-type': ['signature.completed'] }],
])('%j does not fit', (pattern) => expect(compileEventPattern(pattern)(event)).toBe(false))

test.each([
  [{}],
  [{ source: 'sealpost' }],
  [{ source: [] }],
  [{ source: [{ 'equals-ignore-case': 'SEALPOST' }] }],
  [{ source: [{ wildcard: '*' }] }],
  [{ source: [{ prefix: { 'equals-ignore-case': 'x' } }] }],
  [{ source: [{ 'anything-but': { wildcard: '*' } }] }],
  [{ detail: { ip: [{ cidr: '10.0.0.0/8' }] } }],
  [{ detail: { size: [{ numeric: ['~', 3] }] } }],
  [{ $or: [{ source: ['only one'] }] }],
])('%j is refused, not guessed', (pattern) => expect(() => compileEventPattern(pattern)).toThrow('does not know'))

test('an exact pattern made of an event fits that event', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  const fields = fc.dictionary(
    fc.string().filter((key) => key !== '$or' && key !== '__proto__'),
    leaf,
    { minKeys: 1 },
  )
  fc.assert(
    fc.property(fields, (detail) => {
      const pattern = Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, [value]]))
      expect(compileEventPattern({ detail: pattern })({ detail })).toBe(true)
    }),
  )
})
