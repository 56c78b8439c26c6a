import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import type { ObjectSource } from '../document-objects.ts'
import { type Box, identity, intersection } from '../page-geometry.ts'
import { boxOf } from '../page-tree.ts'
import type { Appearance } from './appearance.ts'
import type { ChangeableDocument } from './kinds.ts'
import { arrayAt, dictionaryAt, nameAt, resolved } from './objects.ts'

/** Corners of a quadrilateral as readers take it: the upper left and the lower right one. */
type Quadrilateral = { left: number; top: number; right: number; bottom: number }
type Drawn = { readonly operators: string; readonly blend?: string }

const mostSteps = 2_000
const circleFactor = (4 / 3) * Math.tan(Math.PI / 8)

/**
 * What pdf.js draws for a marking without an appearance, in the units of the page. Null: for its type it draws nothing from
 * the properties alone.
 */
export function markupAppearance(document: ChangeableDocument, annotation: PdfDict): Appearance | null {
  const drawn = draw(document, annotation)
  const extent = extentOf(document, annotation)
  if (!drawn || !extent) return null
  const { x, y, width, height } = extent
  const opacity = resolved(document, annotation.get('CA'))
  const state = PdfDict.of(drawn.blend ? { BM: PdfName.of(drawn.blend) } : {})
  if (opacity instanceof PdfNumber) for (const key of ['CA', 'ca']) state.set(key, opacity)
  const form = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: new PdfArray([x, y, x + width, y + height].map((value) => PdfNumber.of(value))),
    Resources: PdfDict.of({ ExtGState: PdfDict.of({ G: state }) }),
  })
  const content = Buffer.from(`/G gs ${drawn.operators}\n`)
  return { form: document.register(new PdfStream(form, content)), matrix: identity }
}

function draw(source: ObjectSource, annotation: PdfDict): Drawn | null {
  const stroke = colour(source, annotation, 'C', ['G', 'RG', 'K']) ?? '0 G'
  const fill = colour(source, annotation, 'IC', ['g', 'rg', 'k'])
  const width = borderWidth(source, annotation)
  const lines = (path: string) => ({ operators: `${stroke} ${width || 1} w ${path} S` })
  switch (nameAt(source, annotation, 'Subtype')) {
    case 'Highlight': {
      const ink = colour(source, annotation, 'C', ['g', 'rg', 'k']) ?? (annotation.has('C') ? '1 1 0 rg' : '0 g')
      const quad = ({ left, top, right, bottom }: Quadrilateral) =>
        `${left} ${bottom} ${right - left} ${top - bottom} re f`
      return { operators: `${ink} ${quadrilaterals(source, annotation).map(quad).join(' ')}`, blend: 'Multiply' }
    }
    case 'Underline':
      return overText(source, annotation, `${stroke} 0.571 w`, ({ bottom }) => bottom + 1.3)
    case 'Squiggly':
      return { operators: `${stroke} 1 w ${quadrilaterals(source, annotation).map(zigzag).join(' ')}` }
    case 'StrikeOut':
      return overText(source, annotation, `${stroke} 1 w`, ({ top, bottom }) => (top + bottom) / 2)
    case 'Line':
      return lines(polyline(numbersAt(source, annotation, 'L')))
    case 'Ink': {
      const strokes = arrayAt(source, annotation, 'InkList').map((each) => resolved(source, each))
      return lines(strokes.map((each) => (each instanceof PdfArray ? polyline(numbersOf(source, each)) : '')).join(' '))
    }
    case 'PolyLine':
    case 'Polygon': {
      const path = polyline(numbersAt(source, annotation, 'Vertices'))
      return fill ? { operators: `${stroke} ${fill} ${width || 1} w ${path} B` } : lines(path)
    }
    case 'Square':
    case 'Circle':
      return width === 0 && !fill
        ? null
        : shape(source, annotation, `${stroke} ${fill ?? ''} ${width} w`, fill ? 'B' : 'S')
    default:
      return null
  }
}

function overText(
  source: ObjectSource,
  annotation: PdfDict,
  state: string,
  height: (quad: Quadrilateral) => number,
): Drawn {
  const line = (quad: Quadrilateral) => `${quad.left} ${height(quad)} m ${quad.right} ${height(quad)} l S`
  return { operators: `${state} ${quadrilaterals(source, annotation).map(line).join(' ')}` }
}

/** Two points to the right each, up and down by a sixth of the height of the text. */
function zigzag({ left, top, right, bottom }: Quadrilateral): string {
  const steps = Math.min(mostSteps, Math.max(1, Math.ceil((right - left) / 2)))
  const up = (top - bottom) / 6
  const points = Array.from({ length: steps + 1 }, (_, step) => [
    left + 2 * step,
    step % 2 === 0 ? bottom + up : bottom,
  ])
  return `${polyline(points.flat())} S`
}

