import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../shared/store/table.ts'
import { table } from './tenant.ts'

/** Every item of the whole table that names one of some ids anywhere, in its key, its record or its index keys. */
export async function itemsNaming(ids: readonly string[]): Promise<Item[]> {
  const found: Item[] = []
  let from: ScanCommandOutput['LastEvaluatedKey']
  do {
    const page: ScanCommandOutput = await table().client.send(
      new ScanCommand({ TableName: table().name, ConsistentRead: true, ...(from && { ExclusiveStartKey: from }) }),
    )
    const items = (page.Items ?? []) as Item[]
    found.push(...items.filter((item) => ids.some((id) => JSON.stringify(item).includes(id))))
    from = page.LastEvaluatedKey
  } while (from)
  return found
}
