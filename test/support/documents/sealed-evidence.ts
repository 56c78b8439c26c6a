import { renderEvidence } from '../../../functions/signature/sealing/evidence/render-evidence.ts'
import { contractPdf } from '../../../infra/local/demo/contract.ts'
import type { Evidence } from '../../../shared/pdf/evidence-content.ts'
import { type SealOptions, sealPdf } from '../../../shared/pdf/seal.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'
import { sampleEvidence } from './sample-evidence.ts'

/** What a completed request leaves behind. */
export interface SealedEvidence {
  readonly original: Uint8Array
  readonly sealed: Uint8Array
  readonly content: Evidence
  readonly pdf: Uint8Array
}

export function sealWith(signer: SealSigner): SealOptions {
  return {
    signer,
    name: 'Sealpost',
    signedAt: new Date('2026-03-01T14:05:09Z'),
    reason: 'Evidence of the signatures',
    timestampAuthority: null,
  }
}

/** A contract, sealed, with the sealed evidence of how it came about. */
export async function sealedEvidence(signer: SealSigner): Promise<SealedEvidence> {
  const original = await contractPdf()
  const { bytes: sealed } = await sealPdf(original, sealWith(signer))
  const content = sampleEvidence({ original, sealed })
  const { bytes: pdf } = await sealPdf(await renderEvidence(content), sealWith(signer))
  return { original, sealed, content, pdf }
}
