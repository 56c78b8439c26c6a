import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Host, startHttpHost } from './http-host.ts'
import { readJsonFile, writeJsonFile } from './json-file.ts'
import { action, jsonProtocol, ServiceError } from './json-protocol.ts'

/** An `AWS::SecretsManager::Secret`. */
export type SecretProperties = {
  Name: string
  SecretString?: string
  GenerateSecretString?: GenerateSecretString
}

type GenerateSecretString = {
  PasswordLength?: number
  ExcludeCharacters?: string
  ExcludeLowercase?: boolean
  ExcludeUppercase?: boolean
  ExcludeNumbers?: boolean
  ExcludePunctuation?: boolean
  IncludeSpace?: boolean
  RequireEachIncludedType?: boolean
  SecretStringTemplate?: string
  GenerateStringKey?: string
}

export type SecretsManagerOptions = {
  secrets: readonly SecretProperties[]
  region?: string
  accountId?: string
  /** Where values are kept; without it every start generates new ones. */
  dataDirectory?: string
  port?: number
}

const versionSchema = v.object({ value: v.string(), versionId: v.string(), createdAtSec: v.number() })
const keptSchema = v.record(v.string(), v.object({ current: versionSchema, previous: v.optional(versionSchema) }))

/** Hosts GetSecretValue and PutSecretValue; `arns` has the ARN of each secret by its name. A value that was put wins over the template's. */
export async function startSecretsManager(
  options: SecretsManagerOptions,
): Promise<Host & { arns: Record<string, string> }> {
  const { region = 'us-east-1', accountId = '000000000000', dataDirectory } = options
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'secrets.json')
  const kept = (await readJsonFile(path, keptSchema)) ?? {}
  for (const secret of options.secrets) kept[secret.Name] ??= { current: versionOf(initialValue(secret)) }
  await writeJsonFile(path, kept)

  const arnOf = (name: string) => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}`
  function find(secretId: string) {
    const name = options.secrets.find((secret) => secretId === secret.Name || secretId === arnOf(secret.Name))?.Name
    const versions = name === undefined ? undefined : kept[name]
    if (name !== undefined && versions) return { name, versions }
    throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
  }

  const getSecretValue = action(
    v.object({ SecretId: v.string(), VersionId: v.optional(v.string()), VersionStage: v.optional(v.string()) }),
    ({ SecretId, VersionId, VersionStage = VersionId === undefined ? 'AWSCURRENT' : undefined }) => {
      const { name, versions } = find(SecretId)
      const stages = { AWSCURRENT: versions.current, AWSPREVIOUS: versions.previous }
      for (const [stage, version] of Object.entries(stages)) {
        if (!version || (VersionId ?? version.versionId) !== version.versionId || (VersionStage ?? stage) !== stage)
          continue
        const { value, versionId, createdAtSec } = version
        const about = { ARN: arnOf(name), Name: name, VersionId: versionId, VersionStages: [stage] }
        return { ...about, SecretString: value, CreatedDate: createdAtSec }
      }
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.")
    },
  )

  const putSecretValue = action(
    v.object({ SecretId: v.string(), SecretString: v.string(), ClientRequestToken: v.optional(v.string()) }),
    async ({ SecretId, SecretString, ClientRequestToken }) => {
      const { name, versions } = find(SecretId)
      if (ClientRequestToken !== versions.current.versionId) {
        kept[name] = { current: versionOf(SecretString, ClientRequestToken), previous: versions.current }
        await writeJsonFile(path, kept)
      }
      return { ARN: arnOf(name), Name: name, VersionId: kept[name]?.current.versionId, VersionStages: ['AWSCURRENT'] }
    },
  )

  const actions = { GetSecretValue: getSecretValue, PutSecretValue: putSecretValue }
  const host = await startHttpHost(jsonProtocol('1.1', 'secretsmanager', actions), options.port)
  return { ...host, arns: Object.fromEntries(options.secrets.map(({ Name }) => [Name, arnOf(Name)])) }
}

function versionOf(value: string, versionId: string = randomUUID()) {
  return { value, versionId, createdAtSec: Date.now() / 1000 }
}

function initialValue({ Name, SecretString, GenerateSecretString }: SecretProperties): string {
  if (SecretString !== undefined) return SecretString
  if (!GenerateSecretString) throw new Error(`The secret ${Name} has neither SecretString nor GenerateSecretString`)
  const { SecretStringTemplate, GenerateStringKey } = GenerateSecretString
  const password = passwordOf(GenerateSecretString)
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return password
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password })
}

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetRandomPassword.html */
function passwordOf(wish: GenerateSecretString): string {
  const types = [
    wish.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    wish.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    wish.ExcludeNumbers ? '' : '0123456789',
    wish.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    wish.IncludeSpace ? ' ' : '',
  ]
  const allowed = types.map((type) => [...type].filter((character) => !wish.ExcludeCharacters?.includes(character)))
  const included = allowed.filter((characters) => characters.length > 0)
  const length = wish.PasswordLength ?? 32
  if (included.length === 0 || length < included.length) throw new Error('no password fits GenerateSecretString')
  const drawn = (characters: readonly string[]) => characters[randomInt(characters.length)] ?? ''
  for (;;) {
    const password = Array.from({ length }, () => drawn(included.flat()))
    const hasEach = included.every((characters) => password.some((character) => characters.includes(character)))
    if (hasEach || wish.RequireEachIncludedType === false) return password.join('')
  }
}
