import { PDF, PdfDict, PdfStream } from '@libpdf/core'
import { type Drawing, drawingBytes, drawText, drawTextRight, fadedInk, ink, type TextStyle } from './drawing.ts'
import { type Evidence, type EvidenceSigner, type EvidenceStep, evidenceAttachment } from './evidence-content.ts'
import { embedFonts, type Fonts, fontResources } from './fonts.ts'
import {
  a4,
  newPageFlow,
  type PageFlow,
  type Paragraph,
  pageMargin,
  setRule,
  setTogether,
  textColumn,
} from './page-flow.ts'
import { utcTime } from './signature-block.ts'
import { cut } from './typesetting.ts'
import { drawWatermark, testWatermark, watermarkResources } from './watermark.ts'

const labelWidth = 118
const title: TextStyle = { font: 'semiBold', size: 18, colour: ink }
const heading: TextStyle = { font: 'semiBold', size: 12, colour: ink }
const strong: TextStyle = { font: 'semiBold', size: 9, colour: ink }
const plain: TextStyle = { font: 'regular', size: 9, colour: ink }
const small: TextStyle = { font: 'regular', size: 7, colour: fadedInk }

/** The evidence as a PDF for people, with the same evidence as JSON (`evidenceAttachment`) inside for machines. */
export async function renderEvidence(evidence: Evidence): Promise<Uint8Array> {
  const pdf = PDF.create()
  const issuedAt = new Date(evidence.issuedAt)
  pdf.setTitle(`Evidence: ${evidence.title}`)
  pdf.setCreationDate(issuedAt)
  const fonts = await embedFonts(pdf)
  const flow = newPageFlow(fonts)
  setRequest(flow, evidence)
  setSigners(flow, evidence.signers)
  setSteps(flow, evidence)
  for (const [index, page] of flow.pages.entries()) {
    drawFooter(page, evidence, index + 1, flow.pages.length)
    if (!evidence.livemode) drawWatermark(page, testWatermark, a4)
    addPage(pdf, page, fonts)
  }
  const json = Buffer.from(JSON.stringify(evidence, null, 2))
  const description = 'This evidence for machines, with the chain of hashes'
  const dates = { createdAt: issuedAt, modifiedAt: issuedAt }
  pdf.addAttachment(evidenceAttachment, json, { description, mimeType: 'application/json', ...dates })
  return pdf.save({ subsetFonts: true })
}

function setRequest(flow: PageFlow, evidence: Evidence) {
  const { document, sealed } = evidence
  setTogether(flow, [{ text: 'Evidence of electronic signature', style: title }])
  setRule(flow, 8)
  setTogether(flow, [
    labelled('Title', evidence.title),
    labelled('Request', evidence.requestId),
    labelled('Organization', `${evidence.organization.name} (${evidence.organization.id})`),
    labelled('Evidence written', utc(evidence.issuedAt)),
    labelled('Document', `${document.fileName}, ${document.pageCount} pages, ${document.size} bytes`),
    labelled('SHA-256 of original', document.sha256),
  ])
  if (!sealed) return
  setTogether(flow, [
    labelled('Sealed document', `PAdES ${sealed.level}, ${sealed.size} bytes`),
    labelled('SHA-256 of sealed', sealed.sha256),
  ])
}

function setSigners(flow: PageFlow, signers: EvidenceSigner[]) {
  for (const [index, signer] of signers.entries()) {
    const first: Paragraph[] = index === 0 ? [{ text: `Signers (${signers.length})`, style: heading, space: 16 }] : []
    setTogether(flow, [
      ...first,
      { text: `${index + 1}. ${signer.name}`, style: strong, space: 8 },
      labelled('E-mail', signer.email),
      labelled('Authentication', signer.authentication),
      labelled('Notified', utc(signer.notifiedAt)),
      labelled('Opened', utc(signer.openedAt)),
      labelled('Signed', utc(signer.signedAt)),
      labelled('Address', signer.ip ?? 'not recorded'),
      labelled('User agent', signer.userAgent ?? 'not recorded'),
      labelled('Signer id', signer.id),
    ])
  }
}

function setSteps(flow: PageFlow, { steps, hashRule }: Evidence) {
  setTogether(flow, [
    { text: `Steps (${steps.length})`, style: heading, space: 16 },
    { text: `Every step holds the hash of the step before it. ${hashRule}`, style: small, space: 2 },
  ])
  for (const step of steps) setTogether(flow, paragraphsOf(step))
}

function paragraphsOf(step: EvidenceStep): Paragraph[] {
  const actor = step.actor.id ? `${step.actor.name} (${step.actor.type} ${step.actor.id})` : step.actor.name
  const indent = 30
  const line = (text: string): Paragraph => ({ text, style: small, indent })
  const paragraphs: Paragraph[] = [
    { label: String(step.seq), text: `${utc(step.at)}   ${step.type}`, style: plain, indent, space: 6 },
    line(`By ${actor}${step.ip ? `, from ${step.ip}` : ''}`),
  ]
  if (step.signerId) paragraphs.push(line(`Signer ${step.signerId}`))
  if (step.userAgent) paragraphs.push(line(`User agent ${step.userAgent}`))
  if (step.detail) paragraphs.push(line(`Detail ${JSON.stringify(step.detail)}`))
  return [...paragraphs, line(`Hash ${step.hash}`), line(`Previous ${step.prevHash}`)]
}

function labelled(label: string, text: string): Paragraph {
  return { label, text: text || '–', style: plain, indent: labelWidth, space: 1 }
}

/** To the second for people; the JSON holds the milliseconds. */
function utc(time: string | null): string {
  return time === null ? '–' : utcTime(new Date(time))
}

function drawFooter(page: Drawing, evidence: Evidence, number: number, count: number) {
  const position = `Page ${number} of ${count}`
  const subject = `Evidence of request ${evidence.requestId}, ${evidence.title}`
  drawText(page, cut(page.fonts.regular, subject, small.size, textColumn - 80), pageMargin, pageMargin - 8, small)
  drawTextRight(page, position, a4.width - pageMargin, pageMargin - 8, small)
}

function addPage(pdf: PDF, drawing: Drawing, fonts: Fonts) {
  const page = pdf.addPage({ width: a4.width, height: a4.height })
  page.dict.set('Resources', PdfDict.of({ Font: fontResources(fonts), ExtGState: watermarkResources() }))
  page.dict.set('Contents', pdf.register(new PdfStream([], drawingBytes(drawing))))
}
