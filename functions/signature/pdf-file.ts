import { refuse } from '../../shared/errors/refusal.ts'
import type { FileRule } from '../../shared/http/body.ts'
import type { PdfFault } from '../../shared/pdf/pdf-inspection.ts'
import type { ReadablePdf } from './proposal.ts'

/** The largest document that can be signed (contract §8). */
export const maxPdfBytes = 15_728_640

const whatIsWrong: Record<PdfFault, string> = {
  not_a_pdf: 'The file is not a PDF.',
  truncated: 'The PDF is cut off; send it whole.',
  encrypted: 'The PDF is encrypted; send it without a password.',
  no_pages: 'The PDF has no pages.',
  damaged: 'The PDF is damaged; print it to a new PDF and send that.',
  too_complex: 'The PDF is too complex to be read safely; print it to a new PDF and send that.',
}

/** A PDF to be signed. */
export const pdfFile: FileRule<ReadablePdf> = {
  contentType: 'application/pdf',
  maxBytes: maxPdfBytes,
  missing: 'file_required',
  tooLarge: 'file_too_large',
  unreadable: 'invalid_pdf',
  read: async (bytes) => {
    const { inspectPdf } = await import('../../shared/pdf/inspect-pdf.ts')
    const inspection = await inspectPdf(bytes)
    if (inspection.valid) return inspection
    return refuse('invalid_pdf', whatIsWrong[inspection.reason], { reason: inspection.reason })
  },
}
