import { PdfArray, PdfDict, PdfStream } from '@libpdf/core'
import { arrayAt, dictionaryAt, resolved } from '../active-content/objects.ts'
import { inflated, tooLong } from '../content-data.ts'
import type { ObjectSource } from '../document-objects.ts'
import { type Colour, checkColourSpace } from './colour-space-check.ts'
import { checkIndices, type Indices, isWholeTable } from './index-check.ts'
import { numberAt, numbersIn } from './numbers.ts'
import { ContentTooLarge, OddContent, UnknownLength } from './odd-content.ts'
import { checkedData, checkedFilters, countUnpacked, isForImages } from './stream-check.ts'

/** An image XObject (ISO 32000-2 §8.9.5). `isSoftMask` where it is the mask of another. */
export function checkImage(source: ObjectSource, image: PdfStream, isSoftMask = false) {
  const filters = checkedFilters(source, image)
  const [width, height] = [wholeAt(source, image, 'Width'), wholeAt(source, image, 'Height')]
  const isMask = image.getBool('ImageMask', (ref) => source.getObject(ref))?.value === true
  const colour = isMask ? oneBit : colourOf(source, image, filters)
  const components = colour?.components ?? null
  const bits = bitsOf(source, image, { isMask, filters })
  checkDecode(source, image, { isMask, components })
  checkMasks(source, image, { components, isSoftMask })
  if (!isForImages(filters) && components !== null)
    checkLength(source, image, { rowBytes: Math.ceil((width * components * bits) / 8), rows: height })
  if (colour?.highest !== undefined) checkTableUse(source, image, { width, height, bits, highest: colour.highest })
}

interface Size {
  readonly rowBytes: number
  readonly rows: number
}

function wholeAt(source: ObjectSource, image: PdfDict, key: string): number {
  const value = numberAt(source, image, key) ?? 0
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000) throw new OddContent(`An image has no ${key}`)
  return value
}

const oneBit: Colour = { components: 1, isPattern: false }

/** Null where the data of the image tell. */
function colourOf(source: ObjectSource, image: PdfDict, filters: readonly string[]): Colour | null {
  if (!image.has('ColorSpace') && filters.at(-1) === 'JPXDecode') return null
  const colour = checkColourSpace(source, image.get('ColorSpace'))
  if (colour.isPattern) throw new OddContent('An image is made of patterns')
  return colour
}

/** That every colour of the image is in its table. */
function checkTableUse(source: ObjectSource, image: PdfStream, indices: Indices) {
  const top = 2 ** indices.bits - 1
  const decode = image.has('Decode') ? numbersIn(source, arrayAt(source, image, 'Decode'))?.join() : `0,${top}`
  const isWhole = isWholeTable(indices)
  if (decode !== `0,${top}` && !(isWhole && decode === `${top},0`)) throw new OddContent('An odd Decode')
  if (isWhole) return
  if (indices.bits > 8 || isForImages(checkedFilters(source, image)))
    throw new OddContent('The colours of an image are not known')
  checkIndices(checkedData(source, image), indices)
}

interface Kind {
  readonly isMask: boolean
  readonly filters: readonly string[]
}

function bitsOf(source: ObjectSource, image: PdfDict, { isMask, filters }: Kind): number {
  const last = filters.at(-1) ?? ''
  const known: Readonly<Record<string, number>> = { JPXDecode: 8, DCTDecode: 8, CCITTFaxDecode: 1, JBIG2Decode: 1 }
  const implied = isMask ? 1 : known[last]
  if (!image.has('BitsPerComponent') && implied !== undefined) return implied
  const bits = numberAt(source, image, 'BitsPerComponent') ?? 0
  const isPossible = isMask ? bits === 1 : [1, 2, 4, 8, 16].includes(bits)
  if (!isPossible && last !== 'JPXDecode') throw new OddContent('An image has no bits')
  return bits
}

function checkDecode(
  source: ObjectSource,
  image: PdfDict,
  { isMask, components }: { isMask: boolean; components: number | null },
) {
  if (!image.has('Decode')) return
  const decode = numbersIn(source, arrayAt(source, image, 'Decode'))
  const isWhole = decode !== null && (components === null || decode.length === 2 * components)
  if (!isWhole || !(resolved(source, image.get('Decode')) instanceof PdfArray)) throw new OddContent('An odd Decode')
  if (isMask && !['0,1', '1,0'].includes(decode.join(','))) throw new OddContent('A mask has an odd Decode')
}

function checkMasks(
  source: ObjectSource,
  image: PdfDict,
  { components, isSoftMask }: { components: number | null; isSoftMask: boolean },
) {
  const mask = resolved(source, image.get('Mask'))
  const softMask = resolved(source, image.get('SMask'))
  if (mask instanceof PdfArray) {
    const ranges = numbersIn(source, mask.toArray())
    const isWhole = ranges !== null && (components === null || ranges.length === 2 * components)
    if (!isWhole || !ranges.every((value) => Number.isInteger(value) && value >= 0))
      throw new OddContent('An image has an odd mask')
  } else if (mask instanceof PdfStream) {
    if (!mask.getBool('ImageMask', (ref) => source.getObject(ref))?.value) throw new OddContent('A mask is none')
    checkImage(source, mask, true)
  }
  if (!(softMask instanceof PdfStream)) return
  if (isSoftMask || mask instanceof PdfArray || mask instanceof PdfStream)
    throw new OddContent('An image has two masks')
  checkImage(source, softMask, true)
}

/** A page of A4 at 600 dpi, in colour, has 100 MB. */
const mostBytesOfImage = 256 * 1024 * 1024

/** Readers fill what is missing of an image with black, with white, or not at all. No more is unpacked than the image declares. */
function checkLength(source: ObjectSource, image: PdfStream, { rowBytes, rows }: Size) {
  // Predicted rows of a large image take long to undo, and are as many bytes as they say.
  const packed = plainlyPredicted(source, image, rowBytes)
  const needed = rowBytes * rows + (packed ? rows : 0)
  if (needed > mostBytesOfImage) throw new UnknownLength('An image is too large')
  try {
    const data = packed
      ? inflated(packed, needed, (bytes) => countUnpacked(source, bytes))
      : checkedData(source, image, needed + 1024)
    if (data.length < needed) throw new OddContent('An image is too short')
  } catch (error) {
    if (error instanceof UnknownLength) throw error
    const isLongEnough = error instanceof ContentTooLarge || (error instanceof Error && error.message === tooLong)
    if (isLongEnough) return
    if (error instanceof OddContent) throw error
    throw new OddContent('An image does not unpack', { cause: error })
  }
}

/** The data of an image that has one filter, and a byte before each of its rows (ISO 32000-2 §7.4.4.4). */
function plainlyPredicted(source: ObjectSource, image: PdfStream, rowBytes: number): Uint8Array | null {
  const filters = checkedFilters(source, image)
  const parameters =
    dictionaryAt(source, image, 'DecodeParms') ?? resolved(source, arrayAt(source, image, 'DecodeParms')[0])
  if (filters.join() !== 'FlateDecode' || !(parameters instanceof PdfDict)) return null
  const parameter = (key: string, otherwise: number) => numberAt(source, parameters, key) ?? otherwise
  const bits = parameter('Columns', 1) * parameter('Colors', 1) * parameter('BitsPerComponent', 8)
  return parameter('Predictor', 1) >= 10 && Math.ceil(bits / 8) === rowBytes ? image.data : null
}
