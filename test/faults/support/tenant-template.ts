import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { requests } from '../../../functions/signature/model/request.ts'
import { webhooks } from '../../../functions/webhooks/model/webhook.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { nodes } from '../../../shared/store/entities.ts'
import type { Item } from '../../../shared/store/table.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { objectsOf, putObject } from '../../support/inspection.ts'
import { type Tenant, table } from '../../support/tenant.ts'
import { busEventSchema } from './background-jobs.ts'
import { cloneItems } from './cloned-items.ts'
import { newRenaming, type Renaming } from './renaming.ts'
import { type Dependencies, type TenantWorld, worldOf } from './tenant-world.ts'
import { webhookSecretKeys } from './webhook-secret-keys.ts'

/** A tenant to whom something has happened, and what a test needs to go on from there. */
export interface Prepared<Made> {
  readonly world: TenantWorld
  readonly made: Made
}

/**
 * What was prepared once through the API, and can be had again in another tenant: its items and objects under other ids. That
 * spares each cell the requests and jobs before its own, and is for these alone: what is under test is always done.
 */
export interface TenantTemplate<Made> {
  clone(): Promise<Prepared<Made>>
}

/** What was made, with the ids and the token of the clone. */
export type Remake<Made> = (made: Made, renaming: Renaming, clone: Tenant) => Made

/** Takes a template of a tenant as it is now. The tenant may change afterwards. */
export async function tenantTemplateOf<Made>(
  dependencies: Dependencies,
  { world, made }: Prepared<Made>,
  remake: Remake<Made>,
): Promise<TenantTemplate<Made>> {
  const { tenant } = world
  const { seen, isHandedOn } = await world.past()
  const items = await world.items()
  const requestIds = recordsOf(requests, items).map(({ id }) => id)
  const objects = await objectsOf(tenant, requestIds)
  const secretKey = items.some(({ type }) => type === webhooks.name)
    ? await webhookSecretKeys(dependencies.driven)
    : null
  return {
    async clone() {
      const renaming = newRenaming([tenant.org.providerId])
      const copies = cloneItems(items, renaming, secretKey)
      await Promise.all([
        putAll(copies),
        ...objects.map((object) => putObject({ ...object, key: renaming.text(object.key) })),
      ])
      const of = await tenantAmong(copies, tenant, renaming)
      const told = seen.map((event) => v.parse(busEventSchema, renaming.value(event)))
      const clone = await worldOf(dependencies, of, { seen: told, isHandedOn })
      return { world: clone, made: remake(made, renaming, of) }
    },
  }
}

async function tenantAmong(items: readonly Item[], model: Tenant, { text }: Renaming): Promise<Tenant> {
  const all = recordsOf(nodes, items)
  const org = all.filter((node) => node.type === 'organization').find(({ id }) => id === text(model.org.id))
  const entity = all.filter((node) => node.type === 'entity').find(({ id }) => id === text(model.entity.id))
  if (!org || !entity) throw new Error('the tenant is not among its items')
  const key = { ...model.key, clientId: text(model.key.clientId) }
  return { org, entity, key, token: await tokenAbout(key.clientId) }
}

/** DynamoDB takes no more items in one batch. */
const batchSize = 25

async function putAll(items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    const requests = items.slice(start, start + batchSize).map((item) => ({ PutRequest: { Item: item } }))
    const command = new BatchWriteCommand({ RequestItems: { [table().name]: requests } })
    const { UnprocessedItems = {} } = await table().client.send(command)
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('not all items were put')
  }
}
