import { nativeVendor } from './native.ts'
import type { SignatureVendor } from './signature-vendor.ts'
import { simulatedVendor } from './simulated.ts'

/** The first that an organization can use is its default: test organizations try things out without writing to anybody. */
const vendors: readonly SignatureVendor[] = [simulatedVendor, nativeVendor]

/** Every vendor that the service knows, whoever may use it. */
export function knownVendors(): readonly SignatureVendor[] {
  return vendors
}

/** The vendors that organizations of an environment can use now. */
export function vendorsServing(environment: { livemode: boolean }): SignatureVendor[] {
  return vendors.filter((vendor) => vendor.serves(environment))
}
