import { PdfDict, type PdfObject, PdfStream } from '@libpdf/core'
import { arrayAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { numberAt, numbersIn } from './numbers.ts'
import { OddContent } from './odd-content.ts'
import { checkedData } from './stream-check.ts'

export interface Shape {
  readonly inputs: number
  readonly outputs: number
}

const mostDepth = 8

/** Throws `OddContent` for a function that is not as ISO 32000-2 §7.10 describes, or takes or gives other numbers. */
export function checkFunction(source: ObjectSource, object: PdfObject | undefined, shape: Shape, depth = 0) {
  const dict = resolved(source, object)
  if (!(dict instanceof PdfDict) || depth > mostDepth) throw new OddContent('No function')
  const domain = intervals(source, dict, 'Domain')
  if (domain !== shape.inputs) throw new OddContent('A function takes another number of values')
  const range = dict.has('Range') ? intervals(source, dict, 'Range') : null
  if (range !== null && range !== shape.outputs) throw new OddContent('A function gives another number of values')
  switch (numberAt(source, dict, 'FunctionType')) {
    case 0:
      return checkSamples(source, dict, shape)
    case 2:
      return checkInterpolation(source, dict, shape)
    case 3:
      return checkStitches(source, dict, shape, depth)
    case 4:
      return checkCalculator(source, dict, range)
    default:
      throw new OddContent('A function of an unknown type')
  }
}

/** How many pairs there are. */
function intervals(source: ObjectSource, dict: PdfDict, key: string): number {
  const numbers = numbersIn(source, arrayAt(source, dict, key)) ?? []
  const areUpward = numbers.every((number, index) => index % 2 === 0 || number >= (numbers[index - 1] ?? 0))
  if (numbers.length === 0 || numbers.length % 2 !== 0 || !areUpward) throw new OddContent(`${key} has no pairs`)
  return numbers.length / 2
}

function checkSamples(source: ObjectSource, dict: PdfDict, { inputs, outputs }: Shape) {
  const sizes = numbersIn(source, arrayAt(source, dict, 'Size')) ?? []
  const bits = numberAt(source, dict, 'BitsPerSample') ?? 0
  const isWhole = sizes.length === inputs && sizes.every((size) => Number.isInteger(size) && size > 0)
  if (!isWhole || ![1, 2, 4, 8, 12, 16, 24, 32].includes(bits) || !dict.has('Range') || !(dict instanceof PdfStream))
    throw new OddContent('A function has no samples')
  const needed = Math.ceil((sizes.reduce((all, size) => all * size, bits) * outputs) / 8)
  if (checkedData(source, dict).length < needed) throw new OddContent('A function has too few samples')
}

function checkInterpolation(source: ObjectSource, dict: PdfDict, { inputs, outputs }: Shape) {
  const lengths = ['C0', 'C1'].map((key) => (dict.has(key) ? arrayAt(source, dict, key).length : 1))
  const areNumbers = ['C0', 'C1'].every((key) => numbersIn(source, arrayAt(source, dict, key)))
  if (inputs !== 1 || !areNumbers || lengths.some((length) => length !== outputs))
    throw new OddContent('A function gives another number of values')
  if (numberAt(source, dict, 'N') === null) throw new OddContent('A function has no exponent')
}

function checkStitches(source: ObjectSource, dict: PdfDict, { inputs, outputs }: Shape, depth: number) {
  const functions = arrayAt(source, dict, 'Functions')
  const bounds = numbersIn(source, arrayAt(source, dict, 'Bounds'))
  const encode = numbersIn(source, arrayAt(source, dict, 'Encode'))
  const count = functions.length
  if (inputs !== 1 || count === 0 || bounds?.length !== count - 1 || encode?.length !== 2 * count)
    throw new OddContent('A function is not stitched together')
  if (count > 1_000) throw new OddContent('A function has too many parts')
  for (const each of new Set(functions)) checkFunction(source, each, { inputs: 1, outputs }, depth + 1)
}

const calculations = new Set(
  'abs add atan ceiling cos cvi cvr div exp floor idiv ln log mod mul neg round sin sqrt sub truncate and bitshift eq false ge gt le lt ne not or true xor if ifelse copy dup exch index pop roll { }'.split(
    ' ',
  ),
)

function checkCalculator(source: ObjectSource, dict: PdfDict, range: number | null) {
  if (range === null || !(dict instanceof PdfStream)) throw new OddContent('A function has no range')
  const text = Buffer.from(checkedData(source, dict)).toString('latin1')
  const words = text
    .replace(/%[^\r\n]*/g, ' ')
    .replace(/[{}]/g, ' $& ')
    .split(/[\0\t\n\f\r ]+/)
    .filter((word) => word !== '')
  const isKnown = words.every((word) => calculations.has(word) || /^[+-]?(\d+\.?\d*|\.\d+)$/.test(word))
  if (!isKnown || words[0] !== '{' || words.at(-1) !== '}') throw new OddContent('A function calculates oddly')
}
