import { type FaultMessages, pdfFileRule } from '../../../shared/pdf/pdf-file.ts'

export const faultMessages: FaultMessages = {
  not_a_pdf: 'The file is not a PDF; save the document as a PDF and send that.',
  encrypted: 'The PDF is encrypted. Save a copy without encryption, and send that.',
  no_pages: 'The PDF has no pages; send one that has.',
  damaged: 'The PDF is damaged or cut off; send it whole, or print it to a new PDF and send that.',
  ambiguous: 'PDF readers would show this file differently; print it to a new PDF and send that.',
  too_complex: 'The PDF is too complex to be read safely; print it to a new PDF and send that.',
}

/** A PDF to be signed. */
export const pdfFile = pdfFileRule(faultMessages)
