import { sealingKey } from '../../../functions/webhooks/model/webhook-secret.ts'
import { secretReader } from '../../../infra/local/dynamic-references.ts'
import type { DrivenCloud } from './driven-cloud.ts'

/** What the secrets of subscriptions are sealed with in a cloud. */
export async function webhookSecretKey({ cloud }: DrivenCloud): Promise<Buffer> {
  const [, secretId] = Object.entries(cloud.resources).find(([name]) => name.startsWith('WebhookSecretKey')) ?? []
  if (secretId === undefined) throw new Error('the template has no secret of webhooks')
  return sealingKey(await secretReader(cloud.endpoints.secretsManager)(secretId))
}