function shape(source: ObjectSource, annotation: PdfDict, state: string, paint: 'B' | 'S'): Drawn | null {
  const box = boxOf(source, annotation, 'Rect')
  if (!box) return null
  const inset = borderWidth(source, annotation) / 2
  const [x, y, width, height] = [box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset]
  if (nameAt(source, annotation, 'Subtype') === 'Square')
    return { operators: `${state} ${x} ${y} ${width} ${height} re ${paint}` }
  const [middle, centre, right, top] = [x + width / 2, y + height / 2, x + width, y + height]
  const [across, up] = [(width / 2) * circleFactor, (height / 2) * circleFactor]
  const curves = [
    `${middle} ${y} m ${middle + across} ${y} ${right} ${centre - up} ${right} ${centre} c`,
    `${right} ${centre + up} ${middle + across} ${top} ${middle} ${top} c`,
    `${middle - across} ${top} ${x} ${centre + up} ${x} ${centre} c`,
    `${x} ${centre - up} ${middle - across} ${y} ${middle} ${y} c h`,
  ]
  return { operators: `${state} ${curves.join(' ')} ${paint}` }
}

function quadrilaterals(source: ObjectSource, annotation: PdfDict): Quadrilateral[] {
  const points = numbersAt(source, annotation, 'QuadPoints')
  return Array.from({ length: Math.floor(points.length / 8) }, (_, index) => {
    const corners = points.slice(index * 8, index * 8 + 8)
    const xs = corners.filter((_each, place) => place % 2 === 0)
    const ys = corners.filter((_each, place) => place % 2 === 1)
    return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
  })
}

function polyline(points: readonly number[]): string {
  const pairs = Array.from({ length: Math.floor(points.length / 2) }, (_, index) =>
    points.slice(index * 2, index * 2 + 2),
  )
  return pairs.map((pair, index) => `${pair.join(' ')} ${index === 0 ? 'm' : 'l'}`).join(' ')
}

/** Where pdf.js cuts off: at the marked text, or at the rectangle unless that lies elsewhere than the lines. */
function extentOf(source: ObjectSource, annotation: PdfDict): Box | null {
  const type = nameAt(source, annotation, 'Subtype')
  const quads = quadrilaterals(source, annotation).map((quad) =>
    boxAround([quad.left, quad.bottom, quad.right, quad.top]),
  )
  if (quads.length > 0) {
    const below = type === 'Squiggly' ? (quads[0]?.height ?? 0) / 3 : 0
    return boxAround(quads.flatMap(({ x, y, width, height }) => [x, y - below, x + width, y + height]))
  }
  const rectangle = boxOf(source, annotation, 'Rect')
  const width = borderWidth(source, annotation) || 1
  const points = ['L', 'Vertices'].flatMap((key) => numbersAt(source, annotation, key))
  for (const each of arrayAt(source, annotation, 'InkList')) {
    const stroke = resolved(source, each)
    if (stroke instanceof PdfArray) points.push(...numbersOf(source, stroke))
  }
  const around = points.length > 1 ? widened(boxAround(points), 2 * width) : null
  if (!rectangle || (around && !intersection(rectangle, around))) return around
  return type === 'Line' ? widened(rectangle, width) : rectangle
}

function boxAround(points: readonly number[]): Box {
  const xs = points.filter((_, index) => index % 2 === 0)
  const ys = points.filter((_, index) => index % 2 === 1)
  const [x, y] = [least(xs), least(ys)]
  return { x, y, width: most(xs) - x, height: most(ys) - y }
}

function widened({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
}

/** Without any word on it, the border has no width; of a style that does not say, it is one point. */
function borderWidth(source: ObjectSource, annotation: PdfDict): number {
  const style = dictionaryAt(source, annotation, 'BS')
  const given = style ? (style.get('W') ?? PdfNumber.of(1)) : arrayAt(source, annotation, 'Border')[2]
  const width = resolved(source, given)
  return width instanceof PdfNumber && width.value > 0 ? width.value : 0
}

function colour(
  source: ObjectSource,
  dict: PdfDict,
  key: string,
  [gray, rgb, cmyk]: [string, string, string],
): string | null {
  const values = numbersAt(source, dict, key)
  const operator = { 1: gray, 3: rgb, 4: cmyk }[values.length]
  return operator ? `${values.join(' ')} ${operator}` : null
}

function numbersAt(source: ObjectSource, dict: PdfDict, key: string): number[] {
  const array = resolved(source, dict.get(key))
  return array instanceof PdfArray ? numbersOf(source, array) : []
}

function numbersOf(source: ObjectSource, array: PdfArray): number[] {
  return array
    .toArray()
    .map((each) => resolved(source, each))
    .map((each) => (each instanceof PdfNumber ? Number(each.value.toFixed(5)) : 0))
}
