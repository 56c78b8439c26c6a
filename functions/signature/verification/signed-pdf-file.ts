import type { Refusal } from '../../../shared/errors/refusal.ts'
import type { FileRule } from '../../../shared/http/body.ts'
import { type FaultMessages, invalidPdf, maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import type { PdfFault } from '../../../shared/pdf/pdf-inspection.ts'

/** Such a file is to stay as it is, since any change would break its signatures. */
const messages: FaultMessages = {
  not_a_pdf: 'The file is not a PDF.',
  encrypted: 'The PDF is encrypted, so its signatures cannot be read.',
  no_pages: 'The PDF has no pages.',
  damaged: 'The PDF is damaged or incomplete. Readers may show it differently, even if its signatures are valid.',
  ambiguous: 'The structure of the PDF is ambiguous, so it is not certain whether the file is signed.',
  too_complex: 'The PDF is too complex to be read safely.',
}

/** A PDF whose signatures are to be verified. It is read once, when they are. */
export const signedPdfFile: FileRule<null> = {
  contentType: 'application/pdf',
  maxBytes: maxPdfBytes,
  missing: 'file_required',
  tooLarge: 'file_too_large',
  unreadable: 'invalid_pdf',
  read: async () => null,
}

/** Why the signatures of a file cannot be told. */
export function unverifiable(reason: PdfFault): Refusal<'invalid_pdf'> {
  return invalidPdf(reason, messages)
}
