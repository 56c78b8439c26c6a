import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { readSubscription, type Webhook, webhooks } from '../../functions/webhooks/model/webhook.ts'
import { keyNumberOf, openWebhookSecret, sealWebhookSecret } from '../../functions/webhooks/model/webhook-secret.ts'
import type { KeyRing } from '../../shared/platform/key-ring.ts'
import { recordsOf, toItem, versionIs } from '../../shared/store/collection.ts'
import type { Table } from '../../shared/store/table.ts'

/** How many subscriptions there are under the current key, and how many of them were under another one before. */
export interface Resealed {
  readonly subscriptions: number
  readonly resealed: number
}

/**
 * Encrypts the secrets of all subscriptions under the current key, so that older keys can be retired. The secrets stay the same.
 * A subscription that changes at the same time is read again.
 */
export async function resealWebhooks(table: Table, keys: KeyRing): Promise<Resealed> {
  let [subscriptions, resealed] = [0, 0]
  for await (const webhook of allWebhooks(table)) {
    subscriptions += 1
    if (await resealedNow(table, webhook, keys)) resealed += 1
  }
  return { subscriptions, resealed }
}

/** Read whole from the table: no index lists the subscriptions of all organizations. */
async function* allWebhooks(table: Table): AsyncGenerator<Webhook> {
  let start: Record<string, unknown> | undefined
  do {
    const scan = new ScanCommand({
      TableName: table.name,
      FilterExpression: '#type = :type',
      ExpressionAttributeNames: { '#type': 'type' },
      ExpressionAttributeValues: { ':type': webhooks.name },
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    })
    const { Items = [], LastEvaluatedKey } = await table.client.send(scan)
    yield* recordsOf(webhooks, Items)
    start = LastEvaluatedKey
  } while (start)
}

async function resealedNow(table: Table, webhook: Webhook, keys: KeyRing): Promise<boolean> {
  if (webhook.secrets.every(({ sealed }) => keyNumberOf(sealed) === keys.current)) return false
  const secrets = webhook.secrets.map(({ sealed, validUntil }) => {
    const secret = openWebhookSecret(sealed, webhook.id, keys)
    return { sealed: sealWebhookSecret(secret, webhook.id, keys), validUntil }
  })
  const { record } = toItem(webhooks, { ...webhook, secrets })
  const condition = versionIs(webhooks, webhook)
  const update = new UpdateCommand({
    TableName: table.name,
    Key: webhooks.key(webhook),
    UpdateExpression: 'SET #record = :record',
    ...condition,
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ':record': record },
  })
  try {
    await table.client.send(update)
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    // Changed or removed meanwhile: a change of the secret is under the current key already.
    return await resealedAnew(table, webhook, keys)
  }
  return true
}

async function resealedAnew(table: Table, { id, orgId, applicationId }: Webhook, keys: KeyRing): Promise<boolean> {
  const found = await readSubscription(table, { orgId, applicationId }, id)
  return found !== null && (await resealedNow(table, found.webhook, keys))
}
