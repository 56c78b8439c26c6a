import type { Attachment } from './attachment.ts'
import { hairline, strokeRectangle } from './drawing.ts'
import { drawDrawnSignature } from './drawn-signature.ts'
import { type Evidence, vendorTrailAttachment } from './evidence-content.ts'
import type { WrittenMention } from './given-signature.ts'
import { currentPage, newPage, type PageFlow, pageMargin, roomLeft, setTogether } from './page-flow.ts'
import { labelled, reportStyles } from './report-text.ts'

/** Mentions by the ids of their fields. */
export type WrittenMentions = ReadonlyMap<string, WrittenMention>

/** What is attached to the evidence beside its JSON. */
export interface EvidenceFiles {
  readonly written?: WrittenMentions
  /** The audit trail of an outside vendor, a PDF. */
  readonly auditTrail?: Uint8Array | null
}

const { heading, strong } = reportStyles
const box = { width: 300, height: 60, space: 6 }

/** Says which sentences were written by hand, and draws their strokes again. Pictures are attached only. */
export function setMentions(flow: PageFlow, { mentions = [], signers }: Evidence, written: WrittenMentions) {
  for (const [index, { fieldId, signerId, page, text, sha256, attachment }] of mentions.entries()) {
    const name = signers.find(({ id }) => id === signerId)?.name ?? signerId
    setTogether(flow, [
      ...(index === 0 ? [{ text: `Written by hand (${mentions.length})`, style: heading, space: 16 }] : []),
      { text, style: strong, space: 8 },
      labelled('By', name),
      labelled('Page', String(page)),
      labelled('Attachment', attachment),
      labelled('SHA-256', sha256),
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

/** Says who got copies without signing. */
export function setNotaries(flow: PageFlow, { notaries = [] }: Evidence) {
  for (const [index, { name, email, office }] of notaries.entries())
    setTogether(flow, [
      ...(index === 0 ? [{ text: `Notaries (${notaries.length})`, style: heading, space: 16 }] : []),
      { text: name, style: strong, space: 8 },
      labelled('E-mail', email),
      ...(office === null ? [] : [labelled('Office', office)]),
    ])
}

/** The strokes or the picture of each mention, as they were stored. */
export function mentionFiles({ mentions = [] }: Evidence, written: WrittenMentions, at: Date): Attachment[] {
  return mentions.flatMap(({ fieldId, kind, attachment: name }) => {
    const file = written.get(fieldId)?.file
    if (!file) return []
    const [mimeType, description] =
      kind === 'picture'
        ? ['image/png', 'A sentence that was written by hand']
        : [
            'application/json',
            'A sentence that was written by hand: strokes as lists of x, y, milliseconds and pressure',
          ]
    return [{ name, bytes: file, mimeType, description, at }]
  })
}

/** Says what came from an outside vendor. */
export function setVendor(flow: PageFlow, { atVendor, request }: Evidence) {
  if (!atVendor) return
  const { form, auditTrail } = atVendor
  const written =
    form === 'appended' ? 'appended to the document that was sent' : 'the same pages, in a file of its own'
  setTogether(flow, [
    { text: `Signed at ${request.vendor}`, style: heading, space: 16 },
    labelled('Signatures', written),
    labelled('Audit trail', auditTrail ? auditTrail.attachment : 'The vendor has none'),
    ...(auditTrail ? [labelled('SHA-256', auditTrail.sha256)] : []),
  ])
}

/** The audit trail of an outside vendor, as it came. */
export function trailFiles(bytes: Uint8Array | null, at: Date): Attachment[] {
  if (!bytes) return []
  return [
    {
      name: vendorTrailAttachment,
      bytes,
      mimeType: 'application/pdf',
      description: 'The audit trail of the vendor',
      at,
    },
  ]
}
