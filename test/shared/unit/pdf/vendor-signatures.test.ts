import { describe, expect, it } from 'vitest'
import { flawsOfVendorSignatures } from '../../../../shared/pdf/vendor-signatures.ts'
import { verifyPersonsOf } from '../../../../shared/pdf/verify-pdf.ts'
import { type CertificateOptions, certified } from '../../../support/documents/certificates.ts'
import { onePage, type PdfSignature, signPdf } from '../../../support/documents/signed-pdf.ts'
import { clock, documentTimestamp, pades, root, stamped, trust } from './verification/signed-world.ts'

const [jane, mary] = [
  { firstName: 'Jane', lastName: 'Doe' },
  { firstName: 'Mary', lastName: 'Doe' },
]
const holder = (name: string, more: Partial<CertificateOptions> = {}) => certified({ name, issuer: root, ...more })
const byJane = pades(holder('Jane Doe'))
/** Over before now, but not before the time of the timestamp. */
const shortLived = { notAfter: new Date('2026-05-01T00:00:00Z') }

async function flaws(signatures: readonly PdfSignature[], signers = [jane], level = 'aes') {
  let bytes: Uint8Array = onePage()
  for (const signature of signatures) bytes = await signPdf(bytes, signature)
  const found = await verifyPersonsOf(bytes, { ...trust, anchors: [] })
  if (!found.valid) throw new Error(found.reason)
  return flawsOfVendorSignatures(found, { level, signers })
}

describe('the signatures of a document that was signed at a vendor', () => {
  it.each([
    ['by the signer', [byJane], [jane]],
    ['with a timestamp of the document after them', [byJane, documentTimestamp(clock)], [jane]],
    ['by a certificate that was valid at its timestamp', [stamped(holder('Jane Doe', shortLived))], [jane]],
    ['where one of them could be of two signers', [pades(holder('Jane Mary Doe')), byJane], [jane, mary]],
    [
      'where one of them could be of two signers, the other way round',
      [byJane, pades(holder('Jane Mary Doe'))],
      [jane, mary],
    ],
  ])('hold %s', async (_, signatures, signers) => expect(await flaws(signatures, signers)).toEqual([]))

  it.each([
    ['of nobody', [], [jane], 'it has no signature'],
    ['of the clock alone', [documentTimestamp(clock)], [jane], 'it has no signature'],
    ['by one for two of the same name', [byJane, byJane], [jane, jane], 'no signature is by a certificate of its own'],
    ['by a certificate that has run out', [pades(holder('Jane Doe', shortLived))], [jane], 'not valid at the time'],
    ['that nobody else certified', [pades(certified({ name: 'Jane Doe' }))], [jane], 'its holder issued it'],
    ['by a web server', [pades(holder('Jane Doe', { purposes: ['1.3.6.1.5.5.7.3.1'] }))], [jane], 'not for signatures'],
  ])('do not hold: %s', async (_, signatures, signers, flaw) => {
    const found = await flaws(signatures, signers)
    expect(found.join()).toContain(flaw)
  })

  it('may be of the vendor at the lowest level, whatever its certificate', async () => {
    expect(await flaws([pades(certified({ name: 'Vendor' }))], [jane], 'ses')).toEqual([])
    expect(await flaws([], [jane], 'ses')).toEqual(['it has no signature'])
  })
})
