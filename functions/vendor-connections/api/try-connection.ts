import { timestamp } from '../../../shared/platform/clock.ts'
import {
  ConnectionRefused,
  type OpenConnection,
  VendorRefused,
  VendorUnavailable,
} from '../../../shared/store/vendor-calls.ts'
import { afterRefusal, afterSuccess, type VendorConnection } from '../../../shared/store/vendor-connections.ts'
import { vendorNamed as mailVendorNamed } from '../../registered-mail/vendors/vendors.ts'
import { externalSigning, remoteKeysOf } from '../../signature/vendors/vendors.ts'

/** The contract of our API gives vendors 20 s. */
const tryTimeoutMs = 20_000

interface Tried {
  readonly vendor: string
  readonly connection: VendorConnection
  readonly open: OpenConnection
}

/** The connection with what came of trying it, also while the circuit breaker is open: whoever tries wants to know how it is now. */
export async function triedConnection({ vendor, connection, open }: Tried, nowMs: number): Promise<VendorConnection> {
  const checked = { ...connection, lastCheckAt: timestamp(nowMs) }
  const error = await errorOf(vendor, open)
  if (error === null) return afterSuccess(checked)
  return error instanceof VendorRefused
    ? afterRefusal(checked, error.message, nowMs)
    : { ...checked, lastError: error instanceof VendorUnavailable ? error.message : 'The vendor could not be asked.' }
}

async function errorOf(vendor: string, open: OpenConnection): Promise<unknown> {
  const remote = await remoteKeysOf(vendor)
  const check = remote
    ? () => remote.check(open, AbortSignal.timeout(tryTimeoutMs))
    : ((await externalSigning(vendor))?.check ?? mailVendorNamed(vendor)?.check)
  if (!check) return new ConnectionRefused('This vendor is not available any more.')
  return await check(open).then(
    () => null,
    (error: unknown) => error,
  )
}
