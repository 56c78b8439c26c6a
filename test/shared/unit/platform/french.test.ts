import { expect, it } from 'vitest'
import { ofName, thatName } from '../../../../shared/platform/french.ts'

it.each([
  ['Atelier Martin', 'd’Atelier Martin'],
  ['Élodie', 'd’Élodie'],
  ['Œuvres', 'd’Œuvres'],
  ['Maison Lumière', 'de Maison Lumière'],
  ['Yves', 'de Yves'],
  ['123 Conseil', 'de 123 Conseil'],
  ['יעל', 'de יעל'],
])('“de” before %s: %s', (name, text) => {
  expect(ofName(name)).toBe(text)
})

it('“que” is elided before the same names', () => {
  expect([thatName('Atelier Martin'), thatName('Maison Lumière')]).toEqual(['qu’Atelier Martin', 'que Maison Lumière'])
})
