import { chainPartition } from '../../../../shared/audit/chain-head.ts'
import { customRoles, customRolesOf } from '../../../../shared/auth/custom-role.ts'
import { administrationsOf } from '../../../../shared/auth/grants/standing-grant.ts'
import { roleKeys } from '../../../../shared/auth/named-role.ts'
import { inParallel } from '../../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { entitiesOf, nodeKey, nodes, nodesOf } from '../../../../shared/store/entities.ts'
import { outboxPartition } from '../../../../shared/store/outbox-entry.ts'
import { counterPartition } from '../../../../shared/store/quota.ts'
import { quotaMetrics } from '../../../../shared/store/settings.ts'
import { deleteItems, deletePartition, keyOf, queryIndex, type Table } from '../../../../shared/store/table.ts'
import { testDataOf } from '../../../../shared/store/test-data.ts'
import { twinIdOf } from '../../../../shared/store/twin-ids.ts'
import { deleteApiKeys, deleteGrants } from '../../../access/model/emptied-access.ts'
import { emptyAddressBooks } from '../../../contacts/model/emptied-books.ts'
import { deleteMails } from '../../../registered-mail/model/emptied-mails.ts'
import { deleteSenders } from '../../../registered-mail/model/emptied-senders.ts'
import { deleteRequests } from '../../../signature/model/emptied-entity.ts'
import { deleteFeeds } from '../../../tasks/calendar/feed.ts'
import { deleteTasks } from '../../../tasks/model/emptied-tasks.ts'
import { deleteDeliveries, deleteWebhooks } from '../../../webhooks/model/emptied-webhooks.ts'
import { roleNames } from '../role-name.ts'

/** Deletes a portion of one kind of thing, and gives how many it found: none means that nothing is left. */
export type EmptyingPart = () => Promise<number>

/** How many a part deletes at once. A request and a contact have about ten items each. */
const [fewAtOnce, manyAtOnce] = [100, 1_000]

/** Everything that people and machines have made in a test organization, in the order in which it goes. */
export async function businessParts(table: Table, testOrgId: string): Promise<EmptyingPart[]> {
  const entities = await entitiesOf(table, testOrgId)
  const partition = (name: string) => () => deletePartition(table, name, manyAtOnce)
  const counters = (scope: 'organization' | 'entity', id: string) =>
    quotaMetrics.map((metric) => partition(counterPartition(metric, { scope, id })))
  const ofEntities = entities.flatMap(({ id }) => [
    () => deleteRequests(table, id, fewAtOnce),
    () => deleteMails(table, id, fewAtOnce),
    () => emptyAddressBooks(table, id, fewAtOnce),
    () => deleteTasks(table, id, fewAtOnce),
    () => deleteSenders(table, id, fewAtOnce),
    ...counters('entity', id),
  ])
  return [
    ...ofEntities,
    () => deleteDeliveries(table, testOrgId, manyAtOnce),
    () => deleteTestData(table, testOrgId),
    ...counters('organization', testOrgId),
    partition(outboxPartition(testOrgId)),
    partition(chainPartition(testOrgId)),
  ]
}

/** The test organization itself, once nothing is left in it. */
export function structureParts(table: Table, orgId: string): EmptyingPart[] {
  const testOrgId = twinIdOf(orgId)
  return [
    () => deleteFeedsOf(table, testOrgId),
    () => deleteWebhooks(table, testOrgId, manyAtOnce),
    () => deleteGrants(table, testOrgId, fewAtOnce),
    () => deletePartition(table, administrationsOf(testOrgId), manyAtOnce),
    () => deleteApiKeys(table, testOrgId, fewAtOnce),
    () => deleteRoles(table, testOrgId),
    () => deleteNodes(table, testOrgId),
  ]
}

async function deleteTestData(table: Table, testOrgId: string): Promise<number> {
  const found = await queryIndex(table, { index: 'GSI1', partition: testDataOf(testOrgId), limit: manyAtOnce })
  await deleteItems(table, found.map(keyOf))
  return found.length
}

/** People's addresses of calendars of the entities, which would show nothing any more. */
async function deleteFeedsOf(table: Table, testOrgId: string): Promise<number> {
  const entities = await entitiesOf(table, testOrgId)
  const counts = await Promise.all(entities.map(({ id }) => deleteFeeds(table, id, fewAtOnce)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function deleteRoles(table: Table, testOrgId: string): Promise<number> {
  const listing = { index: 'GSI1' as const, partition: customRolesOf(testOrgId), limit: fewAtOnce }
  const found = recordsOf(customRoles, await queryIndex(table, listing))
  for (const role of found) {
    const { id: roleId, orgId, name, key } = role
    await deleteItems(table, [roleNames.key({ roleId, orgId, name }), roleKeys.key({ roleId, orgId, key })])
    await deletePartition(table, customRoles.key(role).PK, fewAtOnce)
  }
  return found.length
}

const nodesAtOnce = 10

async function deleteNodes(table: Table, testOrgId: string): Promise<number> {
  const found = await queryIndex(table, { index: 'GSI1', partition: nodesOf(testOrgId), limit: manyAtOnce })
  const all = recordsOf(nodes, found)
  await inParallel(all, nodesAtOnce, ({ id }) => deletePartition(table, nodeKey(id).PK, fewAtOnce))
  return found.length
}
