import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import type { SvgPathCommand } from 'harfbuzzjs'
import type { Cluster, Direction } from './typography/shaped-line.ts'
import type { Typesetter } from './typography/typesetter.ts'

/** What takes the objects of a document: an update of one, or a new one. */
export interface ObjectRegister {
  register(object: PdfDict | PdfStream): PdfRef
}

/** How a content stream shows a cluster: the name of a font and a code in it. */
export type ShownCode = { font: string; code: number }

const codesPerFont = 255
/** A flag of fonts whose codes are their own (ISO 32000-2 table 121). */
const symbolic = 4

/**
 * Readers guess the size of text in a Type 3 font from the width of its glyph called `m`. So each font has one, as wide as
 * they expect it and never shown, at code 0.
 */
const measure = { name: 'm', width: 600 }

/**
 * The clusters that a document draws from fonts of many scripts, each drawn once: glyphs of Type 3 fonts (ISO 32000-2
 * §9.6.4), their outlines as HarfBuzz places them. So what is copied is right by construction: one code, one text, however
 * many glyphs of whichever order a cluster takes, which character maps of TrueType fonts cannot tell.
 */
export class ShapedGlyphs {
  readonly #typesetter: Typesetter
  readonly #sets = { Shaped: new ClusterSet(), ShapedReversed: new ClusterSet() }

  constructor(typesetter: Typesetter) {
    this.#typesetter = typesetter
  }

  /**
   * Within a line from left to right, words from right to left are in fonts of their own: readers take what is in one font
   * for one text, and would turn round the order of its words as well.
   */
  codeOf(cluster: Cluster, direction: Direction): ShownCode {
    const set = direction === 'ltr' && cluster.isRightToLeft ? 'ShapedReversed' : 'Shaped'
    const index = this.#sets[set].indexOf(cluster)
    return { font: fontName(set, Math.floor(index / codesPerFont)), code: 1 + (index % codesPerFont) }
  }

  /** Puts fonts with all clusters into a document, and their names into the resources of what shows them. */
  addTo(document: ObjectRegister, fonts: PdfDict) {
    for (const [set, { clusters }] of Object.entries(this.#sets))
      for (let first = 0; first < clusters.length; first += codesPerFont) {
        const ofFont = clusters.slice(first, first + codesPerFont)
        const name = fontName(set, first / codesPerFont)
        fonts.set(name, this.#addFont(document, name, ofFont))
      }
  }

  #addFont(document: ObjectRegister, name: string, clusters: readonly Cluster[]): PdfRef {
    const outlines = clusters.map((cluster) => this.#typesetter.outlineOf(cluster))
    const bounds = numberArray(boundsOf(outlines.flat()))
    const names = clusters.map((_, index) => `g${index + 1}`)
    const addProgram = (program: string) => document.register(new PdfStream([], Buffer.from(program, 'latin1')))
    const procedures = PdfDict.of({ [measure.name]: addProgram(glyphProgram([], measure.width)) })
    for (const [index, { advance }] of clusters.entries()) {
      procedures.set(names[index] ?? '', addProgram(glyphProgram(outlines[index] ?? [], advance)))
    }
    return document.register(
      PdfDict.of({
        Type: PdfName.of('Font'),
        Subtype: PdfName.of('Type3'),
        FontBBox: bounds,
        FontDescriptor: document.register(descriptor(name, bounds)),
        FontMatrix: new PdfArray([0.001, 0, 0, 0.001, 0, 0].map((value) => PdfNumber.of(value))),
        CharProcs: procedures,
        Encoding: PdfDict.of({
          Type: PdfName.of('Encoding'),
          Differences: new PdfArray([PdfNumber.of(0), ...[measure.name, ...names].map((name) => PdfName.of(name))]),
        }),
        FirstChar: PdfNumber.of(0),
        LastChar: PdfNumber.of(clusters.length),
        Widths: numberArray([measure.width, ...clusters.map(({ advance }) => advance)]),
        Resources: new PdfDict(),
        ToUnicode: document.register(new PdfStream([], Buffer.from(unicodeMap(clusters), 'latin1'))),
      }),
    )
  }
}

/** Each cluster once. */
class ClusterSet {
  readonly clusters: Cluster[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(cluster: Cluster): number {
    const { text, advance, isRightToLeft, glyphs } = cluster
    const key = JSON.stringify([text, advance, isRightToLeft, glyphs])
    const index = this.#indexes.get(key) ?? this.clusters.push(cluster) - 1
    this.#indexes.set(key, index)
    return index
  }
}

function fontName(set: string, index: number): string {
  return `${set}${index + 1}`
}

/** Readers tell fonts by this name, and take from here how high the text is that is marked. */
function descriptor(name: string, bounds: PdfArray): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('FontDescriptor'),
    FontName: PdfName.of(name),
    Flags: PdfNumber.of(symbolic),
    FontBBox: bounds,
    ItalicAngle: PdfNumber.of(0),
    Ascent: PdfNumber.of(1069),
    Descent: PdfNumber.of(-293),
  })
}

function numberArray(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(rounded(value))))
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}

