import type { DueHandler } from '../../../shared/store/due.ts'
import { isPreparedKey } from '../model/shelf.ts'

/** Removes index entries of contacts whose commit failed, and entries that a change left behind. */
export const abandonedImports: DueHandler = {
  kind: 'DUE',
  owns: isPreparedKey,
  handle: async (platform, keys) => {
    const { clearGivenUp } = await import('./given-up-contacts.ts')
    return await clearGivenUp(platform, keys)
  },
}
