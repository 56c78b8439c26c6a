import { PdfArray, PdfDict, type PdfObject } from '@libpdf/core'
import { arrayAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { checkColourSpace } from './colour-space-check.ts'
import { checkFunction, type Interval, type Shape } from './function-check.ts'
import { arrayOf, numberAt } from './numbers.ts'
import { OddContent } from './odd-content.ts'

/** A shading (ISO 32000-2 §8.7.4.5). Throws `OddContent`. Meshes are checked for their colours only. */
export function checkShading(source: ObjectSource, object: PdfObject | undefined): PdfDict {
  const shading = resolved(source, object)
  if (!(shading instanceof PdfDict)) throw new OddContent('No shading')
  const { components, isPattern } = checkColourSpace(source, shading.get('ColorSpace'))
  if (isPattern) throw new OddContent('A shading is made of patterns')
  if (shading.has('BBox')) arrayOf(source, shading, 'BBox', 4)
  const type = numberAt(source, shading, 'ShadingType') ?? 0
  switch (type) {
    case 1:
      if (shading.has('Matrix')) arrayOf(source, shading, 'Matrix', 6)
      break
    case 2:
    case 3:
      checkLine(source, shading, type)
      break
    default:
      if (![4, 5, 6, 7].includes(type)) throw new OddContent('A shading of an unknown type')
      if (!shading.has('Function')) return shading
  }
  checkFunctions(source, shading.get('Function'), { inputs: inputsOf(source, shading, type), outputs: components })
  return shading
}

/** Within what the functions are given values. */
function inputsOf(source: ObjectSource, shading: PdfDict, type: number): Shape['inputs'] {
  if (type > 3) return [null]
  const count = type === 1 ? 2 : 1
  if (!shading.has('Domain')) return Array<Interval>(count).fill([0, 1])
  const [a = 0, b = 1, c = 0, d = 1] = arrayOf(source, shading, 'Domain', 2 * count)
  return type === 1
    ? [
        [a, b],
        [c, d],
      ]
    : [[a, b]]
}

function checkLine(source: ObjectSource, shading: PdfDict, type: 2 | 3) {
  const coordinates = arrayOf(source, shading, 'Coords', type === 2 ? 4 : 6)
  const half = coordinates.length / 2
  if (type === 3 && [coordinates[2], coordinates[5]].some((radius = 0) => radius < 0))
    throw new OddContent('A circle of a shading has no radius')
  if (coordinates.slice(0, half).join() === coordinates.slice(half).join())
    throw new OddContent('A shading ends where it begins')
  if (!shading.has('Domain')) return
  const [from = 0, to = 0] = arrayOf(source, shading, 'Domain', 2)
  if (from >= to) throw new OddContent('A shading has no domain')
}

/** One function for all colours, or one each. */
function checkFunctions(source: ObjectSource, object: PdfObject | undefined, shape: Shape) {
  const functions = resolved(source, object)
  if (!(functions instanceof PdfArray)) return checkFunction(source, object, shape)
  const each = functions.toArray()
  if (each.length === 1) return checkFunction(source, each[0], shape)
  if (each.length !== shape.outputs) throw new OddContent('A shading has another number of functions than colours')
  for (const one of each) checkFunction(source, one, { inputs: shape.inputs, outputs: 1 })
}

/** `Background` is not for the operator `sh`, and not all readers know that. */
export function isWithoutBackground(source: ObjectSource, shading: PdfDict): boolean {
  return arrayAt(source, shading, 'Background').length === 0
}
