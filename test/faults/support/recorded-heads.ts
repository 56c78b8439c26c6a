import { chainHeads } from '../../../shared/audit/chain-head.ts'
import { objectKeyOfHead } from '../../../shared/audit/recorded-head.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { recordedHeadKeysOf } from '../../support/inspection.ts'

/** What is wrong with the heads of an organization's chains: one that is not due any more has to be in the locked bucket. */
export async function flawsOfHeads(orgId: string, items: readonly Item[]): Promise<string[]> {
  const recorded = new Set(await recordedHeadKeysOf(orgId))
  const settled = items.filter(({ type, GSI2PK }) => type === chainHeads.name && GSI2PK === undefined)
  return settled
    .filter((item) => !recorded.has(objectKeyOfHead(fromItem(chainHeads, item))))
    .map(() => 'the head of a chain is noted as recorded, and is not in the bucket')
}
