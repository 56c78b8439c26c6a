import { describe, expect, it } from 'vitest'
import { fieldsOverText, type PlacedBox, pagesRead } from '../../../../../shared/pdf/page-drawings/covered-text.ts'
import { pageGeometry } from '../../../../../shared/pdf/page-geometry.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'

const media = { x: 0, y: 0, width: 400, height: 300 }
const crop = { x: 50, y: 20, width: 300, height: 250 }

/** `Rent: 100 EUR` from (100, 200) on, and a line to write on from (100, 100) on, in a cropped page. */
function page(rotation: number, count = 1) {
  const pages = Array.from({ length: count }, () => page1(rotation))
  const kids = pages.map((_, index) => `${index + 5} 0 R`).join(' ')
  const content =
    'BT /F0 12 Tf 1 0 0 1 100 200 Tm (Rent: 100 EUR) Tj 1 0 0 1 100 100 Tm (Name: ____________________) Tj ET'
  const bytes = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    stream('', Buffer.from(content)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages,
  ])
  return { bytes, geometries: pages.map(() => pageGeometry(media, crop, rotation)) }
}

function page1(rotation: number) {
  const box = `[${crop.x} ${crop.y} ${crop.x + crop.width} ${crop.y + crop.height}]`
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/CropBox${box}/Rotate ${rotation}/Contents 3 0 R/Resources<</Font<</F0 4 0 R>>>>>>`
}

/** As displayed, from the top-left of the visible page. */
const upright: readonly PlacedBox[] = [
  { page: 1, x: 40, y: 50, width: 60, height: 30 },
  { page: 1, x: 90, y: 155, width: 120, height: 20 },
  { page: 1, x: 40, y: 75, width: 60, height: 30 },
  { page: 1, x: 200, y: 10, width: 90, height: 30 },
]
const turned: PlacedBox = { page: 1, x: 170, y: 40, width: 30, height: 60 }

describe('fields over text', () => {
  it('are those over letters: not those on a line to write on, below text or on empty paper', async () => {
    const { bytes, geometries } = page(0)
    expect(await fieldsOverText(bytes, upright, geometries)).toEqual([0])
  })

  it('are found on pages that are shown turned', async () => {
    const { bytes, geometries } = page(90)
    const beside = { ...turned, x: 210 }
    expect(await fieldsOverText(bytes, [beside, turned], geometries)).toEqual([1])
  })

  it('are looked for on the first pages with fields', async () => {
    const { bytes, geometries } = page(0, pagesRead + 1)
    const places = geometries.map((_, index) => ({ ...upright[0], page: index + 1 }) as PlacedBox)
    expect(await fieldsOverText(bytes, places, geometries)).toEqual(places.slice(0, pagesRead).map((_, index) => index))
  })

  it('are none where there are no fields', async () => {
    expect(await fieldsOverText(Buffer.from('never read'), [], [])).toEqual([])
  })
})
