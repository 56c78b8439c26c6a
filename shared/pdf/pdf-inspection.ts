import * as v from 'valibot'

const box = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

const page = v.object({
  width: v.number(),
  height: v.number(),
  rotation: v.picklist([0, 90, 180, 270]),
  cropBox: box,
})

/**
 * - `not_a_pdf`: no `%PDF-` in the first 1024 bytes
 * - `truncated`: no `%%EOF` in the last 1024 bytes, as ISO 32000 and readers ask
 * - `encrypted`: whatever the password, also an empty one
 * - `no_pages`: it opens, and shows nothing
 * - `damaged`: it cannot be parsed, or only into something that two readers could show differently, as a dynamic form is
 * - `too_complex`: over the limits of pages, memory or time
 */
export const pdfFaults = ['not_a_pdf', 'truncated', 'encrypted', 'no_pages', 'damaged', 'too_complex'] as const
export type PdfFault = (typeof pdfFaults)[number]

export const pdfInspection = v.variant('valid', [
  v.object({
    valid: v.literal(true),
    pageCount: v.number(),
    pages: v.array(page),
    /** It already holds a digital signature. */
    signed: v.boolean(),
    /** Its cross-reference table was rebuilt on opening: sealing rewrites it rather than appending to it. */
    repaired: v.boolean(),
  }),
  v.object({ valid: v.literal(false), reason: v.picklist(pdfFaults) }),
])
export type PdfInspection = v.InferOutput<typeof pdfInspection>

export function invalidPdf(reason: PdfFault): PdfInspection {
  return { valid: false, reason }
}

const searchedBytes = 1024

/** What can be told from the two ends of a file, without parsing it. */
export function faultOfEnds(bytes: Uint8Array): PdfFault | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searchedBytes))
  if (!start.includes('%PDF-')) return 'not_a_pdf'
  let end = bytes.length
  while (end > 0 && isPadding(bytes[end - 1])) end -= 1
  const tail = bytes.subarray(Math.max(0, end - searchedBytes), end)
  return Buffer.from(tail).includes('%%EOF') ? null : 'truncated'
}

/** NUL and white space: some systems pad files to a block. */
export function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d
}

/** A document that can be read, with the places its pages offer. */
export type ReadablePdf = Extract<PdfInspection, { valid: true }>
