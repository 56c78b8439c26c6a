import type { Refusal } from '../../../shared/errors/refusal.ts'
import type { TrialStamps } from '../../../shared/pdf/page-drawings/stamp-checks.ts'
import { invalidPdf } from '../../../shared/pdf/pdf-file.ts'
import type { ReadablePdf } from '../../../shared/pdf/pdf-inspection.ts'
import { faultMessages } from './pdf-file.ts'
import type { Proposal } from './proposal.ts'

interface Trial {
  readonly proposal: Pick<Proposal, 'signers'>
  readonly pdf: Pick<ReadablePdf, 'signed'>
}

/** What a trial finds that is no reason to refuse. */
export interface Tried {
  /** The indexes of fields over text of the document, counted over all signers. */
  readonly overText: readonly number[]
}

/** Nothing was tried, or nothing found. */
export const nothingFound: Tried = { overText: [] }

/**
 * Refuses a document that could not be sealed as it is shown, before anybody signs it: stamps are put into every field on
 * trial. The last of the rules, since it takes the most and needs fields that keep the others. A document that holds
 * signatures already is not sealed.
 */
export async function tryFields(shown: Uint8Array, { proposal, pdf }: Trial): Promise<Refusal<'invalid_pdf'> | Tried> {
  if (pdf.signed) return nothingFound
  const { tryStamps } = await import('../../../shared/pdf/check-stamps.ts')
  const fields = proposal.signers.flatMap((signer) => signer.fields.flatMap(stampOnTrial))
  const check = await tryStamps(shown, { fields })
  if (!check.valid) return invalidPdf(check.reason, faultMessages)
  if (check.difference !== null) return invalidPdf('ambiguous', faultMessages)
  return { overText: check.overText ?? [] }
}

const strokesOnTrial = {
  width: 100,
  height: 100,
  strokes: [
    [
      { x: 0, y: 0 },
      { x: 100, y: 100 },
    ],
  ],
}

function stampOnTrial({
  type,
  ...place
}: Proposal['signers'][number]['fields'][number]): TrialStamps['fields'][number][] {
  const { page, x, y, width, height } = place
  const box = { page, x, y, width, height }
  switch (type) {
    case 'signature':
    case 'initials':
      return [{ ...box, type }]
    case 'date':
    case 'text':
      return [{ ...box, type, value: '2000-01-01' }]
    case 'checkbox':
      return [{ ...box, type, value: true }]
    case 'handwritten_mention':
      return [{ ...box, type, drawing: { mode: 'drawn', value: strokesOnTrial } }]
  }
}
