import { PDF, PdfDict, PdfStream } from '@libpdf/core'
import { attachData } from './attachment.ts'
import { type Drawing, drawingBytes, drawText, drawTextRight, settingOf } from './drawing.ts'
import { type Evidence, type EvidenceSigner, type EvidenceStep, evidenceAttachment } from './evidence-content.ts'
import { type EvidenceFiles, mentionFiles, setMentions, setNotaries, setVendor, trailFiles } from './evidence-files.ts'
import { embedFonts, fontResources } from './fonts.ts'
import { hashRule } from './how-to-check.ts'
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
import { labelled, numberWidth, reportStyles, utc } from './report-text.ts'
import { cut } from './typesetting.ts'
import { drawWatermark, testWatermark, watermarkResources } from './watermark.ts'

const { title, heading, strong, plain, small } = reportStyles

/** The languages of signers by their ids. */
type Locales = ReadonlyMap<string, string>

/** The evidence as a PDF for people, with the same evidence as JSON (`evidenceAttachment`) inside for machines. */
export async function renderEvidence(
  evidence: Evidence,
  locales: Locales = new Map(),
  { written = new Map(), auditTrail = null }: EvidenceFiles = {},
): Promise<Uint8Array> {
  const pdf = PDF.create()
  const issuedAt = new Date(evidence.issuedAt)
  pdf.setTitle(`Evidence: ${evidence.request.title}`)
  pdf.setCreationDate(issuedAt)
  const fonts = await embedFonts(pdf)
  const flow = newPageFlow(fonts)
  setRequest(flow, evidence)
  setSigners(flow, evidence.signers, locales)
  setNotaries(flow, evidence)
  setMentions(flow, evidence, written)
  setVendor(flow, evidence)
  setSteps(flow, evidence)
  for (const [index, page] of flow.pages.entries()) {
    drawFooter(page, evidence, index + 1, flow.pages.length)
    if (!evidence.request.livemode) drawWatermark(page, testWatermark, a4)
  }
  const resources = PdfDict.of({ Font: fontResources(fonts, pdf), ExtGState: watermarkResources() })
  for (const page of flow.pages) addPage(pdf, page, resources)
  const data = {
    name: evidenceAttachment,
    bytes: Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`),
    mimeType: 'application/json',
    description: 'This evidence for machines, with the chain of hashes',
    at: issuedAt,
  }
  attachData(pdf, data, ...mentionFiles(evidence, written, issuedAt), ...trailFiles(auditTrail, issuedAt))
  return pdf.save({ subsetFonts: true })
}

function setRequest(flow: PageFlow, { request, issuedAt, document, sealed, actsVerified = false }: Evidence) {
  const { organization } = request
  setTogether(flow, [{ text: 'Evidence of electronic signature', style: title }])
  setRule(flow, 8)
  setTogether(flow, [
    labelled('Title', request.title),
    labelled('Request', request.id),
    labelled('Organization', `${organization.name} (${organization.id})`),
    labelled('Entity', request.entityId),
    labelled('Signatures', `${request.level.toUpperCase()}, ${request.signingOrder}, by ${request.vendor}`),
    labelled('Evidence written', utc(issuedAt)),
    labelled('Document', `${document.fileName}, ${document.pageCount} pages, ${document.size} bytes`),
    labelled('SHA-256 of document', document.sha256),
    ...setNormalizations(document),
    labelled('Sealed document', `PAdES ${sealed.level}, ${sealed.size} bytes`),
    labelled('SHA-256 of sealed', sealed.sha256),
    ...(actsVerified ? [labelled('Acts of signers', 'Verified by the service before it sealed (MAC)')] : []),
  ])
}

/** Where the signers saw the file as it was sent, nothing more is to be said of it. */
function setNormalizations({ upload, normalizations = [] }: Evidence['document']): Paragraph[] {
  if (!upload || normalizations.length === 0) return []
  const changes = normalizations.map(({ kind, count }) => `${kind.replaceAll('_', ' ')} (${count})`).join(', ')
  return [
    labelled(
      'Normalized',
      `The file that was sent had ${upload.size} bytes. Made one fixed picture before anybody saw it: ${changes}`,
    ),
    labelled('SHA-256 of upload', upload.sha256),
  ]
}

function setSigners(flow: PageFlow, signers: EvidenceSigner[], locales: Locales) {
  for (const [index, signer] of signers.entries()) {
    const first: Paragraph[] = index === 0 ? [{ text: `Signers (${signers.length})`, style: heading, space: 16 }] : []
    const nameStyle = { ...strong, locale: locales.get(signer.id) }
    setTogether(flow, [
      ...first,
      { label: `${index + 1}.`, text: signer.name, style: nameStyle, indent: numberWidth, space: 8 },
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

function setSteps(flow: PageFlow, { steps, chain }: Evidence) {
  const pointer = `The attachment ${evidenceAttachment} holds all of this for machines, and says how anybody can check it.`
  setTogether(flow, [
    { text: `Steps (${steps.length})`, style: heading, space: 16 },
    { text: `Every step holds the hash of the step before it. ${hashRule}`, style: small, space: 2 },
    { text: pointer, style: small },
  ])
  for (const step of steps) setTogether(flow, paragraphsOf(step))
  setTogether(flow, [{ text: `The chain ends after ${chain.length} steps with ${chain.hash}`, style: small, space: 6 }])
}

function paragraphsOf(step: EvidenceStep): Paragraph[] {
  const { type, id, name, onBehalfOf } = step.actor
  const person = onBehalfOf ? ` for ${onBehalfOf.name} (user ${onBehalfOf.userId})` : ''
  const actor = `${name}${id ? ` (${type} ${id})` : ''}${person}`
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

function drawFooter(page: Drawing, evidence: Evidence, number: number, count: number) {
  const position = `Page ${number} of ${count}`
  const subject = `Evidence of request ${evidence.request.id}, ${evidence.request.title}`
  drawText(page, cut(settingOf(page, small), subject, small.size, textColumn - 80), pageMargin, pageMargin - 8, small)
  drawTextRight(page, position, a4.width - pageMargin, pageMargin - 8, small)
}

function addPage(pdf: PDF, drawing: Drawing, resources: PdfDict) {
  const page = pdf.addPage({ width: a4.width, height: a4.height })
  page.dict.set('Resources', resources)
  page.dict.set('Contents', pdf.register(new PdfStream([], drawingBytes(drawing))))
}
