import { proofAttachment } from '../../../functions/registered-mail/model/proof-content.ts'
import { attachmentsNamed } from '../../../shared/pdf/attachment.ts'
import { DocumentObjects, type ObjectSource } from '../../../shared/pdf/document-objects.ts'
import { evidenceAttachment } from '../../../shared/pdf/evidence-content.ts'
import { UnusualPdf } from '../../../shared/pdf/unusual-pdf.ts'
import type { Check } from './report.ts'
import type { SealedFile } from './seal-checks.ts'

/** The evidence for machines that a PDF holds now, and whether that is what was sealed. */
export interface AttachedEvidence {
  /** Null where readers could show none, or one of several. */
  readonly json: Uint8Array | null
  readonly check: Check
}

export function attachedEvidence(file: SealedFile): AttachedEvidence {
  const name = attachments(file.source, proofAttachment)?.length ? proofAttachment : evidenceAttachment
  return attachedJson(file, name)
}

function attachedJson({ bytes, source, seals }: SealedFile, name: string): AttachedEvidence {
  const says = `The attachment ${name} is the sealed one`
  const found = attachments(source, name)
  const [json, ...others] = found ?? []
  if (!json)
    return {
      json: null,
      check: { says, flaws: [found ? 'it is missing: this may be the sealed document' : 'it cannot be unpacked'] },
    }
  if (others.length > 0) return { json: null, check: { says, flaws: ['there is more than one with this name'] } }
  const end = seals[0]?.range?.end ?? 0
  const isSealed = end === bytes.length || isSame(json, bytes.subarray(0, end), name)
  return {
    json,
    check: { says, flaws: isSealed ? [] : ['the file had a different attachment, or none, when it was sealed'] },
  }
}

/** Whether a state of the file had this very attachment. */
function isSame(json: Uint8Array, state: Uint8Array, name: string): boolean {
  try {
    const then = attachments(new DocumentObjects(state), name)
    return then?.length === 1 && Buffer.compare(then[0] ?? json.subarray(0, 0), json) === 0
  } catch (error) {
    if (error instanceof UnusualPdf) return false
    throw error
  }
}

/** Null for what cannot be read. */
function attachments(source: ObjectSource, name: string): Uint8Array[] | null {
  try {
    return attachmentsNamed(source, name)
  } catch (error) {
    if (error instanceof UnusualPdf) return null
    throw error
  }
}
