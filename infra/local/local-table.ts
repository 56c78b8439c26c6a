import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type Table, tableAt } from '../../shared/store/table.ts'
import type { Endpoints } from './endpoints.ts'
import { localRegion } from './template-resources.ts'

/** Engines on this machine ask for credentials and take any. */
export const anyCredentials = { accessKeyId: 'local', secretAccessKey: 'local' }

interface Running {
  readonly endpoints: Pick<Endpoints, 'dynamodb'>
  readonly resources: Readonly<Record<string, string>>
}

/** The table of a running local cloud, for whoever prepares its data. */
export function tableOf(cloud: Running): Table {
  const { dynamodb: endpoint } = cloud.endpoints
  const client = new DynamoDBClient({ region: localRegion, endpoint, credentials: anyCredentials })
  return tableAt(client, resource(cloud, 'TableName'))
}

export function resource({ resources }: Pick<Running, 'resources'>, name: string): string {
  const value = resources[name]
  if (!value) throw new Error(`the stack has no output ${name}`)
  return value
}
