import { describe, expect, it } from 'vitest'
import { isInOnePartition, placeOfCompanies, termPartition } from '../../../functions/contacts/model/search-index.ts'

describe('the place of companies of one name', () => {
  it.each([
    ['Dupont', 'SARL Dupont'],
    ['Dupont', 'Dupont S.A.S.'],
    ['du Lac', 'S.C.I. du Lac'],
    ['Dupont & Fils', 'dupont S.A.R.L FILS'],
    ['Société Élan', 'SA societe elan'],
    ['E.D.F.', 'EDF'],
    ['S.A.R.L.', 'sarl'],
    ['x'.repeat(80), `${'x'.repeat(80)} Ltd`],
  ])('is the same for %s and %s', (one, other) => {
    expect(placeOfCompanies(other)).toBe(placeOfCompanies(one))
  })

  it.each([
    ['Dupont', 'Dupond'],
    ['Dupont', 'Dupont Fils'],
    ['J. Dupont', 'Dupont'],
    ['A.B. Conseil', 'A. B. C. Conseil'],
    ['x'.repeat(80), 'x'.repeat(60)],
    [`${'Résidence '.repeat(8)}A`, `${'Résidence '.repeat(8)}B`],
  ])('is another for %s than for %s', (one, other) => {
    expect(placeOfCompanies(other)).not.toBe(placeOfCompanies(one))
  })

  it('is none where a name has no words', () => {
    expect(placeOfCompanies('!!!')).toBeNull()
  })

  it('is found in one partition, and in none with words', () => {
    const place = placeOfCompanies('SARL Dupont') ?? ''
    expect([isInOnePartition(place), termPartition('addressBook', place)]).toEqual([true, 'addressBook#TERM#=d'])
    expect(termPartition('addressBook', 'dupont')).toBe('addressBook#TERM#d')
    expect(termPartition('addressBook', '2'.repeat(9))).toBe('addressBook#TERM#22')
  })
})
