import { readInProcess } from './inspect-processes.ts'
import { type PdfInspection, pdfInspection } from './pdf-inspection.ts'

/**
 * What a PDF is, whoever made it: never throws, waits or takes memory beyond its bounds because of the bytes. It throws
 * only when the reading process cannot be started. Takes a few milliseconds for an ordinary document, 10 s at worst.
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfInspection> {
  return await readInProcess({ task: 'inspect', bytes }, pdfInspection)
}
