import { type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { systemClock } from '../../../../shared/platform/clock.ts'
import { platform } from '../../../../shared/store/platform.ts'
import {
  type OpenConnection,
  VendorRefused,
  VendorUnavailable,
  withConnection,
} from '../../../../shared/store/vendor-calls.ts'
import type { RequestRecord } from '../../model/request.ts'
import type { RemoteKeys } from '../../vendors/remote-keys.ts'
import { remoteKeysOf } from '../../vendors/vendors.ts'

/** The contract of our API gives vendors 20 s within a request. */
const timeoutMs = 20_000

/** Calls the vendor that keeps the keys of a request's signers, by the connection of the request's own organization. */
export async function atVendor<Result>(
  { orgId, vendor: key }: Pick<RequestRecord, 'orgId' | 'vendor'>,
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
    const isRefused = error instanceof VendorRefused
    if (!isRefused && !(error instanceof VendorUnavailable)) throw error
    return refuse('vendor_error', error.message, { vendor: key, retryable: !isRefused })
  }
}
