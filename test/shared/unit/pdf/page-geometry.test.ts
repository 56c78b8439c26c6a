import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayedToUserSpace, fieldFits, pageGeometry } from '../../../../shared/pdf/page-geometry.ts'

const a4 = { width: 595, height: 842 }

describe('fieldFits', () => {
  it.each([
    [{ x: 0, y: 0, width: 595, height: 842 }, true],
    [{ x: 500, y: 800, width: 95, height: 42 }, true],
    [{ x: 500, y: 800, width: 95.1, height: 42 }, false],
    [{ x: 500, y: 800, width: 95, height: 42.1 }, false],
    [{ x: -0.1, y: 0, width: 10, height: 10 }, false],
    [{ x: 0, y: -0.1, width: 10, height: 10 }, false],
    [{ x: 0, y: 0, width: 0, height: 10 }, false],
    [{ x: Number.NaN, y: 0, width: 10, height: 10 }, false],
  ])('%o: %s', (field, fits) => {
    expect(fieldFits(a4, field)).toBe(fits)
  })
})

describe('displayedToUserSpace', () => {
  it('takes the corners of the displayed page to the corners of the crop box', () => {
    const coordinate = fc.integer({ min: -500, max: 500 })
    const side = fc.integer({ min: 1, max: 2_000 })
    const box = fc.record({ x: coordinate, y: coordinate, width: side, height: side })
    fc.assert(
      fc.property(box, fc.constantFrom(0, 90, 180, 270), (crop, rotate) => {
        const page = pageGeometry(crop, crop, rotate)
        const [a, b, c, d, e, f] = displayedToUserSpace(page)
        const corner = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f]
        const left = crop.x
        const right = crop.x + crop.width
        const bottom = crop.y
        const top = crop.y + crop.height
        // Clockwise from the bottom-left corner of the page before it is turned.
        const corners = [
          [left, bottom],
          [left, top],
          [right, top],
          [right, bottom],
        ]
        const turns = rotate / 90
        expect(corner(0, 0)).toEqual(corners.at((4 - turns) % 4))
        expect(corner(0, page.height)).toEqual(corners.at((5 - turns) % 4))
        expect(corner(page.width, page.height)).toEqual(corners.at((6 - turns) % 4))
      }),
    )
  })
})
