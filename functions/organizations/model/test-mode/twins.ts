import { apiKeys, apiKeysOf } from '../../../../shared/auth/api-key.ts'
import { customRoles, customRolesOf } from '../../../../shared/auth/custom-role.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { nodes, nodesOf } from '../../../../shared/store/entities.ts'
import { type Item, type Table, wholeIndexRange } from '../../../../shared/store/table.ts'
import { twinIdOf } from '../../../../shared/store/twin-ids.ts'
import type { Twins } from './mirror-plan.ts'

/** Both trees as the listings tell, which may be a moment behind: the job looks again a minute after the last change. */
export async function readTwins(table: Table, orgId: string): Promise<Twins> {
  const testOrgId = twinIdOf(orgId)
  const [live, twin, liveRoles, twinRoles, keys] = await Promise.all([
    listed(table, nodesOf(orgId)),
    listed(table, nodesOf(testOrgId)),
    listed(table, customRolesOf(orgId)),
    listed(table, customRolesOf(testOrgId)),
    listed(table, apiKeysOf(testOrgId)),
  ])
  return {
    live: recordsOf(nodes, live),
    twin: recordsOf(nodes, twin),
    liveRoles: recordsOf(customRoles, liveRoles),
    twinRoles: recordsOf(customRoles, twinRoles),
    keys: recordsOf(apiKeys, keys).filter(({ revocation }) => revocation === null),
  }
}

async function listed(table: Table, partition: string): Promise<Item[]> {
  return await wholeIndexRange(table, { index: 'GSI1', partition })
}
