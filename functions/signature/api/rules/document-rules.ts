import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import type { ReadablePdf } from '../../../../shared/pdf/pdf-inspection.ts'
import type { Proposal } from '../proposal.ts'
import { type Judged, vendorOf } from './rule.ts'

/** What the document itself can be refused with, in the order in which they win. */
export const documentCodes = ['invalid_pdf', 'document_already_signed'] as const

/** The first rule that the document breaks, or null. */
export function documentRefusal(judged: Judged): Refusal<(typeof documentCodes)[number]> | null {
  return activeContentRefusal(judged) ?? signedBefore(judged)
}

/** A document that is not one fixed picture is sent only where it was made one, and where the sender allows that. */
function activeContentRefusal({ pdf, proposal }: Judged): Refusal<'invalid_pdf'> | null {
  const { activeContent, shown, signed } = pdf
  if (activeContent.length === 0) return null
  if (signed)
    return activeContentIn(
      activeContent,
      'is already signed, so it cannot be flattened. Send the document as it was before it was signed.',
    )
  if (!shown) return activeContentIn(activeContent, 'cannot be flattened. Print it to a new PDF and send that.')
  return choiceRefusal(proposal, activeContent)
}

/** Refuses a document that was made one fixed picture, where the sender does not allow that. */
export function choiceRefusal(
  { activeContent: choice }: Pick<Proposal, 'activeContent'>,
  found: ReadablePdf['activeContent'],
): Refusal<'invalid_pdf'> | null {
  if (choice === 'flatten' || found.length === 0) return null
  return activeContentIn(
    found,
    'is refused because `activeContent` is `refuse`. Send `activeContent: "flatten"`, or a PDF without such content.',
  )
}

function activeContentIn(found: ReadablePdf['activeContent'], why: string): Refusal<'invalid_pdf'> {
  return refuse('invalid_pdf', `The PDF holds active content (${found.join(', ')}) and ${why}`, {
    reason: 'active_content',
    found,
  })
}

/** A document that was signed before can be sent only by a vendor that leaves those signatures intact. */
function signedBefore(judged: Judged): Refusal<'document_already_signed'> | null {
  if (!judged.pdf.signed || vendorOf(judged)?.capabilities.preservesExistingSignatures) return null
  const message =
    'The PDF already has a digital signature, which stamping and sealing would break. Send the document as it was before it was signed.'
  return refuse('document_already_signed', message, { documentId: judged.documentId })
}
