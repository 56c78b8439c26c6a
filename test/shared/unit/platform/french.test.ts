import { expect, it } from 'vitest'
import { ofName } from '../../../../shared/platform/french.ts'

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
