import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts'
import { anyCredentials } from '../../../infra/local/local-table.ts'
import { localRegion } from '../../../infra/local/template-resources.ts'
import { managerOf } from '../../support/api-keys.ts'
import { cloud, useCloud } from '../../support/cloud.ts'
import { contactOf, readContact } from '../../support/contacts.ts'
import { isProof } from '../../support/proof.ts'
import { completed, read, sealed } from '../../support/signature.ts'
import { table, tenant, tokenFor } from '../../support/tenant.ts'
import { eventIn, hookFor, receiver } from '../../support/webhooks.ts'

/** The drill of the runbook, "Restoring": a table as it stood at a moment is put into service, and the one in use is left behind. */

const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-restored-'))
const suiteCloud = cloud()
let running: LocalCloud | undefined

async function deploy(settings: Readonly<Record<string, string>>): Promise<void> {
  await running?.close()
  running = await startLocalCloud({ port: 0, dataDirectory, speed: 1, settings })
  useCloud({ ...running, metErrorsFile: null })
}

afterEach(() => useCloud(suiteCloud))
afterAll(async () => {
  await running?.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

/** What DynamoDB makes of a table at a moment, whose stream the runbook has switched on after that. Gives `-c existing=…`. */
async function restored(name: string): Promise<string> {
  const endpoint = cloud().endpoints.dynamodb
  const client = new DynamoDBClient({ region: localRegion, endpoint, credentials: anyCredentials })
  const { Table: source } = await client.send(new DescribeTableCommand({ TableName: name }))
  await client.send(
    new CreateTableCommand({
      TableName: 'restored',
      AttributeDefinitions: source?.AttributeDefinitions,
      KeySchema: source?.KeySchema,
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: source?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  )
  for await (const { Items = [] } of paginateScan({ client, pageSize: 25 }, { TableName: name, ConsistentRead: true }))
    if (Items.length > 0) {
      const puts = Items.map((Item) => ({ PutRequest: { Item } }))
      await client.send(new BatchWriteItemCommand({ RequestItems: { restored: puts } }))
    }
  const { StreamSpecification } = source ?? {}
  const switched = await client.send(new UpdateTableCommand({ TableName: 'restored', StreamSpecification }))
  const made = switched.TableDescription
  return `Table=${made?.TableArn},TableStream=${made?.LatestStreamArn}`
}

test('workspace.json has the ids of the first start and the addresses of this one', async () => {
  const workspace = () => JSON.parse(readFileSync(join(dataDirectory, 'workspace.json'), 'utf8'))
  await deploy({})
  const { org, apiKeys } = workspace()
  await deploy({})
  const { baseUrl, authUrl, inboxUrl } = cloud()
  const addresses = { baseUrl, authUrl, inboxUrl, tokenUrl: `${authUrl}/oauth/v2/token` }
  expect(workspace()).toMatchObject({ org, apiKeys, ...addresses })
})

describe.runIf(isProof)('a table that was restored', () => {
  test('goes into service: what was there at the moment is, what came later is not, and what happens now is told', async () => {
    // Given an organization that works with the service,
    await deploy({})
    const of = await tenant()
    const at = await receiver()
    const hook = await hookFor(await managerOf(of), at.url, { events: ['signature.completed'] })
    const request = await completed(of)
    await at.posts(1)
    const before = await contactOf(of, { lastName: 'Before' })
    const existing = await restored(table().name)
    const after = await contactOf(of, { lastName: 'After' })
    // when the service is deployed with a copy of the moment before the last contact,
    await deploy({ existing })
    // then it knows what was there, with the same keys and documents,
    const token = await tokenFor(of.key)
    expect((await readContact({ token }, before.id)).status).toBe(200)
    expect((await readContact({ token }, after.id)).status).toBe(404)
    expect((await read({ token }, request.id)).status).toBe('completed')
    // and what happens now is sealed and told.
    const { id } = await completed({ entity: of.entity, token })
    await sealed({ token }, id)
    const [posted] = (await at.posts(2)).slice(1)
    if (!posted) throw new Error('nothing was posted')
    expect(eventIn(posted, hook.secret)).toMatchObject({ type: 'signature.completed', data: { requestId: id } })
    at.close()
  })
})
