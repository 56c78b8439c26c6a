import { contentHash } from '../../../shared/platform/hash-chain.ts'
import type { RequestRecord } from './request.ts'

/**
 * SHA-256 of what a signer agrees to: the document, the title and the names of all signers, as the signing page shows them. The
 * sender can change the title and names while signers read. How far others have come does not count.
 */
export function agreementSha256(
  { title, document, signers }: Pick<RequestRecord, 'title' | 'document' | 'signers'>,
  signerId: string,
): string {
  const names = signers.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
  return contentHash({ documentSha256: document.sha256, title, signers: names, signerId })
}
