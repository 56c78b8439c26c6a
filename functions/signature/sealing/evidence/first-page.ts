import * as v from 'valibot'
import { serviceName } from '../../../../shared/pages/brand.ts'
import { setBrand } from '../../../../shared/pdf/document-brand.ts'
import { drawLine, drawLines, hairline, ink, strokeRectangle } from '../../../../shared/pdf/drawing.ts'
import type { Evidence, EvidenceSigner } from '../../../../shared/pdf/evidence-content.ts'
import { drawPageForm } from '../../../../shared/pdf/first-page-form.ts'
import { placeFittedText } from '../../../../shared/pdf/fitted-text.ts'
import {
  a4,
  currentPage,
  heightOf,
  type PageFlow,
  type Paragraph,
  pageMargin,
  setTogether,
  takeRoom,
  textColumn,
} from '../../../../shared/pdf/page-flow.ts'
import type { PageGeometry } from '../../../../shared/pdf/page-geometry.ts'
import { drawQrCode } from '../../../../shared/pdf/qr-code.ts'
import { reportStyles, utc } from '../../../../shared/pdf/report-text.ts'
import type { DrawSignature } from '../../../../shared/pdf/signature-block.ts'
import { knownVendors } from '../../vendors/vendors.ts'
import type { EvidenceMessages } from './messages/catalog.ts'
import { masked } from './story.ts'
import { localTimeInWords } from './times.ts'
import type { EvidenceView } from './view.ts'

const { title, heading, strong, plain, small } = reportStyles
const qrSide = 78
const pictureBox = { width: 124, height: 42 }
const pictureGap = 14
const thumbnailBox = { width: 66, height: 84 }

/** What the pages for people are made of. `drawings` are the signatures of signers by their ids, and the logo. */
export interface FirstPage {
  readonly evidence: Evidence
  readonly says: EvidenceMessages
  readonly view: EvidenceView
  readonly drawings: ReadonlyMap<string, DrawSignature>
  readonly drawLogo: DrawSignature | null
  /** The first page of the document; null where it cannot be shown. */
  readonly thumbnail: { readonly name: string; readonly geometry: PageGeometry } | null
}

/** The first page: who signed what, when, and how anybody checks it. Understood by people who know no API. */
export function setFirstPage(flow: PageFlow, page: FirstPage) {
  const { evidence, says, view, drawLogo } = page
  setBrand(flow, view.issuer.brand, drawLogo)
  setOpening(flow, page)
  setDocument(flow, page)
  setTogether(flow, [{ text: says.parties(evidence.signers.length), style: heading, space: 9 }])
  for (const signer of evidence.signers) setParty(flow, signer, page)
  setIssuer(flow, page)
  setLaw(flow, page)
  setCheck(flow, page)
}

function setOpening(flow: PageFlow, { evidence, says, view }: FirstPage) {
  const { signers, request } = evidence
  const last = signers
    .flatMap(({ signedAt }) => signedAt ?? [])
    .toSorted()
    .at(-1)
  setTogether(flow, [
    { text: says.title, style: title, space: 8 },
    { text: request.title, style: { ...heading, size: 13 }, space: 4 },
    { text: says.summary(signers.length, last ? localTimeInWords(last, view) : '–'), style: plain, space: 4 },
    ...(request.livemode ? [] : [{ text: says.testNotice, style: strong, space: 4 }]),
  ])
}

/** What was signed, with a small picture of its first page on the right. */
function setDocument(flow: PageFlow, { evidence: { document, sealed }, says, thumbnail }: FirstPage) {
  const width = thumbnail ? textColumn - thumbnailBox.width - pictureGap : textColumn
  const name = `${document.fileName} – ${says.pages(document.pageCount)}`
  const lines: Paragraph[] = [
    { text: says.document, style: heading, width },
    { text: name, style: plain, space: 2, direction: 'ltr', width },
    { text: says.fingerprint, style: small, space: 3, width },
    { text: document.sha256, style: plain, width },
    { text: says.fingerprintOfSealed, style: small, space: 3, width },
    { text: sealed.sha256, style: plain, width },
  ]
  const above = 10
  const height = Math.max(heightOf(flow, lines), thumbnail ? thumbnailBox.height : 0) + above
  const top = takeRoom(flow, height)
  if (thumbnail) {
    const corner = { x: a4.width - pageMargin - thumbnailBox.width, y: top - above - thumbnailBox.height }
    const place = drawPageForm(currentPage(flow), thumbnail.name, thumbnail.geometry, { ...corner, ...thumbnailBox })
    strokeRectangle(currentPage(flow), place, hairline)
  }
  flow.y = top - above
  setTogether(flow, lines)
  flow.y = top - height
}

