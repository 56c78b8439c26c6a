import { recordCalls } from './aws-calls.ts'
import { environment } from './environment.ts'
import { type KeyRing, keyRing } from './key-ring.ts'

/** By ARN. What failed is not kept. */
const kept = new Map<string, Promise<string>>()

/**
 * The secrets of a setting that names them by number and ARN. Secrets Manager is asked once in the life of a thread, when the first request
 * needs them: a setting that held them would show them to whoever may read the function's configuration.
 */
export async function secretRing(name: 'PAGE_TOKEN_KEYS' | 'WEBHOOK_SECRET_KEYS'): Promise<KeyRing> {
  const { current, keys } = keyRing(environment(name))
  const secrets = await Promise.all([...keys].map(async ([number, arn]) => [number, await secretOf(arn)] as const))
  return { current, keys: new Map(secrets) }
}

/** The same of a setting that names one secret by its ARN. */
export async function secretSetting(name: 'ANSWER_KEY'): Promise<string> {
  return await secretOf(environment(name))
}

async function secretOf(arn: string): Promise<string> {
  const secret = kept.get(arn) ?? readSecret(arn)
  kept.set(arn, secret)
  try {
    return await secret
  } catch (error) {
    kept.delete(arn)
    throw error
  }
}

async function readSecret(arn: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager')
  const client = new SecretsManagerClient(recordCalls)
  const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: arn }))
  if (!secret) throw new Error(`the secret ${arn} has no text`)
  return secret
}
