import { PdfArray, PdfDict, PdfName, PdfNull, type PdfObject, PdfStream } from '@libpdf/core'
import { dictionaryAt, nameAt, resolved } from '../active-content/objects.ts'
import type { ObjectSource } from '../document-objects.ts'
import type { Page } from '../page-tree.ts'
import { type Colour, checkColourSpace } from './colour-space-check.ts'
import { checkFunction } from './function-check.ts'
import { checkGraphicsState } from './graphics-state-check.ts'
import { checkImage } from './image-check.ts'
import { arrayOf, numberAt } from './numbers.ts'
import { ContentTooLarge, OddContent } from './odd-content.ts'
import { checkPageBoxes } from './page-box-check.ts'
import { checkShading, isWithoutBackground } from './shading-check.ts'
import { checkedData } from './stream-check.ts'
import { type ContentKind, type Drawings, readStrictly } from './strict-operators.ts'
import { type Glyph, isWidth, type3Glyphs } from './type3-check.ts'
import { checkWidths } from './width-check.ts'

const mostDepth = 20
const mostOperators = 20_000_000
const mostBytes = 256 * 1024 * 1024

const underWay = -1

/** Checks all that pages draw, each stream once. Its methods throw `OddContent` and `ContentTooLarge`. */
export class StrictContent {
  readonly #source: ObjectSource
  /** How many levels of content lie in each stream, itself included. */
  readonly #heights = new Map<PdfStream, number>()
  /** How many more states each restores than it saves. */
  readonly #surpluses = new Map<PdfObject, number>()
  readonly #checked = new Set<PdfObject>()
  #operators = 0
  #hasSquareCaps = false
  #hasPoints = false
  #bytes = 0

  constructor(source: ObjectSource) {
    this.#source = source
  }

