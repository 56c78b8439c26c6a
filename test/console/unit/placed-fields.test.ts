import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  crowdedPages,
  fieldAmong,
  fieldAround,
  fieldsOn,
  fieldTypes,
  moved,
  movedByKey,
  type PlacedField,
  resized,
} from '../../../functions/console/app/request/placed-fields.ts'

const page = { width: 595, height: 842 }
const distance = fc.double({ min: -2000, max: 2000, noNaN: true })
const point = fc.record({ x: distance, y: distance })
const field = fc
  .record({ type: fc.constantFrom(...fieldTypes), at: point })
  .map(({ type, at }) => fieldAround({ key: 1, signer: 1, type, page: 1 }, at, page))

function expectOnPage({ x, y, width, height }: PlacedField): void {
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
  expect(x + width).toBeLessThanOrEqual(page.width)
  expect(y + height).toBeLessThanOrEqual(page.height)
}

describe('a field', () => {
  test('that is added by a button lies beside the fields that are there, while there is room', () => {
    let fields: PlacedField[] = []
    for (let key = 1; key <= 11; key += 1) {
      const added = fieldAmong({ key, signer: 1 + (key % 2), type: 'signature', page: 1 }, fields, page)
      expectOnPage(added)
      fields = [...fields, added]
      expect(crowdedPages(fields)).toEqual([])
    }
    const elsewhere = fieldAmong({ key: 12, signer: 1, type: 'signature', page: 2 }, fields, page)
    expect(elsewhere).toMatchObject({ x: fields[0]?.x, y: fields[0]?.y })
    expect(crowdedPages([...fields, elsewhere, { ...elsewhere, key: 13, y: elsewhere.y + 59 }])).toEqual([2])
    expect(crowdedPages([...fields, elsewhere, { ...elsewhere, key: 13, y: elsewhere.y + 60 }])).toEqual([])
  })

  test('is whole on its page, wherever it is put, moved or resized', () => {
    fc.assert(
      fc.property(field, fc.array(fc.record({ by: point, isResized: fc.boolean() })), (placed, changes) => {
        let now = placed
        expectOnPage(now)
        for (const { by, isResized } of changes) {
          now = isResized ? resized(now, by, page) : moved(now, by, page)
          expectOnPage(now)
        }
      }),
    )
  })

  test('is moved and resized by arrow keys, and by no other key', () => {
    const placed = fieldAround({ key: 1, signer: 1, type: 'text', page: 1 }, { x: 200, y: 300 }, page)
    const press = (key: string, keys = {}) => movedByKey(placed, { key, shiftKey: false, altKey: false, ...keys }, page)
    expect(press('ArrowDown')).toEqual({ ...placed, y: placed.y + 10 })
    expect(press('ArrowLeft', { altKey: true })).toEqual({ ...placed, x: placed.x - 1 })
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ ...placed, width: placed.width + 10 })
    expect(press('Enter')).toBeNull()
  })
})

test('another document keeps the fields that lie whole on its pages', () => {
  const on = (page: number, x: number, y: number) =>
    fieldAround({ key: page, signer: 1, type: 'signature', page }, { x, y }, { width: 595, height: 842 })
  const [first, low, second] = [on(1, 100, 100), on(1, 100, 842), on(2, 100, 100)]
  const shorter = { width: 595, height: 800 }
  expect(fieldsOn([shorter], [first, low, second])).toEqual([first])
  expect(fieldsOn([page, page], [first, low, second])).toEqual([first, low, second])
})
