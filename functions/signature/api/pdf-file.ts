import { type FaultMessages, pdfFileRule } from '../../../shared/pdf/pdf-file.ts'
import { drawingPartStart } from './drawing-file.ts'

export const faultMessages: FaultMessages = {
  not_a_pdf: 'The file is not a PDF. Save the document as a PDF and send it again.',
  encrypted: 'The PDF is encrypted. Save a copy without encryption and send that copy.',
  no_pages: 'The PDF has no pages. Send a PDF with at least one page.',
  damaged: 'The PDF is damaged or incomplete. Send the complete file, or print it to a new PDF and send that.',
  ambiguous: 'Different PDF readers would show this file differently. Print it to a new PDF and send that.',
  too_complex: 'The PDF is too complex to be read safely. Print it to a new PDF and send that.',
}

/** A PDF to be signed. Drawings of handwritten mentions may come with it. */
export const pdfFile = { ...pdfFileRule(faultMessages), partsNamed: drawingPartStart }
