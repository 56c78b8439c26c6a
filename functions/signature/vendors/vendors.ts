import { cscVendor } from './csc/csc.ts'
import type { ExternalSigning } from './external-signing.ts'
import { nativeVendor } from './native.ts'
import type { RemoteKeys } from './remote-keys.ts'
import type { SignatureVendor, VendorUse } from './signature-vendor.ts'
import { simulatedVendor } from './simulated.ts'
import { yousignVendor } from './yousign/yousign.ts'

/** The first that an organization can use is its default: test organizations try things out without writing to anybody. */
const vendors: readonly SignatureVendor[] = [simulatedVendor, nativeVendor, yousignVendor, cscVendor]

/** Every vendor that the service knows, whoever may use it. */
export function knownVendors(): readonly SignatureVendor[] {
  return vendors
}

/** The vendors that an organization can use now. */
export function vendorsServing(use: VendorUse): SignatureVendor[] {
  return vendors.filter((vendor) => vendor.serves(use))
}

/** How jobs talk to an outside vendor; null for vendors of our own. */
export async function externalSigning(key: string): Promise<ExternalSigning | null> {
  const external = vendors.find((vendor) => vendor.key === key)?.external
  return external ? await external() : null
}

/** How the signing page talks to a vendor that keeps the keys of signers; null for all others. */
export async function remoteKeysOf(key: string): Promise<RemoteKeys | null> {
  const remoteKeys = vendors.find((vendor) => vendor.key === key)?.remoteKeys
  return remoteKeys ? await remoteKeys() : null
}
