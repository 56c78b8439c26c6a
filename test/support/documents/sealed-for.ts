import { sealReason } from '../../../functions/signature/model/seal-reason.ts'
import { contractPdf } from '../../../infra/local/demo/contract.ts'
import { sealPdf } from '../../../shared/pdf/seal.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'
import { localSealSigner } from './seal-signer.ts'

let signer: Promise<SealSigner> | undefined

/** A contract sealed by somebody else, who names a request of ours. */
export async function sealedFor(requestId: string): Promise<Uint8Array> {
  signer ??= localSealSigner()
  const { bytes } = await sealPdf(await contractPdf(), {
    signer: await signer,
    name: 'Another service',
    signedAt: new Date('2026-03-01T14:05:09Z'),
    reason: sealReason('signed', requestId),
    timestampAuthority: null,
  })
  return bytes
}
