import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { inParallel } from '../../../../shared/platform/in-parallel.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { nodeKey, nodes, nodesOf } from '../../../../shared/store/entities.ts'
import { getItems, type Table, wholeIndexRange } from '../../../../shared/store/table.ts'

const nodesAtOnce = 10

/** Has the live nodes forget their counterparts, and gives how many knew one. */
export async function forgetTwins(table: Table, orgId: string): Promise<number> {
  const listed = recordsOf(nodes, await wholeIndexRange(table, { index: 'GSI1', partition: nodesOf(orgId) }))
  const standing = recordsOf(
    nodes,
    await getItems(
      table,
      listed.map(({ id }) => nodeKey(id)),
    ),
  )
  const linked = standing.filter((node) => node.type !== 'organization' && node.twinNodeId)
  await inParallel(linked, nodesAtOnce, async ({ id }) => {
    const update = {
      UpdateExpression: 'REMOVE #record.twinNodeId',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#record': 'record' },
    }
    await table.client.send(new UpdateCommand({ TableName: table.name, Key: nodeKey(id), ...update })).catch(ifGone)
  })
  return linked.length
}

function ifGone(error: unknown): void {
  if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error
}
