import { refuse } from '../../../shared/errors/refusal.ts'
import { VendorRefused, VendorUnavailable } from '../../../shared/store/vendor-calls.ts'
import type { VendorFailure } from './registered-mail-vendor.ts'

/** What a call of an outside vendor gives, or that the vendor did not do it. */
export async function vendorFailureOf<Result>(
  vendor: string,
  call: () => Promise<Result>,
): Promise<Result | VendorFailure> {
  try {
    return await call()
  } catch (error) {
    const isRefused = error instanceof VendorRefused
    if (!isRefused && !(error instanceof VendorUnavailable)) throw error
    return refuse('vendor_error', error.message, { vendor, retryable: !isRefused })
  }
}
