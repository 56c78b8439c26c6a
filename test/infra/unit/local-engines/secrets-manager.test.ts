import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSecretsManager } from '../../../../infra/local/engines/secrets-manager.ts'

const secrets = [
  { Name: 'plain', SecretString: '{"user":"u"}' },
  {
    Name: 'generated',
    GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true, ExcludeCharacters: 'abcXYZ019' },
  },
  { Name: 'in-json', GenerateSecretString: { SecretStringTemplate: '{"user":"u"}', GenerateStringKey: 'password' } },
]
let directory: string
let engine: Awaited<ReturnType<typeof startSecretsManager>>
let client: SecretsManagerClient

async function start(): Promise<void> {
  engine = await startSecretsManager({ secrets, dataDirectory: directory })
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  client = new SecretsManagerClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials })
}

async function stop(): Promise<void> {
  client.destroy()
  await engine.close()
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'))
  await start()
})

afterEach(async () => {
  await stop()
  await rm(directory, { recursive: true })
})

async function secretValue(SecretId: string | undefined, VersionStage?: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))
  return SecretString ?? ''
}

test('values are as the template says, by name or ARN', async () => {
  expect(await secretValue('plain')).toBe('{"user":"u"}')
  expect(await secretValue(engine.arns.plain)).toBe('{"user":"u"}')
  expect(await secretValue('generated')).toMatch(/^(?=.*[d-z])(?=.*[A-W])(?=.*[2-8])[d-zA-W2-8]{40}$/)
  expect(JSON.parse(await secretValue('in-json'))).toEqual({ user: 'u', password: expect.stringMatching(/^.{32}$/) })
})

test('a generated value and one that was put outlive a restart', async () => {
  const generated = await secretValue('generated')
  await client.send(new PutSecretValueCommand({ SecretId: 'plain', SecretString: 'new' }))
  await stop()
  await start()
  expect(await secretValue('generated')).toBe(generated)
  expect(await secretValue('plain')).toBe('new')
  expect(await secretValue('plain', 'AWSPREVIOUS')).toBe('{"user":"u"}')
})

test('an unknown secret or version is not found', async () => {
  await expect(secretValue('none')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await expect(secretValue('plain', 'AWSPREVIOUS')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})
