import { resolve } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { KMSClient } from '@aws-sdk/client-kms'
import { S3Client } from '@aws-sdk/client-s3'
import { type KeyRing, keyRing } from '../../shared/platform/key-ring.ts'
import { closeTable, type Table, tableAt } from '../../shared/store/table.ts'
import { stackName } from '../stack-name.ts'
import { MisunderstoodCommand } from './refusal.ts'
import { secretText } from './secret-text.ts'
import { stackOutput } from './stack-output.ts'

/** Options of a command that say on which installation it works. */
export const installationOptions = {
  stack: { type: 'string' },
  table: { type: 'string' },
  region: { type: 'string' },
  local: { type: 'string' },
} as const

export const installationUsage = `The installation (AWS credentials and region come from your environment):

  --stack NAME       the stack whose outputs name the table (default ${stackName})
  --table NAME       the table (output TableName), if you may not read stacks
  --region REGION    another region
  --local[=DIR]      the local cloud on this machine (npm start) with its data in DIR (default .local)`

const localDirectory = '.local'

const headsOutput = 'AuditHeadsBucketName'

const sealKeyOutputs = { live: 'LiveSealKeyId', test: 'TestSealKeyId' } as const

/** Arguments as they were given; `--local` alone means the directory in which \`npm start\` keeps its data. */
export function withLocalDirectory(given: readonly string[]): string[] {
  return given.map((argument) => (argument === '--local' ? `--local=${localDirectory}` : argument))
}

/** Further options of commands that make secrets of webhooks. */
export const webhookKeyOptions = { 'webhook-keys': { type: 'string' } } as const

/** Further options of commands that work with the keys of seals. */
export const sealKeyOptions = { 'seal-key': { type: 'string' } } as const

type Options = typeof installationOptions & typeof webhookKeyOptions & typeof sealKeyOptions
type InstallationOptions = Partial<Record<keyof Options, string>>

/** A key that seals documents. */
export interface SealKey {
  readonly keyId: string
  readonly kms: KMSClient
}

/** What a command works on. */
export interface Installation {
  readonly table: Table
  readonly isLocal: boolean
  /** Where people sign in to the console; null where only the table is named. */
  readonly consoleUrl: () => Promise<string | null>
  /** Reads the keys with which the signing secrets of webhooks are sealed. */
  readonly webhookKeys: () => Promise<KeyRing>
  /** Finds the key that seals documents of live organizations, or of test organizations. */
  readonly sealKey: (mode: 'live' | 'test') => Promise<SealKey>
}

/** The locked bucket with the heads of audit chains. */
export interface LockedHeads {
  readonly s3: S3Client
  readonly bucket: string
}

/** Works on the heads that an installation has recorded; its table is not touched. */
export async function onHeads(
  { stack = stackName, region, local, bucket }: Partial<Record<'stack' | 'region' | 'local' | 'bucket', string>>,
  work: (heads: LockedHeads) => Promise<void>,
): Promise<void> {
  const heads = local === undefined ? await headsOfStack({ stack, region, bucket }) : await headsLocally(local)
  try {
    await work(heads)
  } finally {
    heads.s3.destroy()
  }
}

async function headsOfStack(named: { stack: string; region?: string | undefined; bucket?: string | undefined }) {
  const { region, bucket, stack } = named
  const client = new DynamoDBClient(region === undefined ? {} : { region })
  try {
    const name = bucket ?? (await stackOutput(client, stack, headsOutput))
    return { bucket: name, s3: new S3Client(region === undefined ? {} : { region }) }
  } finally {
    client.destroy()
  }
}

async function headsLocally(directory: string): Promise<LockedHeads> {
  const [{ runningCloud }, { resource }, { localRegion }, { s3Credentials }] = await Promise.all([
    import('../local/running-cloud.ts'),
    import('../local/local-table.ts'),
    import('../local/template-resources.ts'),
    import('../local/engines/s3.ts'),
  ])
  const running = await runningCloud(resolve(directory))
  const s3 = new S3Client({ region: localRegion, endpoint: running.endpoints.s3, credentials: s3Credentials })
  return { s3, bucket: resource(running, headsOutput) }
}

