export const itemStatuses = [
  'draft',
  'sending',
  'sent',
  'deposited',
  'delivered',
  'refused',
  'neglected',
  'bounced',
  'failed',
] as const
export type ItemStatus = (typeof itemStatuses)[number]

const finalStatuses = ['delivered', 'refused', 'neglected', 'bounced', 'failed'] as const
export type FinalStatus = (typeof finalStatuses)[number]

export function isFinal(status: ItemStatus): status is FinalStatus {
  return finalStatuses.some((final) => final === status)
}
