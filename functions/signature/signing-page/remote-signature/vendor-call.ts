import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { systemClock } from '../../../../shared/platform/clock.ts'
import { logError } from '../../../../shared/platform/log.ts'
import { platform } from '../../../../shared/store/platform.ts'
import {
  ConnectionRefused,
  type OpenConnection,
  VendorRefused,
  VendorUnavailable,
  withConnection,
} from '../../../../shared/store/vendor-calls.ts'
import type { RequestRecord } from '../../model/request.ts'
import { AuthorizationLost, type RemoteKeys, SignerRefused } from '../../vendors/remote-keys.ts'
import { remoteKeysOf } from '../../vendors/vendors.ts'

/** The contract of our API gives vendors 20 s within a request. */
const timeoutMs = 20_000

/**
 * Calls the vendor that keeps the keys of a request's signers, by the connection of the request's own organization. Signers read our own
 * words. What the vendor said stands in the log, and beside the connection where the connection is to blame.
 */
export async function atVendor<Result>(
  { id: requestId, orgId, vendor: key }: Pick<RequestRecord, 'id' | 'orgId' | 'vendor'>,
  call: (keys: RemoteKeys, connection: OpenConnection, signal: AbortSignal) => Promise<Result>,
): Promise<Result | Refusal<'vendor_error'>> {
  const keys = await remoteKeysOf(key)
  if (!keys) return refuse('vendor_error', `The vendor ${key} keeps no keys.`, { vendor: key, retryable: false })
  // The clock of a test organization may be ahead of the vendor's.
  const real = { ...platform(), clock: systemClock }
  try {
    return await withConnection(real, { orgId, vendor: key }, (connection) =>
      call(keys, connection, AbortSignal.timeout(timeoutMs)),
    )
  } catch (error) {
    if (!(error instanceof VendorRefused) && !(error instanceof VendorUnavailable)) throw error
    await logError('a vendor made no signature', error, { requestId, orgId, vendor: key })
    return refusalOf(error, key)
  }
}

function refusalOf(error: VendorRefused | VendorUnavailable, vendor: string): Refusal<'vendor_error'> {
  if (error instanceof SignerRefused)
    return refuse('vendor_error', error.message, { vendor, retryable: false, reason: error.reason })
  if (error instanceof ConnectionRefused)
    return refuse(
      'vendor_error',
      `The vendor ${vendor} does not accept the connection of the sender. Tell the sender.`,
      {
        vendor,
        retryable: false,
        reason: 'connection',
      },
    )
  if (error instanceof AuthorizationLost)
    return refuse(
      'vendor_error',
      `The vendor ${vendor} did not answer, so the document is not signed. Start the signature again and allow it once more.`,
      { vendor, retryable: true, reason: 'start_again' },
    )
  return error instanceof VendorRefused
    ? refuse('vendor_error', `The vendor ${vendor} refused the signature.`, { vendor, retryable: false })
    : refuse('vendor_error', `The vendor ${vendor} did not answer. Try again in a moment.`, { vendor, retryable: true })
}
