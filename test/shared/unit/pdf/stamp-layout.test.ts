import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutStamp, type StampLayout, smallestCaption } from '../../../../shared/pdf/stamp-layout.ts'

const name = 'Camille Lefèvre'
const time = '2026-03-01 15:05 UTC+1'
const id = '01J2SX4Z0YF8RHY41VBSKR0001'
/** Half a size for each letter, as fonts have it about. */
const measure = (text: string) => text.length / 2
const shorten = (text: string, width: number) =>
  measure(text) <= width ? text : `${text.slice(0, Math.max(0, Math.floor(width * 2) - 1))}…`
const laidOut = (width: number, height: number, direction: 'ltr' | 'rtl' = 'ltr', parts = [name, time, id]) =>
  layOutStamp({ x: 0, y: 0, width, height }, { parts, direction }, { measure, shorten })

/** The rows of a caption from the top, each from the left. */
function rowsOf({ caption }: StampLayout): string[] {
  const rows = Map.groupBy(caption, ({ y }) => y)
  return [...rows.keys()].toSorted((a, b) => b - a).map((y) => (rows.get(y) ?? []).map(({ text }) => text).join(''))
}

describe('the layout of a signature field', () => {
  it.each([
    [300, 70, [`${name} · ${time} · ${id}`]],
    [244, 58, [`${name} · ${time} · ${id}`]],
    [200, 70, [`${name} · ${time}`, id]],
    [180, 60, [`${name} · ${time}`, id]],
    [100, 90, [name, time, id]],
    [150, 40, [`${name} · ${time}`]],
    [80, 40, [name]],
    [70, 50, [name, time]],
    [60, 40, [name]],
    [200, 22, [`${name} · ${time}`]],
    [200, 20, []],
    [30, 60, ['Camille…']],
  ])('of %i × %i has below the signature %j', (width, height, rows) => {
    expect(rowsOf(laidOut(width, height))).toEqual(rows)
  })

  it('starts at the right where the name is read from there, and turns nothing round within a part', () => {
    const { caption, signature } = laidOut(300, 70, 'rtl', ['محمد', time, id])
    expect(caption.map(({ text }) => text)).toEqual([id, ' · ', time, ' · ', 'محمد'])
    const last = caption.at(-1)
    expect((last?.x ?? 0) + measure('محمد') * (last?.size ?? 0)).toBeCloseTo(signature.x + signature.width)
  })

  it('is legible, leaves the signature the larger part, and stays in its field, whatever the field and the name', () => {
    const side = fc.double({ min: 1, max: 600, noNaN: true })
    fc.assert(
      fc.property(side, side, fc.string({ maxLength: 80 }), fc.boolean(), (width, height, someName, isFromRight) => {
        const parts = [someName, time, id]
        const { signature, rule, caption } = laidOut(width, height, isFromRight ? 'rtl' : 'ltr', parts)
        expect(signature.y + signature.height).toBeLessThanOrEqual(height + 1e-9)
        expect(caption.length > 0).toBe(rule !== null)
        if (rule) expect(signature.height).toBeGreaterThanOrEqual(height * 0.35)
        for (const { text, x, y, size } of caption) {
          expect(size).toBeGreaterThanOrEqual(smallestCaption)
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + measure(text) * size).toBeLessThanOrEqual(width + 1e-6)
          expect(y).toBeGreaterThan(0)
          expect(y + size).toBeLessThanOrEqual(signature.y + size * 0.5)
        }
      }),
    )
  })
})
