import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream, PdfString } from '@libpdf/core'
import { arrayAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { checkFunction, type Interval } from './function-check.ts'
import { numberAt, numbersIn } from './numbers.ts'
import { OddContent } from './odd-content.ts'
import { checkedData } from './stream-check.ts'

const device = new Map([
  ['DeviceGray', 1],
  ['DeviceRGB', 3],
  ['DeviceCMYK', 4],
])

/** A colour space: how many numbers a colour has, or a pattern, whose colour may have numbers too. */
export interface Colour {
  readonly components: number
  readonly isPattern: boolean
  /** The last colour of a table. */
  readonly highest?: number
}

const mostDepth = 4

/** Throws `OddContent` for a colour space that is not as ISO 32000-2 §8.6 describes. */
export function checkColourSpace(source: ObjectSource, object: PdfObject | undefined, depth = 0): Colour {
  const space = resolved(source, object)
  if (space instanceof PdfName) return named(space.value)
  if (!(space instanceof PdfArray) || depth > mostDepth) throw new OddContent('No colour space')
  const [family, ...rest] = space.toArray()
  const kind = resolved(source, family)
  if (!(kind instanceof PdfName)) throw new OddContent('A colour space has no family')
  if (rest.length === 0) return named(kind.value)
  switch (kind.value) {
    case 'Pattern': {
      const { components } = checkColourSpace(source, rest[0], depth + 1)
      return { components, isPattern: true }
    }
    case 'ICCBased':
      return plain(iccComponents(source, rest[0]))
    case 'CalGray':
    case 'CalRGB':
    case 'Lab':
      checkCalibrated(source, rest[0])
      return plain(kind.value === 'CalGray' ? 1 : 3)
    case 'Indexed':
      return { ...plain(1), highest: lastColour(source, rest, depth) }
    case 'Separation':
      checkTint(source, { alternate: rest[1], tint: rest[2], inputs: 1 }, depth)
      return plain(1)
    case 'DeviceN': {
      const names = resolved(source, rest[0])
      const inputs = names instanceof PdfArray ? names.length : 0
      if (inputs < 1 || inputs > 32) throw new OddContent('DeviceN has no colorants')
      checkTint(source, { alternate: rest[1], tint: rest[2], inputs }, depth)
      return plain(inputs)
    }
    default:
      return named(kind.value)
  }
}

function plain(components: number): Colour {
  return { components, isPattern: false }
}

function named(name: string): Colour {
  if (name === 'Pattern') return { components: 0, isPattern: true }
  const components = device.get(name)
  if (components === undefined) throw new OddContent(`${name} is no colour space`)
  return plain(components)
}

function iccComponents(source: ObjectSource, object: PdfObject | undefined): number {
  const profile = resolved(source, object)
  const components = profile instanceof PdfStream ? numberAt(source, profile, 'N') : null
  if (components !== 1 && components !== 3 && components !== 4) throw new OddContent('A profile has no N')
  if (profile instanceof PdfStream && profile.has('Alternate')) {
    const alternate = checkColourSpace(source, profile.get('Alternate'), 1)
    if (alternate.components !== components) throw new OddContent('A profile stands for another number of colours')
  }
  return components
}

function checkCalibrated(source: ObjectSource, object: PdfObject | undefined) {
  const dict = resolved(source, object)
  if (!(dict instanceof PdfDict)) throw new OddContent('A colour space has no white point')
  const [x, y, z, ...more] = numbersIn(source, arrayAt(source, dict, 'WhitePoint')) ?? []
  const isWhite = x !== undefined && z !== undefined && x > 0 && x < 2 && y === 1 && z > 0 && z < 2
  if (!isWhite || more.length > 0) throw new OddContent('The white point of a colour space is none')
  if (!dict.has('Matrix')) return
  const matrix = numbersIn(source, arrayAt(source, dict, 'Matrix'))
  if (matrix?.length !== 9 || Math.abs(determinant(matrix)) < 1e-6) throw new OddContent('Colours have no matrix')
}

function determinant([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: readonly number[]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

function lastColour(source: ObjectSource, [base, highest, table]: PdfObject[], depth: number): number {
  const { components, isPattern } = checkColourSpace(source, base, depth + 1)
  const last = resolved(source, highest)
  const colours = last instanceof PdfNumber && Number.isInteger(last.value) ? last.value + 1 : 0
  if (isPattern || colours < 1 || colours > 256) throw new OddContent('A colour table has no size')
  const data = resolved(source, table)
  const bytes = data instanceof PdfString ? data.bytes : data instanceof PdfStream ? checkedData(source, data) : null
  if (!bytes || bytes.length < colours * components) throw new OddContent('A colour table is too short')
  return colours - 1
}

interface Tint {
  readonly alternate: PdfObject | undefined
  readonly tint: PdfObject | undefined
  readonly inputs: number
}

function checkTint(source: ObjectSource, { alternate, tint, inputs }: Tint, depth: number) {
  const { components, isPattern } = checkColourSpace(source, alternate, depth + 1)
  if (isPattern) throw new OddContent('A colorant stands for a pattern')
  checkFunction(source, tint, { inputs: Array<Interval>(inputs).fill([0, 1]), outputs: components })
}
