import { PdfDict, PdfName, PdfNumber } from '@libpdf/core'
import { type Drawing, drawText, numbers, settingOf, withinState } from './drawing.ts'
import { printable, textWidth } from './typesetting.ts'

/** How documents of test organizations are told from real ones. */
export const testWatermark = 'TEST – no legal value'

/** Light enough that whatever lies under it is read without effort. */
const opacity = 0.09

/** For the resources of whatever shows a watermark, under `ExtGState`. */
export function watermarkResources(): PdfDict {
  return PdfDict.of({
    Watermark: PdfDict.of({ Type: PdfName.of('ExtGState'), ca: PdfNumber.of(opacity), CA: PdfNumber.of(opacity) }),
  })
}

/** Light text from the bottom-left to the top-right corner. */
export function drawWatermark(drawing: Drawing, text: string, page: { width: number; height: number }) {
  const line = printable(text)
  const setting = settingOf(drawing, { font: 'semiBold', size: 1 })
  const diagonal = Math.hypot(page.width, page.height)
  const size = Math.min((diagonal * 0.72) / textWidth(setting, line, 1), Math.min(page.width, page.height) / 5)
  const cosine = page.width / diagonal
  const sine = page.height / diagonal
  const turn = numbers(cosine, sine, -sine, cosine, page.width / 2, page.height / 2)
  withinState(drawing, `/Watermark gs ${turn} cm`, () => {
    const start = -textWidth(setting, line, size) / 2
    drawText(drawing, line, start, -size * 0.35, { font: 'semiBold', size, colour: [0.55, 0.1, 0.1] })
  })
}
