import type { Refusal } from '../../shared/errors/refusal.ts'
import { type FaultMessages, invalidPdf, pdfFileRule } from '../../shared/pdf/pdf-file.ts'
import type { PdfFault } from '../../shared/pdf/pdf-inspection.ts'

/** Such a file is to stay as it is, since any change would break its signatures. */
const messages: FaultMessages = {
  not_a_pdf: 'The file is not a PDF.',
  encrypted: 'The PDF is encrypted, and so are its signatures.',
  no_pages: 'The PDF has no pages.',
  damaged: 'The PDF is damaged or cut off: readers may show it differently, whatever its signatures say.',
  ambiguous: 'Readers may show this PDF differently, whatever its signatures say.',
  too_complex: 'The PDF is too complex to be read safely.',
}

/** A PDF whose signatures are to be verified. */
export const signedPdfFile = pdfFileRule(messages)

/** A file that was found readable, and turned out not to be when its signatures were read. */
export function unverifiable(reason: PdfFault): Refusal<'invalid_pdf'> {
  return invalidPdf(reason, messages)
}
