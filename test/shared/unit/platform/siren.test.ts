import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sirenFrom, siretFrom } from '../../../../shared/platform/siren.ts'

describe('a SIREN', () => {
  it.for<[string, string | null]>([
    ['732829320', '732829320'],
    ['732 829 320', '732829320'],
    ['732\u00a0829\u202f320', '732829320'],
    ['356000000', '356000000'],
    ['552100554', '552100554'],
    ['732829321', null],
    ['73282932', null],
    ['7328293200', null],
    ['732-829-320', null],
    ['73282932O', null],
    ['７３２８２９３２０', null],
    ['', null],
  ])('%j is read as %j', ([text, read]) => {
    expect(sirenFrom(text)).toBe(read)
  })

  it('is another one with any single digit changed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...'732829320']
        digits[at] = String((Number(digits[at]) + by) % 10)
        expect(sirenFrom(digits.join(''))).toBeNull()
      }),
    )
  })
})

describe('a SIRET', () => {
  it.for<[string, string | null]>([
    ['73282932000074', '73282932000074'],
    ['732 829 320 00074', '73282932000074'],
    ['55210055400013', '55210055400013'],
    // The head office of La Poste, and two of its establishments: no check but that of the sum.
    ['35600000000048', '35600000000048'],
    ['35600000049837', '35600000049837'],
    ['356 000 000 49837', '35600000049837'],
    ['35600000049838', null],
    // Whose digits add up to a multiple of five, but of another company.
    ['73282932000075', null],
    ['73282932000070', null],
    // Its digits pass the check, those of its SIREN do not.
    ['73282932100007', null],
    ['7328293200007', null],
    ['732829320000740', null],
    ['', null],
  ])('%j is read as %j', ([text, read]) => {
    expect(siretFrom(text)).toBe(read)
  })
})