/** The signature on the left; who, how and when on the right. */
function setParty(flow: PageFlow, signer: EvidenceSigner, page: FirstPage) {
  const { says, view } = page
  const indent = pictureBox.width + pictureGap
  const locale = view.signerLocales.get(signer.id)
  const text = (line: string, more: Partial<Paragraph> = {}): Paragraph => ({
    text: line,
    style: plain,
    indent,
    ...more,
  })
  const lines = [
    text(signer.name, { style: { ...strong, size: 10, locale } }),
    text(signer.email),
    text(identityOf(signer, page), { space: 1 }),
    ...(signer.signedAt
      ? [text(says.signedAt(localTimeInWords(signer.signedAt, view), utc(signer.signedAt)), { space: 1 })]
      : []),
  ]
  const height = Math.max(heightOf(flow, lines), pictureBox.height) + 8
  const top = takeRoom(flow, height)
  const drawing = currentPage(flow)
  const box = { x: pageMargin, y: top - 6 - pictureBox.height, ...pictureBox }
  strokeRectangle(drawing, box, hairline)
  const inner = { x: box.x + 4, y: box.y + 3, width: box.width - 8, height: box.height - 6 }
  const draw = page.drawings.get(signer.id)
  if (draw) draw(drawing, inner)
  else
    drawLines(
      drawing,
      placeFittedText(drawing.fonts.typesetter, pictureText(signer, page), inner, { font: 'regular', maxSize: 7 }),
      ink,
    )
  flow.y = top - 4
  setTogether(flow, lines)
  flow.y = top - height
}

/** What stands in place of a picture. */
function pictureText({ id }: EvidenceSigner, { evidence: { steps }, says }: FirstPage): string {
  return certificateOf(id, steps) ? says.certificateSignature : says.noPicture
}

/** The certificate of a signer whose key a provider keeps, as the step of the signature has it. */
function certificateOf(id: string, steps: Evidence['steps']): v.InferOutput<typeof certificateNames> | null {
  const step = steps.findLast(({ signerId, type }) => signerId === id && type === 'signed')
  const read = v.safeParse(certificateNames, step?.detail?.certificate)
  return read.success ? read.output : null
}

const certificateNames = v.object({ subject: v.string(), issuer: v.string() })

/** How the signer showed who they are, from what the signature itself says of it. */
function identityOf({ id, email }: EvidenceSigner, { evidence: { steps, request }, says }: FirstPage): string {
  const own = steps.filter(({ signerId }) => signerId === id)
  const method = own.findLast(({ type }) => type === 'signed')?.detail?.authMethod
  const proved = own.findLast(({ type }) => type === 'otp_verified')?.detail?.to
  const to = typeof proved === 'string' ? masked(proved) : method === 'sms_otp' ? '–' : masked(email)
  const certificate = certificateOf(id, steps)
  const facts = {
    to,
    vendor: vendorName(request.vendor),
    holder: commonNameIn(certificate?.subject ?? ''),
    issuer: commonNameIn(certificate?.issuer ?? ''),
  }
  if (certificate) return says.identity.remote_key(facts)
  if (request.vendor === 'simulated') return says.identity.simulated(facts)
  if (method === 'email_otp' || method === 'sms_otp' || method === 'vendor_identity')
    return says.identity[method](facts)
  return says.identity.none(facts)
}

function vendorName(key: string): string {
  return knownVendors().find((vendor) => vendor.key === key)?.name ?? key
}

/** The common name in the names of a certificate, which stand in lines; without one all of them. */
export function commonNameIn(names: string): string {
  const [, name] = /^CN=(.*)$/m.exec(names) ?? []
  return (name ?? names.replaceAll('\n', ', ')).slice(0, 200) || '–'
}

function setIssuer(flow: PageFlow, { evidence: { issuedAt, request }, says, view }: FirstPage) {
  const { legalName, legalAddress, contact } = view.issuer
  const address = [...(legalAddress ?? '').split('\n'), contact ?? ''].filter((line) => line.trim() !== '')
  setTogether(flow, [
    { text: says.issuer, style: heading, space: 9 },
    {
      text: says.issuedBy(legalName ?? request.organization.name, serviceName),
      style: plain,
      space: 2,
      direction: 'ltr',
    },
    ...(address.length > 0 ? [{ text: address.join(', '), style: plain }] : []),
    { text: `${says.issuedAt} ${localTimeInWords(issuedAt, view)} – ${utc(issuedAt)}`, style: plain },
  ])
}

function setLaw(flow: PageFlow, { evidence: { request, sealed }, says }: FirstPage) {
  const basis = request.livemode ? (says.legalBasis[request.level] ?? '–') : says.noLegalBasis
  setTogether(flow, [
    { text: says.law, style: heading, space: 9 },
    { text: basis, style: plain, space: 2 },
    { text: says.seal(sealed.level), style: plain, space: 2 },
  ])
}

/** The code on the right, which opens the page that checks documents. */
function setCheck(flow: PageFlow, { says, view: { check } }: FirstPage) {
  const width = check ? textColumn - qrSide - pictureGap : textColumn
  const lines: Paragraph[] = [
    { text: says.check, style: heading, width },
    ...(check ? [{ text: says.checkOnline(check.page, check.id), style: plain, space: 2, width }] : []),
    { text: says.checkAnywhere, style: plain, space: 2, width },
  ]
  const height = Math.max(heightOf(flow, lines), check ? qrSide : 0) + 14
  const top = takeRoom(flow, height)
  const drawing = currentPage(flow)
  if (check)
    drawQrCode(drawing, check.url, {
      x: a4.width - pageMargin - qrSide,
      y: top - 12 - qrSide,
      width: qrSide,
      height: qrSide,
    })
  flow.y = top - 12
  setTogether(flow, lines)
  flow.y = top - height
  drawLine(drawing, [pageMargin, flow.y], [a4.width - pageMargin, flow.y], hairline)
}
