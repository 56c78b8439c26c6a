import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import { serviceName } from '../../../shared/pages/brand.ts'
import { attachData } from '../../../shared/pdf/attachment.ts'
import { type Drawing, drawingBytes, drawText, drawTextRight, settingOf } from '../../../shared/pdf/drawing.ts'
import { embedFonts, fontResources } from '../../../shared/pdf/fonts.ts'
import {
  a4,
  newPageFlow,
  type PageFlow,
  type Paragraph,
  pageMargin,
  setTogether,
  textColumn,
} from '../../../shared/pdf/page-flow.ts'
import { reportStyles } from '../../../shared/pdf/report-text.ts'
import type { PlacedLink } from '../../../shared/pdf/rich-text.ts'
import { cut } from '../../../shared/pdf/typesetting.ts'
import { drawWatermark, testWatermark, watermarkResources } from '../../../shared/pdf/watermark.ts'
import type { PageLinks } from '../content/set-letter.ts'
import { type ProofContent, proofAttachment } from '../model/proof-content.ts'
import type { Fact } from './proof-facts.ts'
import { kindTexts } from './proof-texts.ts'

const { small, plain } = reportStyles
/** Of labels in two languages. */
const labelWidth = 170

/** Makes a proof: its pages, a footer on each, and the same content as JSON inside. */
export async function proofPdf(proof: ProofContent, set: (flow: PageFlow) => PageLinks): Promise<Uint8Array> {
  const pdf = PDF.create()
  const issuedAt = new Date(proof.issuedAt)
  const { fr, en } = kindTexts[proof.kind]
  pdf.setTitle(`${fr} · ${en}: ${proof.number}`)
  pdf.setAuthor(proof.mail.organization.name)
  pdf.setCreator(serviceName)
  pdf.setProducer(serviceName)
  pdf.setCreationDate(issuedAt)
  const fonts = await embedFonts(pdf)
  const flow = newPageFlow(fonts)
  const links = set(flow)
  for (const [index, page] of flow.pages.entries()) {
    drawFooter(page, `${fr} · ${en}, ${proof.number}`, `${index + 1} / ${flow.pages.length}`)
    if (!proof.mail.livemode) drawWatermark(page, testWatermark, a4)
  }
  const resources = PdfDict.of({ Font: fontResources(fonts, pdf), ExtGState: watermarkResources() })
  for (const page of flow.pages) addPage(pdf, page, { resources, links: links.get(page) ?? [] })
  attachData(pdf, {
    name: proofAttachment,
    bytes: Buffer.from(`${JSON.stringify(proof, null, 2)}\n`),
    mimeType: 'application/json',
    description: 'Cette preuve pour les programmes · This proof for programs',
    at: issuedAt,
  })
  return pdf.save({ subsetFonts: true })
}

/** Labels with their texts, as one block. */
export function setFacts(flow: PageFlow, heading: Paragraph | null, facts: readonly Fact[]): void {
  const lines = facts.map(
    ([label, text]): Paragraph => ({
      label,
      text: text || '–',
      style: plain,
      indent: labelWidth,
      space: 1,
    }),
  )
  setTogether(flow, [...(heading ? [heading] : []), ...lines])
}

function drawFooter(page: Drawing, subject: string, position: string) {
  drawText(page, cut(settingOf(page, small), subject, small.size, textColumn - 80), pageMargin, pageMargin - 8, small)
  drawTextRight(page, position, a4.width - pageMargin, pageMargin - 8, small)
}

function addPage(
  pdf: PDF,
  drawing: Drawing,
  { resources, links }: { resources: PdfDict; links: readonly PlacedLink[] },
) {
  const page = pdf.addPage({ width: a4.width, height: a4.height })
  page.dict.set('Resources', resources)
  page.dict.set('Contents', pdf.register(new PdfStream([], drawingBytes(drawing))))
  if (links.length > 0) page.dict.set('Annots', new PdfArray(links.map((link) => pdf.register(annotation(link)))))
}

/** A link as ISO 32000-2 §12.5.6.5 has it, without a border of its own. */
function annotation({ href, box: { x, y, width, height } }: PlacedLink): PdfDict {
  const numbers = (values: readonly number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)))
  const print = 4
  return PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Link'),
    Rect: numbers([x, y, x + width, y + height]),
    Border: numbers([0, 0, 0]),
    F: PdfNumber.of(print),
    A: PdfDict.of({ Type: PdfName.of('Action'), S: PdfName.of('URI'), URI: PdfString.fromString(href) }),
  })
}
