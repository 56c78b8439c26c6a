import type { Attachment } from '../../../../shared/pdf/attachment.ts'
import { hairline, strokeRectangle } from '../../../../shared/pdf/drawing.ts'
import { drawDrawnSignature } from '../../../../shared/pdf/drawn-signature.ts'
import { type Evidence, vendorTrailAttachment } from '../../../../shared/pdf/evidence-content.ts'
import type { WrittenMention } from '../../../../shared/pdf/given-signature.ts'
import {
  currentPage,
  newPage,
  type PageFlow,
  pageMargin,
  roomLeft,
  setTogether,
} from '../../../../shared/pdf/page-flow.ts'
import { labelled, reportStyles } from '../../../../shared/pdf/report-text.ts'
import type { EvidenceMessages } from './messages/catalog.ts'

/** What the evidence shows and holds beside its JSON. */
export interface EvidenceFiles {
  /** Sentences that were written by hand, by the ids of their fields. */
  readonly written: ReadonlyMap<string, WrittenMention>
  /** The audit trail of an outside vendor, a PDF. */
  readonly auditTrail: Uint8Array | null
  /** The document as the signers saw it. Its first page is drawn; nothing of it is attached. */
  readonly shown: Uint8Array | null
}

export const noFiles: EvidenceFiles = { written: new Map(), auditTrail: null, shown: null }

const { heading, strong } = reportStyles
const box = { width: 300, height: 60, space: 6 }
type Labels = EvidenceMessages['annexLabels']

/** Says which sentences were written by hand, and draws their strokes again. Pictures are attached only. */
export function setMentions(
  flow: PageFlow,
  { mentions = [], signers }: Evidence,
  label: Labels,
  { written }: EvidenceFiles,
) {
  for (const [index, { fieldId, signerId, page, text, sha256, attachment, handedInBy }] of mentions.entries()) {
    const name = signers.find(({ id }) => id === signerId)?.name ?? signerId
    setTogether(flow, [
      ...(index === 0 ? [{ text: `${label.writtenByHand} (${mentions.length})`, style: heading, space: 16 }] : []),
      { text, style: strong, space: 8 },
      ...(handedInBy === undefined
        ? [labelled(label.writtenBy, name)]
        : [labelled(label.handedInBy, handedInBy), labelled(label.writtenFor, name)]),
      labelled(label.page, String(page)),
      labelled(label.attachment, attachment),
      labelled(label.sha256Attachment, sha256),
    ])
    const mention = written.get(fieldId)
    if (mention?.mode !== 'drawn') continue
    if (roomLeft(flow) < box.height + 2 * box.space) newPage(flow)
    flow.y -= box.space + box.height
    const place = { x: pageMargin, y: flow.y, width: box.width, height: box.height }
    strokeRectangle(currentPage(flow), place, hairline)
    drawDrawnSignature(currentPage(flow), mention.value, place)
    flow.y -= box.space
  }
}

/** Says who gets copies without signing. */
export function setNotaries(flow: PageFlow, { notaries = [] }: Evidence, label: Labels) {
  for (const [index, { name, email, office }] of notaries.entries())
    setTogether(flow, [
      ...(index === 0 ? [{ text: `${label.notaries} (${notaries.length})`, style: heading, space: 16 }] : []),
      { text: name, style: strong, space: 8 },
      labelled(label.email, email),
      ...(office === null ? [] : [labelled(label.office, office)]),
    ])
}

/** Says what came from an outside vendor. */
export function setVendor(flow: PageFlow, { atVendor, request }: Evidence, label: Labels) {
  if (!atVendor) return
  const { form, auditTrail } = atVendor
  setTogether(flow, [
    { text: `${label.atVendor} ${request.vendor}`, style: heading, space: 16 },
    labelled(label.vendorFile, label[form]),
    labelled(label.auditTrail, auditTrail ? auditTrail.attachment : label.noAuditTrail),
    ...(auditTrail ? [labelled(label.sha256Attachment, auditTrail.sha256)] : []),
  ])
}

/** The strokes or the picture of each mention and the audit trail of a vendor, as they were stored. */
export function filesOf({ mentions = [] }: Evidence, { written, auditTrail }: EvidenceFiles, at: Date): Attachment[] {
  const ofMentions = mentions.flatMap(({ fieldId, kind, attachment: name }) => {
    const bytes = written.get(fieldId)?.file
    if (!bytes) return []
    const [mimeType, description] =
      kind === 'picture'
        ? ['image/png', 'A sentence that was written by hand']
        : [
            'application/json',
            'A sentence that was written by hand: strokes as lists of x, y, milliseconds and pressure',
          ]
    return [{ name, bytes, mimeType, description, at }]
  })
  if (!auditTrail) return ofMentions
  const description = 'The audit trail of the vendor'
  return [
    ...ofMentions,
    { name: vendorTrailAttachment, bytes: auditTrail, mimeType: 'application/pdf', description, at },
  ]
}
