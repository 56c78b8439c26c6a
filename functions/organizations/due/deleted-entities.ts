import type { DueHandler } from '../../../shared/store/due.ts'
import { isRemovedEntityKey } from '../model/tree/removed-entity.ts'

/** Restores entities in which something was created at the moment of their deletion. */
export const deletedEntities: DueHandler = {
  kind: 'DUE',
  owns: isRemovedEntityKey,
  handle: async (platform, keys) => {
    const { seeToRemoved } = await import('./removed-entities.ts')
    return await seeToRemoved(platform, keys)
  },
}
