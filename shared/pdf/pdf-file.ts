import { type Refusal, refuse } from '../errors/refusal.ts'
import type { FileRule } from '../http/body.ts'
import type { PdfFault, ReadablePdf } from './pdf-inspection.ts'

/** The largest document that is taken (contract §8). */
export const maxPdfBytes = 15_728_640

/** What is wrong with a file that cannot be read, by its fault: what to do about it follows from what it was sent for. */
export type FaultMessages = Readonly<Record<PdfFault, string>>

/** A PDF of at most 15 MiB that can be read. */
export function pdfFileRule(messages: FaultMessages): FileRule<ReadablePdf> {
  return {
    contentType: 'application/pdf',
    maxBytes: maxPdfBytes,
    missing: 'file_required',
    tooLarge: 'file_too_large',
    unreadable: 'invalid_pdf',
    read: async (bytes) => {
      const { inspectPdf } = await import('./inspect-pdf.ts')
      const inspection = await inspectPdf(bytes)
      return inspection.valid ? inspection : invalidPdf(inspection.reason, messages)
    },
  }
}

export function invalidPdf(reason: PdfFault, messages: FaultMessages): Refusal<'invalid_pdf'> {
  return refuse('invalid_pdf', messages[reason], { reason })
}
