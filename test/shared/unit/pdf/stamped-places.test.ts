import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { flattened } from '../../../support/documents/flattened.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { canRender, changedIn, changedOutside, rendered } from '../../../support/documents/rendering.ts'
import { everyKindOfStamp, roomForEveryKind } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'
import { sampled } from '../../../support/proof.ts'

if (!canRender) console.warn('pdftoppm is not installed: where stamps are seen is not tested')

/** The boxes of a page in its own units, as some producers write them. The visible part is 440 by 420. */
const pages: [name: string, page: string, above: string][] = [
  ['as most are', '/MediaBox[0 0 440 420]', ''],
  ['cropped', '/MediaBox[0 0 600 700]/CropBox[70 90 510 510]', ''],
  ['cropped by more than there is', '/MediaBox[0 0 440 420]/CropBox[-50 -50 900 900]', ''],
  ['with an origin below zero', '/MediaBox[-220 -210 220 210]', ''],
  ['with an origin of fractions, its corners the other way round', '/MediaBox[450.25 430.5 10.25 10.5]', ''],
  ['of larger units', '/MediaBox[0 0 440 420]/UserUnit 2', ''],
  ['that inherits its box', '', '/MediaBox[100 100 540 520]'],
  ['that inherits a box and is cropped', '/CropBox[100 100 540 520]', '/MediaBox[0 0 700 700]'],
]
const turns = [0, 90, 180, 270, -90]
const cases = pages.flatMap((page) => turns.map((turn): [...typeof page, number] => [...page, turn]))

/** What the page shows leaves its state turned and scaled, as careless producers do. */
function documentOf(page: string, above: string, turn: number): Buffer {
  const content = 'q 1 0 0 1 150 150 cm 0.9 0.2 0.2 rg 0 0 120 60 re f 0.5 0 0 3 9 9 cm BT /F0 20 Tf (Clause 7) Tj ET'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F0 5 0 R>>>>/Rotate ${turn}${above}>>`,
    `<</Type/Page/Parent 2 0 R${page}/Contents 4 0 R>>`,
    stream('', Buffer.from(content)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
}

/** The same with a form field and a note on a white ground all over the page, and another field that nobody sees. */
function coveredDocument(turn: number, appearance: string): Buffer {
  const form = '/Type/XObject/Subtype/Form/Resources<<>>'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 9 0 R]>>>>',
    `<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F0 5 0 R>>>>/Rotate ${turn}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 440 420]/Contents 4 0 R/Annots[6 0 R 7 0 R 9 0 R]>>',
    stream('', Buffer.from('0.9 0.2 0.2 rg 150 150 120 60 re f')),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/F 4/Rect[0 0 440 200]/AP<</N ${appearance}>>/AS/On>>`,
    '<</Type/Annot/Subtype/FreeText/F 4/Rect[440 420 0 200]/AP<</N 8 0 R>>>>',
    // A box that its own matrix turns and moves, to be brought to its rectangle.
    stream(
      `${form}/BBox[0 0 50 100]/Matrix[0 1 -1 0 7 9]`,
      Buffer.from('1 1 1 rg 0 0 50 100 re f 0 0 1 rg 0 0 9 9 re f'),
    ),
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(g)/F 2/Rect[0 0 440 420]/AP<</N 8 0 R>>>>',
  ])
}

/** Less of the frame, so that what counts lies within it. */
function within({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x: x + 6, y: y + 4, width: width - 12, height: height - 8 }
}

/** What the page shows besides stays as it was. */
async function expectSeenInPlace(
  original: Buffer,
  { signers, stamps }: ReturnType<typeof everyKindOfStamp>,
  shown = original,
): Promise<void> {
  const { bytes } = await stampedPdf(shown, signers, { title: 'Places', watermark: null })
  const [before, after] = [rendered(original), rendered(bytes)]
  const boxes = stamps.map(({ box }) => box)
  expect(changedOutside(before, after, boxes)).toBe(0)
  const unseen = stamps.filter(({ box }) => changedIn(before, after, within(box)) < 20)
  expect(unseen.map(({ name }) => name)).toEqual([])
}

describe.skipIf(!canRender)('stamps are seen in their places, and nowhere else', () => {
  it.each(sampled(cases, 10))('on a page %s (%s%s), turned by %i°', async (_, page, above, turn) => {
    const original = documentOf(page, above, turn)
    const inspection = await inspectPdf(original)
    if (!inspection.valid) throw new Error(inspection.reason)
    const [{ width, height } = { width: 0, height: 0 }] = inspection.pages
    const corner = { x: width - roomForEveryKind.width, y: height - roomForEveryKind.height }
    await expectSeenInPlace(original, everyKindOfStamp(1, corner))
  })

  it.each(
    sampled(
      turns.flatMap((turn) => ['8 0 R', '<</On 8 0 R/Off 4 0 R>>'].map((appearance) => [turn, appearance] as const)),
      3,
    ),
  )('on a page turned by %i° that form fields and notes cover (%s)', async (turn, appearance) => {
    const original = coveredDocument(turn, appearance)
    expect(await inspectPdf(original)).toMatchObject({ valid: true })
    await expectSeenInPlace(original, everyKindOfStamp(1), (await flattened(original)).pdf)
  })
})
