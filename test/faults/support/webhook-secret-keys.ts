import { secretReader } from '../../../infra/local/secret-reader.ts'
import { secretsOf } from '../../../infra/operations/installation.ts'
import { type KeyRing, keyRing } from '../../../shared/platform/key-ring.ts'
import type { DrivenCloud } from './driven-cloud.ts'

/** What the secrets of subscriptions are sealed with in a cloud. */
export async function webhookSecretKeys({ cloud }: DrivenCloud): Promise<KeyRing> {
  const ring = keyRing(cloud.resources.WebhookSecretKeys ?? '')
  return await secretsOf(ring, secretReader(cloud.endpoints.secretsManager))
}
