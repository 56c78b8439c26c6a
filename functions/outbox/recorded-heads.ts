import { isChainHeadKey } from '../../shared/audit/chain-head.ts'
import type { DueHandler } from '../../shared/store/due.ts'

/** Records the heads of the audit chains in the locked bucket, soon after their day has ended. */
export const recordedHeads: DueHandler = {
  kind: 'HEAD',
  owns: isChainHeadKey,
  handle: async (platform, keys) => {
    const { recordHeads } = await import('./record-heads.ts')
    return await recordHeads(platform, keys)
  },
}
