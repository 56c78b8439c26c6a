import type { InternalEvent } from '../../../events/internal.ts'
import type { Item } from '../model/item.ts'

/** The vendors of registered mail outside of this service, by their keys. */
export const externalVendors: readonly string[] = ['ar24']

export function isExternal(vendor: string): boolean {
  return externalVendors.includes(vendor)
}

/** Has an item handed to its vendor. Calls of outside vendors are slow and have a function of their own. */
export function handoverOf({
  mailId,
  id: itemId,
  vendor,
  attempt,
}: Pick<Item, 'mailId' | 'id' | 'vendor' | 'attempt'>): InternalEvent {
  return isExternal(vendor)
    ? { type: 'registered_mail.vendor_due', data: { mailId, itemId } }
    : { type: 'registered_mail.item_due', data: { mailId, itemId, attempt } }
}
