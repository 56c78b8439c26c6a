import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { schemaWriter } from '../../../shared/openapi/openapi-schemas.ts'
import { drawnSignature, maxPoints, maxStrokes } from '../../../shared/pdf/given-signature.ts'
import { drawnExample } from '../../support/documents/signatures.ts'

const dot = { x: 1, y: 1 }
const pad = { width: 600, height: 200, strokes: [[dot]] }
const points = (count: number) => Array.from({ length: count }, () => dot)
const strokes = (count: number, of = 1) => Array.from({ length: count }, () => points(of))

function messagesFor(input: unknown): string[] {
  return v.safeParse(drawnSignature, input).issues?.map(({ message }) => message) ?? []
}

describe('drawnSignature', () => {
  it('can be described as JSON Schema, its rules among them', () => {
    const written = JSON.stringify(schemaWriter().write(drawnSignature, 'request'))
    for (const rule of ['10000 points in all', 'inside the pad', '"maxItems":200']) expect(written).toContain(rule)
  })

  it.each([
    ['a signature', drawnExample],
    ['a single dot', pad],
    [
      'points on the edges',
      {
        ...pad,
        strokes: [
          [
            { x: 0, y: 0 },
            { x: 600, y: 200 },
          ],
        ],
      },
    ],
    ['as many strokes as there may be', { ...pad, strokes: strokes(maxStrokes) }],
    ['as many points as there may be', { ...pad, strokes: strokes(100, maxPoints / 100) }],
    [
      'the lightest and the firmest pressure',
      {
        ...pad,
        strokes: [
          [
            { ...dot, pressure: 0 },
            { ...dot, pressure: 1 },
          ],
        ],
      },
    ],
  ])('takes %s', (_, input) => {
    expect(v.parse(drawnSignature, input)).toEqual(input)
  })

  it.each([
    ['no strokes', { ...pad, strokes: [] }, 'Draw at least one stroke.'],
    ['a stroke without points', { ...pad, strokes: [[]] }, 'Leave out strokes without a point.'],
    ['too many strokes', { ...pad, strokes: strokes(maxStrokes + 1) }, 'Send at most 200 strokes.'],
    ['too many points', { ...pad, strokes: [points(maxPoints + 1)] }, 'Send at most 10000 points in all.'],
    ['too many points in all', { ...pad, strokes: strokes(101, 100) }, 'Send at most 10000 points in all.'],
    ['a point to the left', { ...pad, strokes: [[{ x: -1, y: 0 }]] }, /inside the pad/],
    ['a point to the right', { ...pad, strokes: [[{ x: 600.1, y: 0 }]] }, /inside the pad/],
    ['a point below', { ...pad, strokes: [[{ x: 0, y: 201 }]] }, /inside the pad/],
    ['a point nowhere', { ...pad, strokes: [[{ x: Number.POSITIVE_INFINITY, y: 0 }]] }, /units of the pad/],
    ['a point that is no number', { ...pad, strokes: [[{ x: Number.NaN, y: 0 }]] }, /number/],
    [
      'more pressure than there is',
      { ...pad, strokes: [[{ ...dot, pressure: 1.1 }]] },
      'Send a pressure between 0 and 1.',
    ],
    ['a pad without width', { ...pad, width: 0 }, /at least 1/],
    ['a pad of infinite width', { ...pad, width: Number.POSITIVE_INFINITY }, /at most 10000/],
  ])('refuses %s', (_, input, message) => {
    expect(messagesFor(input)).toContainEqual(typeof message === 'string' ? message : expect.stringMatching(message))
  })
})
