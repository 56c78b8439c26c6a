import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject } from '@libpdf/core'
import { resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { numbersIn } from './numbers.ts'
import { OddContent } from './odd-content.ts'
import { areDashes, isCap, isJoin, isLength } from './operand-values.ts'

const blendModes = new Set(
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  ),
)

type Check = (source: ObjectSource, value: PdfObject | null) => boolean

const isNumber =
  (is: (value: number) => boolean): Check =>
  (_, value) =>
    value instanceof PdfNumber && is(value.value)
const isBoolean: Check = (_, value) => value instanceof PdfBool
const isOpacity = isNumber((value) => value >= 0 && value <= 1)

/** What the entries that change what is drawn may be (ISO 32000-2 table 57). Readers put others right in different ways. */
const entries: Readonly<Record<string, Check>> = {
  AIS: isBoolean,
  BM: (source, value) => {
    const modes = value instanceof PdfArray ? value.toArray().map((each) => resolved(source, each)) : [value]
    return modes.length > 0 && modes.every((mode) => mode instanceof PdfName && blendModes.has(mode.value))
  },
  CA: isOpacity,
  D: (source, value) => {
    const [dashes, phase, ...more] =
      value instanceof PdfArray ? value.toArray().map((each) => resolved(source, each)) : []
    const lengths = dashes instanceof PdfArray ? numbersIn(source, dashes.toArray()) : null
    return lengths !== null && phase instanceof PdfNumber && more.length === 0 && areDashes(lengths)
  },
  Font: (source, value) =>
    value instanceof PdfArray && value.length === 2 && resolved(source, value.at(1)) instanceof PdfNumber,
  LC: isNumber(isCap),
  LJ: isNumber(isJoin),
  LW: isNumber(isLength),
  ML: isNumber(isLength),
  SA: isBoolean,
  SMask: (_, value) => value instanceof PdfDict || (value instanceof PdfName && value.value === 'None'),
  TK: isBoolean,
  ca: isOpacity,
}

/** Throws `OddContent` for a graphics state that says something else than it may. Its font and its mask are not looked into. */
export function checkGraphicsState(source: ObjectSource, state: PdfDict) {
  for (const [key, check] of Object.entries(entries))
    if (state.has(key) && !check(source, resolved(source, state.get(key))))
      throw new OddContent(`A graphics state has an odd ${key}`)
}
