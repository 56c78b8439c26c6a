import { type PdfBody, pdfOf, stream } from './pdf-of.ts'
import { type Picture, shadeOf } from './pictures.ts'

const [side, step, left, bottom, pageHeight] = [32, 48, 16, 40, 120]
const places = [0, 1, 2, 3, 4]

/** What may be said of a page; everything is PDF source. Own objects are numbered from 6. */
export interface MarkedPage {
  readonly content: string | Buffer
  readonly resources?: string
  readonly page?: string
  readonly catalog?: string
  readonly objects?: readonly PdfBody[]
  readonly trailer?: string
}

/** A document of one page with five places for black squares. Font `/F1` is object 4. */
export function markedPage({ content, resources = '', page = '', catalog = '', objects = [] }: MarkedPage): Buffer {
  const fonts = resources.includes('/Font') ? '' : '/Font<</F1 4 0 R>>'
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R ${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 256 ${pageHeight}]/Contents 5 0 R/Resources<<${fonts}${resources}>>${page}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    stream('', Buffer.from(content)),
    ...objects,
  ])
}

/** Content that puts a square at one of the places. */
export function mark(place: number): string {
  return ` ${rectangleOf(place).slice(0, 2).join(' ')} ${side} ${side} re f `
}

/** Corners of a place, as /Rect has them. */
export function rectangleOf(place: number): number[] {
  const x = left + step * place
  return [x, bottom, x + side, bottom + side]
}

/** A form that is a square of the size of a place. */
export function squareForm(extra = ''): Buffer {
  return stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 ${side} ${side}]/Resources<<>>${extra}`,
    Buffer.from(`0 0 ${side} ${side} re f`),
  )
}

/** At which places a picture shows squares, such as `X.X..`. */
export function marksOf(picture: Picture): string {
  return places
    .map((place) => {
      const shade = shadeOf(picture, left + step * place, pageHeight - bottom - side, side)
      return shade < 64 ? 'X' : shade > 220 ? '.' : '?'
    })
    .join('')
}