  checkPage(page: Page) {
    checkPageBoxes(this.#source, page.dict)
    const contents = resolved(this.#source, page.dict.get('Contents'))
    const parts = contents instanceof PdfArray ? contents.toArray() : contents ? [contents] : []
    const space = Buffer.from('\n')
    const data = parts.flatMap((part) => [this.#data(resolved(this.#source, part)), space])
    this.#read(data.length === 2 && data[0] ? data[0] : Buffer.concat(data), page.resources, 'page', 1)
    this.#checkAppearances(page.dict)
    if (this.#hasSquareCaps && this.#hasPoints) throw new OddContent('A line without length may have square caps')
  }

  #checkAppearances(page: PdfDict) {
    const annotations = resolved(this.#source, page.get('Annots'))
    for (const each of annotations instanceof PdfArray ? annotations : []) {
      const annotation = resolved(this.#source, each)
      const appearances = annotation instanceof PdfDict ? dictionaryAt(this.#source, annotation, 'AP') : null
      const normal = appearances && resolved(this.#source, appearances.get('N'))
      const forms =
        normal instanceof PdfStream ? [normal] : normal instanceof PdfDict ? [...normal].map(([, form]) => form) : []
      for (const form of forms.map((each) => resolved(this.#source, each)))
        if (form instanceof PdfStream) this.#form(form, null, 1)
    }
  }

  #data(stream: PdfObject | null): Uint8Array {
    if (!(stream instanceof PdfStream)) throw new OddContent('Content is no stream')
    const data = checkedData(this.#source, stream)
    this.#bytes += data.length
    if (this.#bytes > mostBytes) throw new ContentTooLarge('Content unpacks to too much')
    return data
  }

  #read(data: Uint8Array, resources: PdfDict | null, kind: ContentKind, depth: number): Levels {
    let height = 1
    const below = (levels: number) => {
      height = Math.max(height, levels + 1)
    }
    const drawings: Drawings = {
      colourSpace: (name) => checkColourSpace(this.#source, this.#resource(resources, 'ColorSpace', name)),
      graphicsState: (name) =>
        below(this.#graphicsState(this.#resource(resources, 'ExtGState', name), resources, depth)),
      font: (name) => below(this.#font(this.#resource(resources, 'Font', name), resources, depth)),
      object: (name, isInStencil) => {
        const object = this.#resource(resources, 'XObject', name)
        if (isInStencil && !this.#isMask(object)) throw new OddContent('Something without colours draws what has some')
        below(this.#object(object, resources, depth))
        return this.#surpluses.get(object) ?? 0
      },
      squareCaps: () => {
        this.#hasSquareCaps = true
      },
      point: () => {
        this.#hasPoints = true
      },
      shading: (name) => this.#shading(this.#resource(resources, 'Shading', name)),
      pattern: (name, numbers, colour) =>
        below(this.#pattern(this.#resource(resources, 'Pattern', name), { numbers, colour, resources, depth })),
    }
    const { operators, surplus } = readStrictly(data, kind, drawings, mostOperators - this.#operators)
    this.#operators += operators
    if (surplus > 0 && kind !== 'page' && kind !== 'form')
      throw new OddContent('A state is restored that was not saved')
    return { height, surplus }
  }

  #resource(resources: PdfDict | null, category: string, name: string): PdfObject {
    const all = resources && dictionaryAt(this.#source, resources, category)
    const found = all && resolved(this.#source, all.get(name))
    if (!found || found instanceof PdfNull) throw new OddContent(`There is no ${category} ${name.slice(0, 20)}`)
    return found
  }

  /** Content of its own within content, read once. */
  #nested(stream: PdfStream, depth: number, read: () => Levels): number {
    const known = this.#heights.get(stream)
    if (known === underWay) throw new OddContent('Content draws itself')
    if (depth + (known ?? 1) > mostDepth) throw new OddContent('Content lies too deep in other content')
    if (known !== undefined) return known
    this.#heights.set(stream, underWay)
    const { height, surplus } = read()
    if (depth + height > mostDepth) throw new OddContent('Content lies too deep in other content')
    this.#heights.set(stream, height)
    this.#surpluses.set(stream, surplus)
    return height
  }

  #object(object: PdfObject, resources: PdfDict | null, depth: number): number {
    if (!(object instanceof PdfStream)) throw new OddContent('An external object is no stream')
    const kind = nameAt(this.#source, object, 'Subtype')
    if (kind === 'Form') return this.#form(object, resources, depth)
    if (kind !== 'Image') throw new OddContent('An external object is neither form nor image')
    if (this.#isNew(object)) checkImage(this.#source, object)
    return 0
  }

  #isMask(object: PdfObject): boolean {
    return (
      object instanceof PdfStream && object.getBool('ImageMask', (ref) => this.#source.getObject(ref))?.value === true
    )
  }

  #isNew(object: PdfObject): boolean {
    if (this.#checked.has(object)) return false
    this.#checked.add(object)
    return true
  }

  #form(form: PdfStream, outer: PdfDict | null, depth: number): number {
    return this.#nested(form, depth, () => {
      arrayOf(this.#source, form, 'BBox', 4)
      if (form.has('Matrix')) arrayOf(this.#source, form, 'Matrix', 6)
      const resources = dictionaryAt(this.#source, form, 'Resources') ?? outer
      return this.#read(this.#data(form), resources, 'form', depth + 1)
    })
  }

  #graphicsState(state: PdfObject, resources: PdfDict | null, depth: number): number {
    if (!(state instanceof PdfDict)) throw new OddContent('A graphics state is no dictionary')
    checkGraphicsState(this.#source, state)
    if (numberAt(this.#source, state, 'LC') === 2) this.#hasSquareCaps = true
    const font = resolved(this.#source, state.get('Font'))
    if (font instanceof PdfArray) this.#font(resolved(this.#source, font.at(0)) ?? font, resources, depth)
    const mask = resolved(this.#source, state.get('SMask'))
    if (!(mask instanceof PdfDict)) return 0
    const kind = nameAt(this.#source, mask, 'S')
    const transfer = resolved(this.#source, mask.get('TR'))
    const group = resolved(this.#source, mask.get('G'))
    if (kind !== 'Alpha' && kind !== 'Luminosity') throw new OddContent('A soft mask of an unknown kind')
    // Chromium inverts masks so.
    if (transfer && !(transfer instanceof PdfName && transfer.value === 'Identity'))
      checkFunction(this.#source, transfer, { inputs: [[0, 1]], outputs: 1 })
    const attributes = group instanceof PdfStream ? dictionaryAt(this.#source, group, 'Group') : null
    if (!(group instanceof PdfStream) || !attributes || nameAt(this.#source, attributes, 'S') !== 'Transparency')
      throw new OddContent('A soft mask is no transparency group')
    const height = this.#form(group, resources, depth)
    if (this.#surpluses.get(group)) throw new OddContent('A state is restored that was not saved')
    return height
  }

  #font(font: PdfObject, resources: PdfDict | null, depth: number): number {
    if (!(font instanceof PdfDict)) throw new OddContent('A font is no dictionary')
    checkWidths(this.#source, font)
    if (nameAt(this.#source, font, 'Subtype') !== 'Type3') return 0
    const own = dictionaryAt(this.#source, font, 'Resources') ?? resources
    const glyphs = type3Glyphs(this.#source, font)
    return Math.max(0, ...glyphs.map((glyph) => this.#glyph(glyph, own, depth)))
  }

  #glyph({ procedure, widths }: Glyph, resources: PdfDict | null, depth: number): number {
    return this.#nested(procedure, depth, () => {
      const data = this.#data(procedure)
      const drawn = /^[\0\t\n\f\r ]*([+-]?[\d.]+)[\0\t\n\f\r ]/.exec(
        Buffer.from(data.subarray(0, 200)).toString('latin1'),
      )?.[1]
      // Chromium gives its empty glyph to every code that it does not use, with a width of nothing.
      if (drawn !== undefined && widths.length > 0 && !widths.some((width) => isWidth(width, Number(drawn))))
        throw new OddContent('A glyph has another width than its font says')
      return this.#read(data, resources, 'glyph', depth + 1)
    })
  }

  #shading(object: PdfObject) {
    const shading = checkShading(this.#source, object)
    if (!isWithoutBackground(this.#source, shading)) throw new OddContent('A shading that fills has a background')
  }

  #pattern(pattern: PdfObject, use: PatternUse): number {
    if (!(pattern instanceof PdfDict)) throw new OddContent('A pattern is no dictionary')
    if (pattern.has('Matrix')) arrayOf(this.#source, pattern, 'Matrix', 6)
    if (numberAt(this.#source, pattern, 'PatternType') === 2) {
      if (this.#isNew(pattern)) checkShading(this.#source, pattern.get('Shading'))
      if (use.numbers > 0) throw new OddContent('A shading pattern has a colour of its own')
      return 0
    }
    if (numberAt(this.#source, pattern, 'PatternType') !== 1 || !(pattern instanceof PdfStream))
      throw new OddContent('A pattern of an unknown type')
    this.#checkPaint(pattern, use)
    return this.#nested(pattern, use.depth, () => this.#tiling(pattern, use))
  }

  #checkPaint(pattern: PdfStream, { numbers, colour }: PatternUse) {
    const paint = numberAt(this.#source, pattern, 'PaintType')
    const expected = paint === 1 ? 0 : paint === 2 ? (colour?.components ?? numbers) : null
    if (numbers !== expected || (paint === 2 && numbers === 0)) throw new OddContent('A pattern has odd colours')
  }

  #tiling(pattern: PdfStream, { resources, depth }: PatternUse): Levels {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = arrayOf(this.#source, pattern, 'BBox', 4)
    const steps = ['XStep', 'YStep'].map((key) => numberAt(this.#source, pattern, key) ?? 0)
    const tiling = numberAt(this.#source, pattern, 'TilingType') ?? 0
    if (x1 >= x2 || y1 >= y2 || steps.some((step) => step <= 0) || ![1, 2, 3].includes(tiling))
      throw new OddContent('A pattern has no tiles')
    const own = dictionaryAt(this.#source, pattern, 'Resources') ?? resources
    const kind = numberAt(this.#source, pattern, 'PaintType') === 2 ? 'stencil' : 'tile'
    return this.#read(this.#data(pattern), own, kind, depth + 1)
  }
}

interface Levels {
  /** How many there are. */
  readonly height: number
  readonly surplus: number
}

interface PatternUse {
  /** How many numbers a colour had besides the name of the pattern. */
  readonly numbers: number
  readonly colour: Colour | null
  readonly resources: PdfDict | null
  readonly depth: number
}