/** `d1` says that a glyph has no colour of its own: it takes that of the text. */
function glyphProgram(outline: readonly SvgPathCommand[], advance: number): string {
  const start = `${[advance, 0, ...boundsOf(outline)].map(rounded).join(' ')} d1`
  return outline.length === 0 ? `${start}\n` : `${start}\n${pathOperators(outline)}\nf\n`
}

function boundsOf(outline: readonly SvgPathCommand[]): number[] {
  const values = outline.flatMap(({ values }) => values)
  if (values.length === 0) return [0, 0, 0, 0]
  const bounds = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number]
  for (const [index, value] of values.entries()) {
    const axis = index % 2 === 0 ? 0 : 1
    bounds[axis] = Math.min(bounds[axis], Math.floor(value))
    bounds[axis === 0 ? 2 : 3] = Math.max(bounds[axis === 0 ? 2 : 3], Math.ceil(value))
  }
  return bounds
}

/** PDF has cubic curves alone: a quadratic one has both its control points two thirds of the way to its own. */
function pathOperators(outline: readonly SvgPathCommand[]): string {
  const operators: string[] = []
  let [x, y] = [0, 0]
  for (const { type, values } of outline) {
    const [a = 0, b = 0, c = 0, d = 0] = values
    const thirds = [x + ((a - x) * 2) / 3, y + ((b - y) * 2) / 3, c + ((a - c) * 2) / 3, d + ((b - d) * 2) / 3, c, d]
    if (type === 'M') operators.push(written(values, 'm'))
    else if (type === 'L') operators.push(written(values, 'l'))
    else if (type === 'C') operators.push(written(values, 'c'))
    else if (type === 'Q') operators.push(written(thirds, 'c'))
    else operators.push('h')
    if (values.length > 0) [x, y] = [values.at(-2) ?? x, values.at(-1) ?? y]
  }
  return operators.join('\n')
}

function written(values: readonly number[], operator: string): string {
  return `${values.map(rounded).join(' ')} ${operator}`
}

const entriesPerBlock = 100

/** What each code stands for (ISO 32000-2 §9.10.3). */
function unicodeMap(clusters: readonly Cluster[]): string {
  const entries = clusters.map((cluster, index) => `<${hexadecimal(index + 1, 2)}> <${utf16(asCopied(cluster))}>`)
  const blocks: string[] = []
  for (let first = 0; first < entries.length; first += entriesPerBlock) {
    const block = entries.slice(first, first + entriesPerBlock)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}

/** Readers turn round what is written from right to left, character by character, also within a cluster. */
function asCopied({ text, isRightToLeft }: Cluster): string {
  return isRightToLeft ? [...text].reverse().join('') : text
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hexadecimal(text.charCodeAt(index), 4)).join('')
}

export function hexadecimal(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0')
}
