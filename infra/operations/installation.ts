import { resolve } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Table } from '../../shared/store/table.ts'
import { stackName } from '../stack-name.ts'
import { MisunderstoodCommand } from './refusal.ts'
import { stackOutput } from './stack-output.ts'

/** Options of a command that say on which installation it works. */
export const installationOptions = {
  stack: { type: 'string' },
  table: { type: 'string' },
  region: { type: 'string' },
  local: { type: 'string' },
} as const

export const installationUsage = `Which installation, with the AWS credentials and the region of your environment:

  --stack NAME       the stack, in whose outputs the table is found (default ${stackName})
  --table NAME       the table itself (output TableName), where stacks may not be read
  --region REGION    another region
  --local[=DIR]      the local cloud that runs on this machine (npm start) on the data in DIR (default .local)`

const localDirectory = '.local'

/** Arguments as they were given; `--local` alone means the directory in which \`npm start\` keeps its data. */
export function withLocalDirectory(given: readonly string[]): string[] {
  return given.map((argument) => (argument === '--local' ? `--local=${localDirectory}` : argument))
}

type InstallationOptions = Partial<Record<keyof typeof installationOptions, string>>

/** Works on the table of an installation. */
export async function onTable<Result>(
  options: InstallationOptions,
  work: (table: Table) => Promise<Result>,
): Promise<Result> {
  const table = await openTable(options)
  try {
    return await work(table)
  } finally {
    table.client.destroy()
  }
}

async function openTable({ stack, table, region, local }: InstallationOptions): Promise<Table> {
  if ([stack, table, local].filter((one) => one !== undefined).length > 1)
    throw new MisunderstoodCommand('Give one of --stack, --table and --local.')
  if (local !== undefined) {
    const { runningTable } = await import('../local/running-cloud.ts')
    // As npm start takes its --data: from the project's folder.
    return await runningTable(resolve(local))
  }
  const client = new DynamoDBClient(region === undefined ? {} : { region })
  return { client, name: table ?? (await stackOutput(client, stack ?? stackName, 'TableName')) }
}
