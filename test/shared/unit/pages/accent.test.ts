import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf, contrastOf } from '../../../../shared/pages/accent.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** Grounds of the pages, by theme. */
const [lightGrounds, darkGrounds] = [
  ['#ffffff', '#f5f6f8'],
  ['#11151c', '#1a202a'],
]

test('any colour can be read as text on every ground, and under the text on it', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { light, lightText, dark, darkText } = accentOf(colour)
      for (const ground of lightGrounds) expect(contrastOf(light, ground)).toBeGreaterThanOrEqual(4.5)
      for (const ground of darkGrounds) expect(contrastOf(dark, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(light, lightText)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(dark, darkText)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a colour that can be read stays as it is', () => {
  expect(accentOf('#1a7f5a')).toMatchObject({ light: '#1a7f5a', lightText: '#ffffff' })
  expect(accentOf('#9db6ff')).toMatchObject({ dark: '#9db6ff', darkText: '#000000' })
})

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
