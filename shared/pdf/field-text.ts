import { inset, placeFittedText } from './fitted-text.ts'
import type { Box } from './page-geometry.ts'
import type { PlacedLine } from './placed-line.ts'
import type { Typesetter } from './typography/typesetter.ts'

/** How the text of a small field is set. */
const styles = {
  initials: { font: 'semiBold', maxSize: 24 },
  text: { font: 'regular', maxSize: 12 },
} as const

export type FieldText = { type: keyof typeof styles; text: string; box: Box }

/** The text of a field as it is stamped into the field's box. */
export function placeFieldText(typesetter: Typesetter, { type, text, box }: FieldText, locale?: string): PlacedLine[] {
  return placeFittedText(typesetter, text, inset(box, 1), { ...styles[type], locale })
}