/** Works on the table of an installation. */
export async function onTable<Result>(
  options: InstallationOptions,
  work: (table: Table) => Promise<Result>,
): Promise<Result> {
  return await onInstallation(options, ({ table }) => work(table))
}

/** Works on an installation. */
export async function onInstallation<Result>(
  options: InstallationOptions,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await opened(options)
  try {
    return await work(installation)
  } finally {
    closeTable(installation.table)
  }
}

async function opened(options: InstallationOptions): Promise<Installation> {
  const { stack = stackName, table, region, local } = options
  if ([options.stack, table, local].filter((one) => one !== undefined).length > 1)
    throw new MisunderstoodCommand('Give only one of --stack, --table and --local.')
  if (local !== undefined) return await openedLocally(local)
  const client = new DynamoDBClient(region === undefined ? {} : { region })
  const name = table ?? (await stackOutput(client, stack, 'TableName'))
  const webhookKeys = async () => {
    const given = options['webhook-keys']
    if (table !== undefined && given === undefined)
      throw new MisunderstoodCommand(
        'With --table, also give --webhook-keys: the output WebhookSecretKeys of the stack.',
      )
    if (given !== undefined && !/^\d+:./.test(given))
      throw new MisunderstoodCommand('--webhook-keys: give the output WebhookSecretKeys as it is, such as 1:arn:…')
    const ring = keyRing(given ?? (await stackOutput(client, stack, 'WebhookSecretKeys')))
    return await secretsOf(ring, (arn) => secretText(client, arn))
  }
  const sealKey = async (mode: 'live' | 'test') => {
    const given = options['seal-key']
    if (table !== undefined && given === undefined)
      throw new MisunderstoodCommand(
        `With --table, also give --seal-key: the output ${sealKeyOutputs[mode]} of the stack.`,
      )
    const kms = new KMSClient({ region: client.config.region, credentials: client.config.credentials })
    return { kms, keyId: given ?? (await stackOutput(client, stack, sealKeyOutputs[mode])) }
  }
  const consoleUrl = async () => (table === undefined ? consoleAt(await stackOutput(client, stack, 'BaseUrl')) : null)
  return { table: tableAt(client, name), isLocal: false, consoleUrl, webhookKeys, sealKey }
}

async function openedLocally(directory: string): Promise<Installation> {
  const [{ runningCloud }, { anyCredentials, resource, tableOf }, { localRegion }, { secretReader }] =
    await Promise.all([
      import('../local/running-cloud.ts'),
      import('../local/local-table.ts'),
      import('../local/template-resources.ts'),
      import('../local/secret-reader.ts'),
    ])
  // As npm start takes its --data: from the project's folder.
  const running = await runningCloud(resolve(directory))
  const read = secretReader(running.endpoints.secretsManager)
  const webhookKeys = async () => await secretsOf(keyRing(resource(running, 'WebhookSecretKeys')), read)
  const sealKey = async (mode: 'live' | 'test') => {
    const kms = new KMSClient({ region: localRegion, endpoint: running.endpoints.kms, credentials: anyCredentials })
    return { kms, keyId: resource(running, sealKeyOutputs[mode]) }
  }
  const consoleUrl = async () => consoleAt(resource(running, 'BaseUrl'))
  return { table: tableOf(running), isLocal: true, consoleUrl, webhookKeys, sealKey }
}

const consoleAt = (baseUrl: string) => `${baseUrl}/console`

/** The ring of the secrets themselves, for a ring that names them by ARN. */
export async function secretsOf({ current, keys }: KeyRing, read: (arn: string) => Promise<string>): Promise<KeyRing> {
  const secrets = await Promise.all([...keys].map(async ([number, arn]) => [number, await read(arn)] as const))
  return { current, keys: new Map(secrets) }
}
