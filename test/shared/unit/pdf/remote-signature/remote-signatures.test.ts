import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../../infra/local/demo/contract.ts'
import { unsignedCades } from '../../../../../shared/pdf/cades-signature.ts'
import { checkSignedDocument } from '../../../../../shared/pdf/check-stamps.ts'
import { updateDocument } from '../../../../../shared/pdf/document-update.ts'
import { extendSeal } from '../../../../../shared/pdf/long-term/extend-seal.ts'
import { fieldNameOf } from '../../../../../shared/pdf/remote-signature/empty-fields.ts'
import {
  type AwaitedSigner,
  prepareDocument,
  stampOptionsOf,
  stampsOfAwaited,
} from '../../../../../shared/pdf/remote-signature/prepare-document.ts'
import { appendSignature, fillSignature } from '../../../../../shared/pdf/remote-signature/signature-increment.ts'
import { sealPdf } from '../../../../../shared/pdf/seal.ts'
import { checkSeal } from '../../../../../shared/pdf/sealing/seal-file.ts'
import { stampDocument } from '../../../../../shared/pdf/stamp.ts'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import { pdfOf, stream } from '../../../../support/documents/pdf-of.ts'
import { isInstalled, poppler } from '../../../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../../../support/documents/qpdf.ts'
import { localSealSigner } from '../../../../support/documents/seal-signer.ts'

const options = { title: 'A contract for two', watermark: 'TEST', producer: 'Sealpost' }
const signedAt = new Date('2026-03-01T14:05:09Z')
const reason = 'Signature request 1'
const trust = { nowMs: signedAt.getTime(), anchors: [], sealKeys: [], testSealKeys: [] }
const awaited = (id: string, field: AwaitedSigner['field']): AwaitedSigner => ({
  id,
  name: `Signer ${id}`,
  time: '1 March 2026 at 15:05',
  verificationId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  field,
})
const signers = [awaited('a', { page: 1, x: 60, y: 600, width: 200, height: 70 }), awaited('b', null)]
const keys = await Promise.all([localSealSigner('Ada Martin'), localSealSigner('Ben Roux')])
const seal = await localSealSigner()
const contract = await contractPdf()

async function signedBy(document: Uint8Array, index: number): Promise<Uint8Array> {
  const [signer, key] = [signers[index], keys[index]]
  if (!signer || !key) throw new Error('there is no such signer')
  const { certificateChain } = key
  const open = await appendSignature(document, {
    fieldName: fieldNameOf(index),
    signer,
    reason,
    signedAt,
    certificateChain,
  })
  const unsigned = unsignedCades(open.documentSha256, certificateChain)
  return fillSignature(open.bytes, open.gap, unsigned.complete(await key.sign(unsigned.sha256), 'rsa', null))
}

/** Pages of other sizes, turned by each quarter. */
const turned = pdfOf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[10 20 310 520]/Rotate 90/Contents 4 0 R>>',
  stream('', Buffer.from('0 0 9 9 re f')),
])

describe('a document that people sign with keys of a vendor', () => {
  it.each([
    ['a contract', contract],
    ['a page that is turned', turned],
  ])('keeps every signature valid, and ends with our seal: %s', async (name, shown) => {
    const own =
      name === 'a contract'
        ? signers
        : [awaited('a', { page: 1, x: 20, y: 20, width: 200, height: 70 }), awaited('b', null)]
    const base = await prepareDocument(shown, own, options)
    expect(Buffer.from(await prepareDocument(shown, own, options)).equals(base)).toBe(true)
    const first = await signedBy(base, 0)
    const second = await signedBy(first, 1)
    const sealing = { signer: seal, name: 'Sealpost', signedAt, reason: 'Sealed', timestampAuthority: null }
    const sealed = await sealPdf(second, sealing, { signaturesBefore: 2 })
    await checkSeal(sealed, sealing, signedAt.getTime(), 2)
    const found = await verifyPdf(sealed.bytes, trust)
    expect(found).toMatchObject({
      faults: [],
      signatures: [
        { signerName: 'Ada Martin', intact: true, changesAfter: 'signatures', level: 'B-B', reason },
        { signerName: 'Ben Roux', intact: true, changesAfter: 'signatures', coversWholeDocument: false },
        { signerName: 'Sealpost test seal', intact: true, changesAfter: 'none', coversWholeDocument: true },
      ],
    })
    for (const [earlier, later] of [
      [shown, base],
      [base, first],
      [first, second],
      [second, sealed.bytes],
    ] as const)
      expect(Buffer.from(later.subarray(0, earlier.length)).equals(earlier)).toBe(true)
    const extended = await extendSeal(sealed.bytes, {
      nowMs: signedAt.getTime(),
      timestampAuthority: { url: 'http://127.0.0.1:9' },
      anchors: [],
      fetchBytes: async () => new Uint8Array(),
    })
    expect(extended).toMatchObject({ level: 'B-B', fault: null })

    // Nothing but the fields came over what was prepared.
    const { bytes: stamped } = await updateDocument(shown, (update) =>
      stampDocument(update, stampsOfAwaited(own), stampOptionsOf(options)),
    )
    expect(await checkSignedDocument({ shown: stamped, signed: sealed.bytes, places: null })).toMatchObject({
      difference: null,
    })
    expect(await checkSignedDocument({ shown, signed: sealed.bytes, places: null })).not.toMatchObject({
      difference: null,
    })
    if (isInstalled('pdfsig')) {
      const told = poppler('pdfsig', sealed.bytes, (path) => ['-nocert', path])
      expect(told.match(/Signature is Valid/g)).toHaveLength(3)
    }
    if (hasQpdf) expect(qpdfFaults(sealed.bytes)).toBe('')
  })

  it('is not signed twice in one field', async () => {
    const first = await signedBy(await prepareDocument(contract, signers, options), 0)
    await expect(signedBy(first, 0)).rejects.toThrow('no empty field')
  })

  it('has no valid signature of another hash', async () => {
    const base = await prepareDocument(contract, signers, options)
    const [key] = keys
    const { certificateChain } = key
    const [signer] = signers
    if (!signer) throw new Error('there is no signer')
    const open = await appendSignature(base, { fieldName: fieldNameOf(0), signer, reason, signedAt, certificateChain })
    const other = unsignedCades(new Uint8Array(32), certificateChain)
    const cms = unsignedCades(open.documentSha256, certificateChain).complete(await key.sign(other.sha256), 'rsa', null)
    const found = await verifyPdf(fillSignature(open.bytes, open.gap, cms), trust)
    expect(found).toMatchObject({ signatures: [{ intact: false }] })
  })
})
