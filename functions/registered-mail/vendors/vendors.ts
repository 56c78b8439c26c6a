import { nativeVendor } from './native.ts'
import type { RegisteredMailVendor } from './registered-mail-vendor.ts'
import { simulatedVendor } from './simulated.ts'

/** The first that an organization can use is its default: test organizations try things out without writing to anybody. */
const vendors: readonly RegisteredMailVendor[] = [simulatedVendor, nativeVendor]

/** Every vendor that the service knows, whoever may use it. */
export function knownVendors(): readonly RegisteredMailVendor[] {
  return vendors
}

/** The vendors that organizations of an environment can use now. */
export function vendorsServing(environment: { readonly livemode: boolean }): RegisteredMailVendor[] {
  return vendors.filter((vendor) => vendor.serves(environment))
}

export function vendorNamed(key: string): RegisteredMailVendor | null {
  return vendors.find((vendor) => vendor.key === key) ?? null
}
