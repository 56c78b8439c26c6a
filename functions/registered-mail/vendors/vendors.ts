import { ar24Vendor } from './ar24/ar24.ts'
import { nativeVendor } from './native.ts'
import type { RegisteredMailVendor, VendorUse } from './registered-mail-vendor.ts'
import { simulatedVendor } from './simulated.ts'

/** The first that an organization can use is its default: test organizations try things out without writing to anybody. */
const vendors: readonly RegisteredMailVendor[] = [simulatedVendor, nativeVendor, ar24Vendor]

/** Every vendor that the service knows, whoever may use it. */
export function knownVendors(): readonly RegisteredMailVendor[] {
  return vendors
}

/** The vendors that an organization can use. */
export function vendorsServing(use: VendorUse): RegisteredMailVendor[] {
  return vendors.filter((vendor) => vendor.serves(use))
}

export function vendorNamed(key: string): RegisteredMailVendor | null {
  return vendors.find((vendor) => vendor.key === key) ?? null
}
