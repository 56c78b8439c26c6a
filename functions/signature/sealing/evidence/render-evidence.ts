import { PDF, PdfDict, PdfName, PdfStream } from '@libpdf/core'
import { serviceName } from '../../../../shared/pages/brand.ts'
import { attachData } from '../../../../shared/pdf/attachment.ts'
import { type Drawing, drawingBytes, drawText, drawTextRight, settingOf } from '../../../../shared/pdf/drawing.ts'
import { type Evidence, evidenceAttachment } from '../../../../shared/pdf/evidence-content.ts'
import { firstPageForm } from '../../../../shared/pdf/first-page-form.ts'
import { embedFonts, fontResources } from '../../../../shared/pdf/fonts.ts'
import { prepareSignatures } from '../../../../shared/pdf/given-signatures.ts'
import { a4, newPageFlow, pageMargin, textColumn } from '../../../../shared/pdf/page-flow.ts'
import { reportStyles } from '../../../../shared/pdf/report-text.ts'
import { cut } from '../../../../shared/pdf/typesetting.ts'
import { drawWatermark, testWatermark, watermarkResources } from '../../../../shared/pdf/watermark.ts'
import { metadataOf } from '../../../../shared/pdf/xmp.ts'
import { setAnnex } from './annex.ts'
import { type EvidenceFiles, filesOf, noFiles } from './files.ts'
import { setFirstPage } from './first-page.ts'
import { type EvidenceMessages, evidenceMessages } from './messages/catalog.ts'
import { setStory } from './story.ts'
import { type EvidenceView, plainView } from './view.ts'

/**
 * The evidence as a PDF: a page for people, what happened in sentences, and an annex with ids and hashes. The same evidence as
 * JSON (`evidenceAttachment`) is inside for machines.
 */
export async function renderEvidence(
  evidence: Evidence,
  view: EvidenceView = plainView(evidence.request.organization.name),
  files: EvidenceFiles = noFiles,
): Promise<Uint8Array> {
  const says = evidenceMessages[view.locale]
  const pdf = PDF.create()
  const issuedAt = new Date(evidence.issuedAt)
  describe(pdf, evidence, says, view)
  const fonts = await embedFonts(pdf, { withHandwriting: true })
  const { drawings, drawLogo, images } = await picturesOf(pdf, evidence, view)
  const thumbnail = thumbnailOf(pdf, images, files)
  const flow = newPageFlow(fonts)
  setFirstPage(flow, { evidence, says, view, drawings, drawLogo, thumbnail })
  setStory(flow, evidence, says, view)
  setAnnex(flow, evidence, says, view, files)
  for (const [index, page] of flow.pages.entries())
    drawFooter(page, evidence, says, { number: index + 1, count: flow.pages.length })
  const resources = PdfDict.of({
    Font: fontResources(fonts, pdf),
    ExtGState: watermarkResources(),
    XObject: images,
  })
  for (const page of flow.pages) addPage(pdf, page, resources, evidence.request.livemode ? null : testWatermark)
  const data = {
    name: evidenceAttachment,
    bytes: Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`),
    mimeType: 'application/json',
    description: 'This evidence for machines, with the chain of hashes',
    at: issuedAt,
  }
  attachData(pdf, data, ...filesOf(evidence, files, issuedAt))
  return pdf.save({ subsetFonts: true })
}

/** What readers show of the document: it is ours, and the organization is its author. */
function describe(pdf: PDF, { request, issuedAt }: Evidence, says: EvidenceMessages, view: EvidenceView) {
  const title = `${says.title}: ${request.title}`
  pdf.setTitle(title)
  pdf.setAuthor(view.issuer.brand.name)
  pdf.setCreator(serviceName)
  pdf.setProducer(serviceName)
  pdf.setLanguage(view.locale)
  pdf.setCreationDate(new Date(issuedAt))
  pdf.getCatalog().set('Metadata', pdf.register(metadataOf({ title, producer: serviceName })))
}

/** What signers gave, and the logo, to be drawn wherever they are shown. */
async function picturesOf(pdf: PDF, { signers }: Evidence, { signatures, signerLocales, issuer }: EvidenceView) {
  const givers = signers.map(({ id }) => ({ id, locale: signerLocales.get(id), signature: signatures.get(id) }))
  const { logo } = issuer.brand
  const ofLogo = { id: 'logo', signature: logo ? ({ mode: 'uploaded', value: logo } as const) : undefined }
  const { drawings, images } = await prepareSignatures(pdf, [...givers, ofLogo])
  const bySigner = givers.flatMap((giver) => {
    const draw = drawings.get(giver)
    return draw ? [[giver.id, draw] as const] : []
  })
  return { drawings: new Map(bySigner), drawLogo: drawings.get(ofLogo) ?? null, images }
}

/** The first page of the document, among the images. */
function thumbnailOf(pdf: PDF, images: PdfDict, { shown }: EvidenceFiles) {
  const first = shown && firstPageForm(pdf, shown)
  if (!first) return null
  const name = 'FirstPage'
  images.set(PdfName.of(name), first.form)
  return { name, geometry: first.geometry }
}

interface Place {
  readonly number: number
  readonly count: number
}

function drawFooter(page: Drawing, { request }: Evidence, says: EvidenceMessages, { number, count }: Place) {
  const { small } = reportStyles
  const subject = says.footer(request.id, request.title)
  drawText(page, cut(settingOf(page, small), subject, small.size, textColumn - 80), pageMargin, pageMargin - 8, small)
  drawTextRight(page, says.page(number, count), a4.width - pageMargin, pageMargin - 8, small)
}

/** A watermark lies under everything that is to be read. */
function addPage(pdf: PDF, drawing: Drawing, resources: PdfDict, watermark: string | null) {
  const page = pdf.addPage({ width: a4.width, height: a4.height })
  page.dict.set('Resources', resources)
  const contents = [...(watermark === null ? [] : [watermarkOn(drawing, watermark)]), drawing]
  const bytes = Buffer.concat(contents.map(drawingBytes))
  page.dict.set('Contents', pdf.register(new PdfStream([], bytes)))
}

function watermarkOn({ fonts }: Drawing, text: string): Drawing {
  const below: Drawing = { operators: [], fonts }
  drawWatermark(below, text, a4)
  return below
}
