import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { CommandRefusal } from './refusal.ts'

/** The text of a secret, asked for with the credentials and in the region of another service's client. */
export async function secretText({ config }: DynamoDBClient, secretId: string): Promise<string> {
  const client = new SecretsManagerClient({ region: config.region, credentials: config.credentials })
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }))
    if (SecretString) return SecretString
    throw new CommandRefusal(`The secret ${secretId} has no text value.`)
  } finally {
    client.destroy()
  }
}
