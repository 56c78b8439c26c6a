import type { DueHandler } from '../../../shared/store/due.ts'

const ownsAll = () => true

/** Requests the attempts of deliveries that are overdue. */
export const dueDeliveries: DueHandler = {
  kind: 'DELIVERY',
  owns: ownsAll,
  handle: async (platform, keys) => {
    // The SQS client is loaded only by sweeps that find something.
    const { takeUpOverdue } = await import('./overdue-deliveries.ts')
    return await takeUpOverdue(platform, keys)
  },
}

/** Requests first attempts that were never made. */
export const dueGuards: DueHandler = {
  kind: 'GUARD',
  owns: ownsAll,
  handle: async (platform, keys) => {
    const { seeToGuarded } = await import('./due-guards.ts')
    return await seeToGuarded(platform, keys)
  },
}
