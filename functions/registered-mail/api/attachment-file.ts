import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { FileRule } from '../../../shared/http/body.ts'
import type { ActiveContentKind } from '../../../shared/pdf/active-content/kinds.ts'
import { type FaultMessages, invalidPdf, maxPdfBytes, pdfFileRule } from '../../../shared/pdf/pdf-file.ts'
import type { ReadablePdf } from '../../../shared/pdf/pdf-inspection.ts'

const faultMessages: FaultMessages = {
  not_a_pdf: 'The file is not a PDF. Save it as a PDF and send it again.',
  encrypted: 'The PDF is encrypted. Save a copy without encryption and send that copy.',
  no_pages: 'The PDF has no pages. Send a PDF with at least one page.',
  damaged: 'The PDF is damaged or incomplete. Send the complete file, or print it to a new PDF and send that.',
  ambiguous: 'Different PDF readers would show this file differently. Print it to a new PDF and send that.',
  too_complex: 'The PDF is too complex to be read safely. Print it to a new PDF and send that.',
}

/** Content that acts on the reader’s device or comes from elsewhere. Signatures, forms and embedded data are allowed. */
const refusedContent: readonly ActiveContentKind[] = [
  'actions',
  'scripts',
  'xfa',
  'multimedia',
  'external_content',
  'other_format',
]

const pdf = pdfFileRule(faultMessages)

/** A PDF that is delivered byte for byte: nothing in it is changed, so what would need a change is refused. */
export const attachmentFile: FileRule<ReadablePdf> = {
  ...pdf,
  tooLarge: 'attachments_limit_exceeded',
  limits: { maxFileBytes: maxPdfBytes },
  read: async (bytes, data) => {
    const content = await pdf.read(bytes, data)
    return isRefusal(content) ? content : (contentRefusal(content) ?? content)
  },
}

function contentRefusal({ activeContent, normalizations }: ReadablePdf): Refusal<'invalid_pdf'> | null {
  if (normalizations.some(({ kind }) => kind === 'structure')) return invalidPdf('ambiguous', faultMessages)
  const found = activeContent.filter((kind) => refusedContent.includes(kind))
  if (found.length === 0) return null
  const message = `The PDF contains ${found.join(', ')}. Print it to a new PDF and send that.`
  return refuse('invalid_pdf', message, { reason: 'active_content', found })
}
