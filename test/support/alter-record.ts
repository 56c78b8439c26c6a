import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { toItem, type Versioned, versionIs } from '../../shared/store/collection.ts'
import { table } from './tenant.ts'
import { until } from './until.ts'

/** Changes a stored record in a way that no operation offers, and returns the new record. If a job wrote it meanwhile, reads and changes it again. */
export async function alterRecord<T extends { version: number }>(
  collection: Versioned<T>,
  read: () => Promise<T>,
  change: (record: T) => Partial<T>,
): Promise<T> {
  return await until(`a change of ${collection.name}`, async () => {
    const before = await read()
    const after = { ...before, ...change(before), version: before.version + 1 }
    const Item = toItem(collection, after)
    try {
      await table().client.send(new PutCommand({ TableName: table().name, Item, ...versionIs(collection, before) }))
      return after
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return null
      throw error
    }
  })
}
