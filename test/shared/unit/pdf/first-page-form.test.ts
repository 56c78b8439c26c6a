import { randomBytes } from 'node:crypto'
import { PDF, PdfDict, PdfStream } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { drawingBytes, newDrawing } from '../../../../shared/pdf/drawing.ts'
import { drawPageForm, firstPageForm } from '../../../../shared/pdf/first-page-form.ts'
import { embedFonts } from '../../../../shared/pdf/fonts.ts'
import { hostileDocuments } from '../../../support/documents/hostile.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { hasQpdf, qpdfFaults } from '../../../support/documents/qpdf.ts'
import { canRender, colourAt, rendered } from '../../../support/documents/rendering.ts'

if (!canRender) console.warn('pdftoppm is not installed: small pictures of pages are not looked at')

/**
 * A page of 200 × 100 points, its left half red and its right half green by a form named as an entry that streams may not have.
 * It leaves a state and a clipping path open.
 */
function twoHalves(attributes = '', data = Buffer.alloc(0)): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]${attributes}/Resources<</XObject<</F 5 0 R>>>>>>`,
    '<</Type/Page/Parent 2 0 R/Contents[4 0 R 6 0 R]>>',
    stream('', Buffer.from('1 0 0 rg 0 0 100 100 re f /F Do q q 0 0 10 10')),
    stream(
      '/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Group 3 0 R',
      Buffer.concat([Buffer.from('0 1 0 rg 100 0 100 100 re f %'), data]),
    ),
    stream('', Buffer.from('re W n')),
  ])
}

/** A page with the picture in a box of 40 × 40 points at its top right, and a blue mark at its top left drawn after it. */
async function shownSmall(document: Uint8Array): Promise<Uint8Array | null> {
  const pdf = PDF.create()
  const first = firstPageForm(pdf, document)
  if (!first) return null
  const drawing = newDrawing(await embedFonts(pdf))
  drawPageForm(drawing, 'Small', first.geometry, { x: 50, y: 50, width: 40, height: 40 })
  drawing.operators.push('0 0 1 rg 0 90 10 10 re f')
  const page = pdf.addPage({ width: 100, height: 100 })
  page.dict.set('Resources', PdfDict.of({ XObject: PdfDict.of({ Small: first.form }) }))
  page.dict.set('Contents', pdf.register(new PdfStream([], drawingBytes(drawing))))
  return await pdf.save()
}

const [red, green, blue, white] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
]

describe('the first page of a document in another one', () => {
  it.skipIf(!canRender)('is drawn within its box as readers show it, and spoils nothing that follows', async () => {
    const picture = rendered((await shownSmall(twoHalves())) ?? Buffer.alloc(0))
    expect([colourAt(picture, 52, 20), colourAt(picture, 88, 20)]).toEqual([red, green])
    expect([colourAt(picture, 52, 35), colourAt(picture, 45, 20), colourAt(picture, 5, 5)]).toEqual([
      white,
      white,
      blue,
    ])
  })

  it.skipIf(!canRender)('is turned and cut as the page is', async () => {
    const turned = rendered((await shownSmall(twoHalves('/Rotate 90/CropBox[50 0 150 100]'))) ?? Buffer.alloc(0))
    expect([colourAt(turned, 70, 12), colourAt(turned, 70, 48)]).toEqual([red, green])
  })

  it.skipIf(!hasQpdf)('makes a file of a structure that nobody minds', async () => {
    expect(qpdfFaults((await shownSmall(twoHalves())) ?? Buffer.alloc(0))).toBe('')
  })

  it('is left out where it is large, and nothing is added then', async () => {
    const pdf = PDF.create()
    const before = (await pdf.save()).length
    expect(firstPageForm(pdf, twoHalves('', randomBytes(1_600_000)))).toBeNull()
    expect((await pdf.save()).length).toBe(before)
  })

  it('never throws, whatever the document is', async () => {
    for (const { make } of hostileDocuments.slice(0, 16)) firstPageForm(PDF.create(), await make())
  })
})
