import type { DueHandler } from '../../../shared/store/due.ts'
import { isStagedKey } from '../model/address-book.ts'

/** Removes index entries of contacts whose commit failed, and entries that a change left behind. */
export const abandonedImports: DueHandler = {
  kind: 'DUE',
  owns: isStagedKey,
  handle: async (platform, keys) => {
    const { clearAbandonedContacts } = await import('./abandoned-contacts.ts')
    return await clearAbandonedContacts(platform, keys)
  },
}
