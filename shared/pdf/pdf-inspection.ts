import * as v from 'valibot'
import { activeContentKinds, normalizationKinds } from './active-content/kinds.ts'

const box = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })

const page = v.object({
  width: v.number(),
  height: v.number(),
  rotation: v.picklist([0, 90, 180, 270]),
  cropBox: box,
})

/**
 * Why a file cannot be signed:
 * - `not_a_pdf`: no `%PDF-` in the first 1024 bytes
 * - `damaged`: it is cut off, cannot be parsed, or lacks something that its pages need
 * - `encrypted`: whatever the password, also an empty one
 * - `no_pages`: it opens, and shows nothing
 * - `ambiguous`: two readers may show it differently
 * - `too_complex`: over the limits of pages, memory or time
 */
export const pdfFaults = ['not_a_pdf', 'damaged', 'encrypted', 'no_pages', 'ambiguous', 'too_complex'] as const
export type PdfFault = (typeof pdfFaults)[number]

export const normalizationSchema = v.object({ kind: v.picklist(normalizationKinds), count: v.number() })

export const pdfInspection = v.variant('valid', [
  v.object({
    valid: v.literal(true),
    /** Of the file to show. */
    pageCount: v.number(),
    pages: v.array(page),
    /** It already holds a digital signature, and is never normalized. */
    signed: v.boolean(),
    /** What the file holds that is not one fixed picture. */
    activeContent: v.array(v.picklist(activeContentKinds)),
    /** What was done to the file, so that every reader shows it alike; empty where it is shown as it came. */
    normalizations: v.array(normalizationSchema),
    /**
     * The file to show and to seal; null: the upload itself, or none where it has active content that stays, since the
     * file is signed or cannot be flattened.
     */
    shown: v.nullable(v.custom<Uint8Array>((value) => value instanceof Uint8Array)),
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
  return Buffer.from(tail).includes('%%EOF') ? null : 'damaged'
}

/** NUL and white space: some systems pad files to a block. */
export function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d
}

/** A document that can be read, with the places its pages offer. */
export type ReadablePdf = Extract<PdfInspection, { valid: true }>
