/** The vendors outside of this service, by their keys. */
export const externalVendors: readonly string[] = ['yousign']

export function isExternal(vendor: string): boolean {
  return externalVendors.includes(vendor)
}
