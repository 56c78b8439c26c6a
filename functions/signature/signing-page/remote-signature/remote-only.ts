import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { hasRemoteKeys } from '../../vendors/signing-places.ts'
import type { SigningContext } from '../signing-context.ts'

/** Other requests are signed on the page itself. */
export function remoteOnly({ request: { record } }: Pick<SigningContext, 'request'>): Refusal<'invalid_input'> | null {
  if (hasRemoteKeys(record.vendor)) return null
  return refuse('invalid_input', 'This request is signed on the page itself. Send the signature to sign.', {
    reason: 'signed_on_page',
  })
}
