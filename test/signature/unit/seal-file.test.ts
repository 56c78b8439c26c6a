import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../infra/local/demo/contract.ts'
import { type SealedPdf, sealPdf } from '../../../shared/pdf/seal.ts'
import { checkSeal } from '../../../shared/pdf/sealing/seal-file.ts'
import { localSealSigner } from '../../support/documents/seal-signer.ts'

const signedAt = new Date('2026-03-01T14:05:09Z')
const [signer, another] = [await localSealSigner(), await localSealSigner()]
const options = { signer, name: 'Sealpost', signedAt, reason: 'Every signer has signed', timestampAuthority: null }
const contract = await contractPdf({ pages: 1 })
const sealed = await sealPdf(contract, options)

const changed = (change: (bytes: Buffer) => Uint8Array): SealedPdf => ({
  ...sealed,
  bytes: change(Buffer.from(sealed.bytes)),
})

function withOtherByte(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8(2_000) ^ 1, 2_000)
  return bytes
}

/** A seal whose certificate is of another key than the one that signed. */
const mismatched = await sealPdf(contract, {
  ...options,
  signer: { ...signer, certificateChain: another.certificateChain },
})
const late = new Date('2050-01-01T00:00:00Z')

const useless: [name: string, file: Pick<SealedPdf, 'bytes' | 'level'>, told: RegExp][] = [
  ['is not sealed', { bytes: contract, level: 'B-B' }, /has 0 signatures/],
  ['is no PDF', { bytes: Buffer.from('none'), level: 'B-B' }, /cannot be verified: not_a_pdf/],
  ['was changed', changed(withOtherByte), /"digest"/],
  [
    'goes on after its seal',
    changed((bytes) => Buffer.concat([bytes, Buffer.from('%')])),
    /coversWholeDocument":false/,
  ],
  ['is sealed by another key', await sealPdf(contract, { ...options, signer: another }), /no_trusted_issuer/],
  ['is sealed with the certificate of another key', mismatched, /"signature"/],
  ['is sealed after the end of its certificate', await sealPdf(contract, { ...options, signedAt: late }), /not_valid/],
  ['is of a lower level than was said', { ...sealed, level: 'B-T' }, /B-B/],
  ['is sealed for another request', await sealPdf(contract, { ...options, reason: 'Another' }), /Another/],
  ['is sealed twice', await sealPdf(sealed.bytes, options), /has 2 signatures/],
]

describe('a file that was sealed', () => {
  it('is released when it is verified to be', async () => {
    await expect(checkSeal(sealed, options, signedAt.getTime())).resolves.toBeUndefined()
  })

  it.each(useless)('is kept back when it %s', async (_, file, told) => {
    await expect(checkSeal(file, options, signedAt.getTime())).rejects.toThrow(told)
  })
})
