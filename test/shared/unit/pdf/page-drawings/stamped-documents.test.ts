import { describe, expect, it } from 'vitest'
import { inspectPdf } from '../../../../../shared/pdf/inspect-pdf.ts'
import { stampedDifference } from '../../../../../shared/pdf/page-drawings/document-difference.ts'
import { stampSample } from '../../../../../shared/pdf/page-drawings/stamp-sample.ts'
import { sealPdf } from '../../../../../shared/pdf/seal.ts'
import { type SignerStamps, type StampOptions, stampDocument } from '../../../../../shared/pdf/stamp.ts'
import { documentBy, producers } from '../../../../support/documents/producers.ts'
import { localSealSigner } from '../../../../support/documents/seal-signer.ts'
import { everyKindOfStamp, roomForEveryKind, stampedSigner } from '../../../../support/documents/signers.ts'
import { sampled } from '../../../../support/proof.ts'

const signer = await localSealSigner()
const limits = { maxPages: 100, maxOperators: 100_000 }

/** With every kind of stamp on each page, and a signer without a field. */
async function stampsFor(original: Buffer) {
  const inspection = await inspectPdf(original)
  if (!inspection.valid) throw new Error(inspection.reason)
  const pages = inspection.pages.map(({ width, height }, index) =>
    everyKindOfStamp(index + 1, { x: width - roomForEveryKind.width, y: height - roomForEveryKind.height }),
  )
  return { pages: inspection.pages, signers: [...pages.flatMap((page) => page.signers), stampedSigner('Émile')] }
}

async function sealed(original: Buffer, signers: readonly SignerStamps[], options: StampOptions) {
  const sealing = { signer, name: 'Seal', signedAt: new Date(0), reason: 'Test', timestampAuthority: null }
  const { bytes } = await sealPdf(original, sealing, { prepare: (update) => stampDocument(update, signers, options) })
  return bytes
}

describe.each(sampled(producers, 2))('a document by %s', (producer) => {
  it.each([null, 'TEST'])(
    'shows the same after it was sealed, but for the stamps (watermark %s)',
    async (watermark) => {
      const original = documentBy(producer)
      const { pages, signers } = await stampsFor(original)
      const options = { title: 'Agreement', watermark }
      const stamped = await sealed(original, signers, options)
      const sample = await stampSample(pages, signers, options)
      expect(await stampedDifference({ shown: original, stamped, sample }, { limits })).toBeNull()
    },
  )
})
