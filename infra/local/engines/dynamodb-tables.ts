import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type LocalSecondaryIndex,
  ResourceNotFoundException,
  type StreamViewType,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'

/** The properties of an `AWS::DynamoDB::Table` that an engine on one machine can honour; the others are ignored. */
export type TableProperties = {
  TableName: string
  AttributeDefinitions: AttributeDefinition[]
  KeySchema: KeySchemaElement[]
  GlobalSecondaryIndexes?: GlobalSecondaryIndex[]
  LocalSecondaryIndexes?: LocalSecondaryIndex[]
  StreamSpecification?: { StreamViewType: StreamViewType }
  TimeToLiveSpecification?: { AttributeName?: string; Enabled: boolean }
}

/** Creates what is missing and leaves the rest alone; a table whose keys or indexes no longer fit the template is refused. */
export async function createMissingTables(
  client: DynamoDBClient,
  tables: readonly TableProperties[],
): Promise<Record<string, string>> {
  const streamArns: Record<string, string> = {}
  for (const table of tables) {
    const existing = await describe(client, table.TableName)
    if (existing) refuseAnotherShape(existing, table)
    else await createTable(client, table)
    const streamArn = (await describe(client, table.TableName))?.LatestStreamArn
    if (streamArn) streamArns[table.TableName] = streamArn
  }
  return streamArns
}

async function describe(client: DynamoDBClient, tableName: string) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

async function createTable(client: DynamoDBClient, table: TableProperties): Promise<void> {
  const { TableName, AttributeDefinitions, KeySchema, LocalSecondaryIndexes, StreamSpecification } = table
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions,
      KeySchema,
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
      LocalSecondaryIndexes,
      StreamSpecification: StreamSpecification && { StreamEnabled: true, ...StreamSpecification },
    }),
  )
  const timeToLive = table.TimeToLiveSpecification
  if (!timeToLive?.Enabled) return
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: timeToLive.AttributeName, Enabled: true },
    }),
  )
}

type Shape = {
  KeySchema?: KeySchemaElement[]
  GlobalSecondaryIndexes?: Partial<Pick<GlobalSecondaryIndex, 'IndexName' | 'KeySchema' | 'Projection'>>[]
}

function refuseAnotherShape(existing: Shape, wanted: TableProperties): void {
  if (shapeOf(existing) === shapeOf(wanted)) return
  throw new Error(
    `The local table ${wanted.TableName} has other keys or indexes than the template. Start with --fresh.`,
  )
}

function shapeOf({ KeySchema, GlobalSecondaryIndexes }: Shape): string {
  const keys = (schema: KeySchemaElement[] = []) => schema.map((key) => `${key.KeyType} ${key.AttributeName}`).sort()
  const indexes = (GlobalSecondaryIndexes ?? []).map((index) => [
    index.IndexName ?? '',
    keys(index.KeySchema),
    index.Projection?.ProjectionType ?? '',
    (index.Projection?.NonKeyAttributes ?? []).toSorted(),
  ])
  return JSON.stringify([keys(KeySchema), indexes.sort()])
}
