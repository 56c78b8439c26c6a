import { PdfDict, type PdfObject, PdfStream } from '@libpdf/core'
import { arrayAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import { checkCalculation } from './calculator-check.ts'
import { numberAt, numbersIn } from './numbers.ts'
import { OddContent } from './odd-content.ts'
import { checkedData } from './stream-check.ts'

export type Interval = readonly [from: number, to: number]

export interface Shape {
  /** Within what each value lies that the function is given; null where that is not known. */
  readonly inputs: readonly (Interval | null)[]
  readonly outputs: number
}

interface Bounds {
  readonly domain: readonly Interval[]
  readonly range: readonly Interval[] | null
}

const mostDepth = 8

/**
 * Throws `OddContent` for a function that is not as ISO 32000-2 §7.10 describes, takes or gives other numbers, or is given or
 * gives some beyond its own bounds: not all readers hold these.
 */
export function checkFunction(source: ObjectSource, object: PdfObject | undefined, shape: Shape, depth = 0) {
  const dict = resolved(source, object)
  if (!(dict instanceof PdfDict) || depth > mostDepth) throw new OddContent('No function')
  const domain = intervals(source, dict, 'Domain')
  if (domain.length !== shape.inputs.length) throw new OddContent('A function takes another number of values')
  if (!shape.inputs.every((input, index) => input === null || lies(input, domain[index])))
    throw new OddContent('A function is given values that it does not take')
  const range = dict.has('Range') ? intervals(source, dict, 'Range') : null
  if (range !== null && range.length !== shape.outputs)
    throw new OddContent('A function gives another number of values')
  const bounds = { domain, range }
  switch (numberAt(source, dict, 'FunctionType')) {
    case 0:
      return checkSamples(source, dict, shape, range)
    case 2:
      return checkInterpolation(source, dict, shape, bounds)
    case 3:
      return checkStitches(source, dict, { outputs: shape.outputs, bounds, depth })
    case 4:
      return checkCalculator(source, dict, shape, bounds)
    default:
      throw new OddContent('A function of an unknown type')
  }
}

function intervals(source: ObjectSource, dict: PdfDict, key: string): Interval[] {
  const found = pairs(numbersIn(source, arrayAt(source, dict, key)) ?? [])
  if (found.length === 0 || !found.every(([from, to]) => from <= to)) throw new OddContent(`${key} has no pairs`)
  return found
}

function pairs(numbers: readonly number[]): Interval[] {
  if (numbers.length % 2 !== 0) throw new OddContent('A number of a pair is missing')
  return numbers.flatMap((from, index) => (index % 2 === 0 ? [[from, numbers[index + 1] ?? from] as const] : []))
}

/** Producers round. */
const closeEnough = 1e-4

/** In either direction. */
function lies([from, to]: Interval, within: Interval | undefined): boolean {
  if (!within) return false
  return Math.min(from, to) >= within[0] - closeEnough && Math.max(from, to) <= within[1] + closeEnough
}

function checkSamples(
  source: ObjectSource,
  dict: PdfDict,
  { inputs, outputs }: Shape,
  range: readonly Interval[] | null,
) {
  const sizes = numbersIn(source, arrayAt(source, dict, 'Size')) ?? []
  const bits = numberAt(source, dict, 'BitsPerSample') ?? 0
  const isWhole = sizes.length === inputs.length && sizes.every((size) => Number.isInteger(size) && size > 0)
  if (!isWhole || ![1, 2, 4, 8, 12, 16, 24, 32].includes(bits) || !range || !(dict instanceof PdfStream))
    throw new OddContent('A function has no samples')
  const needed = Math.ceil((sizes.reduce((all, size) => all * size, bits) * outputs) / 8)
  if (checkedData(source, dict).length < needed) throw new OddContent('A function has too few samples')
  const given = (key: string) => pairs(numbersIn(source, arrayAt(source, dict, key)) ?? [])
  const encoded = dict.has('Encode') ? given('Encode') : sizes.map((size) => [0, size - 1] as const)
  const decoded = dict.has('Decode') ? given('Decode') : range
  const isEncoded = encoded.length === sizes.length && encoded.every((one, at) => lies(one, [0, (sizes[at] ?? 1) - 1]))
  const isDecoded = decoded.length === range.length && decoded.every((one, at) => lies(one, range[at]))
  if (!isEncoded || !isDecoded) throw new OddContent('A function has values beyond its samples')
}

function checkInterpolation(
  source: ObjectSource,
  dict: PdfDict,
  { inputs, outputs }: Shape,
  { domain, range }: Bounds,
) {
  const ends = (['C0', 'C1'] as const).map((key, value) =>
    dict.has(key) ? numbersIn(source, arrayAt(source, dict, key)) : [value],
  )
  if (inputs.length !== 1 || ends.some((end) => end?.length !== outputs))
    throw new OddContent('A function gives another number of values')
  if (range && ends.some((end) => end?.some((value, at) => !lies([value, value], range[at]))))
    throw new OddContent('A function gives values beyond its range')
  const exponent = numberAt(source, dict, 'N') ?? 0
  const isReal = (domain[0]?.[0] ?? 0) >= 0 || Number.isInteger(exponent)
  if (exponent <= 0 || !isReal) throw new OddContent('A function has no exponent')
}

function checkStitches(
  source: ObjectSource,
  dict: PdfDict,
  { outputs, bounds, depth }: { outputs: number; bounds: Bounds; depth: number },
) {
  const functions = arrayAt(source, dict, 'Functions')
  const [[from, to] = [0, 0], ...more] = bounds.domain
  const parts = numbersIn(source, arrayAt(source, dict, 'Bounds'))
  const encode = pairs(numbersIn(source, arrayAt(source, dict, 'Encode')) ?? [])
  const count = functions.length
  if (more.length > 0 || count === 0 || parts?.length !== count - 1 || encode.length !== count)
    throw new OddContent('A function is not stitched together')
  const edges = [from, ...parts, to]
  if (!edges.every((edge, at) => edge >= (edges[at - 1] ?? from)))
    throw new OddContent('A function has parts in disorder')
  if (count > 1_000) throw new OddContent('A function has too many parts')
  for (const [at, each] of functions.entries())
    checkFunction(source, each, { inputs: [encode[at] ?? null], outputs }, depth + 1)
}

function checkCalculator(source: ObjectSource, dict: PdfDict, { outputs }: Shape, { domain, range }: Bounds) {
  if (range === null || !(dict instanceof PdfStream)) throw new OddContent('A function has no range')
  const text = Buffer.from(checkedData(source, dict)).toString('latin1')
  checkCalculation(
    text,
    domain.map(([from, to]) => Math.max(Math.abs(from), Math.abs(to))),
    outputs,
  )
}
