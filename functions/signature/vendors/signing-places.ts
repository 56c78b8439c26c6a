import { nativeVendorKey } from './native.ts'

export const cscVendorKey = 'csc'

/** Vendors whose signers read and agree on our own page, and get their e-mails from us. */
export const vendorsOfOurPage: readonly string[] = [nativeVendorKey, cscVendorKey]

export function isSignedOnOurPage(vendor: string): boolean {
  return vendorsOfOurPage.includes(vendor)
}

/** Whether signers sign with keys that an outside vendor keeps. */
export function hasRemoteKeys(vendor: string): boolean {
  return vendor === cscVendorKey
}
