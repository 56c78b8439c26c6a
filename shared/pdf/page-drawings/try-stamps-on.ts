import { updateDocument } from '../document-update.ts'
import type { PageGeometry } from '../page-geometry.ts'
import { geometriesOf } from '../page-tree.ts'
import type { SigningRecord } from '../signing-record.ts'
import { type SignerStamps, type StampOptions, stampDocument } from '../stamp.ts'
import { OversizedPdf } from '../unusual-pdf.ts'
import { testWatermark } from '../watermark.ts'
import { checkStampsOf } from './check-stamps-of.ts'
import { fieldsOverText } from './covered-text.ts'
import { pagesOnTrial, type StampCheck, type TrialStamps } from './stamp-checks.ts'
import { stampSample } from './stamp-sample.ts'

const title = 'Trial'
const signedAt = new Date(0)
/** A signer with a signature page of their own, whose letters take no more than the fonts that are always there. */
const signer = { id: '', name: 'Signer', time: '1970-01-01 00:00 UTC', verificationId: '0'.repeat(26) }
const described = { name: 'Signer', email: 'signer@example.org', authentication: 'Personal link' }
const record: SigningRecord = {
  requestId: '',
  title,
  organization: '',
  documentSha256: '',
  signers: [{ ...described, openedAt: null, consentedAt: null, signedAt: signedAt.toISOString(), ip: null, texts: [] }],
  chain: { length: 0, hash: '' },
}

/**
 * Stamps a document as its seal will, and compares it with the document. Every page gets a watermark: pdf.js gives up on
 * a page that it cannot read, without a word, and then the watermark is missing. This may take any amount of time and
 * memory, or end the process: only inspect-process.ts calls it.
 */
export async function tryStampsOn(
  shown: Uint8Array,
  { fields }: TrialStamps,
  mostPages = pagesOnTrial,
): Promise<StampCheck> {
  const signers: SignerStamps[] = [
    { ...signer, fields: [...fields] },
    { ...signer, fields: [] },
  ]
  const options: StampOptions = { title, watermark: testWatermark, record }
  let pages: PageGeometry[] = []
  try {
    const { bytes } = await updateDocument(shown, async (update) => {
      pages = geometriesOf(update)
      await stampDocument(update, signers, options)
    })
    const sample = await stampSample(pages, signers, options)
    const check = await checkStampsOf(
      { shown, stamped: bytes, sample },
      pagesToCompare(fields, Math.min(mostPages, pages.length)),
    )
    if (!check.valid || check.difference !== null) return check
    const overText = await fieldsOverText(shown, fields, pages)
    return overText.length === 0 ? check : { ...check, overText }
  } catch (error) {
    return { valid: false, reason: error instanceof OversizedPdf ? 'too_complex' : 'damaged' }
  }
}

/** Pages with fields, and then the first pages of the document. */
function pagesToCompare(fields: TrialStamps['fields'], count: number): ReadonlySet<number> {
  const compared = new Set(fields.map(({ page }) => page))
  for (let page = 1; compared.size < count; page += 1) compared.add(page)
  return compared
}
