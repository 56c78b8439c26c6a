import { clearAbandonedContacts } from '../../../functions/contacts/due/abandoned-contacts.ts'
import { stagedBatches } from '../../../functions/contacts/model/staged-batch.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { table } from '../../support/tenant.ts'
import { leftOut } from './preparation.ts'
import type { TenantWorld } from './tenant-world.ts'

/** Lets everything happen that follows from requests, and at last what a sweep does an hour after an import broke down. */
export async function settleAndClear(world: TenantWorld): Promise<void> {
  await world.settle(leftOut)
  const prepared = (await world.items()).filter(({ type }) => type === stagedBatches.name)
  const keys = prepared.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }))
  await clearAbandonedContacts({ table: table(), clock: () => Number.MAX_SAFE_INTEGER, ids: systemIds }, keys)
}
