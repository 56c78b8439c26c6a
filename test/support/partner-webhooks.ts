import { secretReader } from '../../infra/local/secret-reader.ts'
import { secretsOf } from '../../infra/operations/installation.ts'
import { addWebhook, type WebhookInstallation } from '../../infra/operations/partner-webhooks.ts'
import { keyRing } from '../../shared/platform/key-ring.ts'
import type { Partner } from './applications.ts'
import { type Answer, call } from './client.ts'
import { cloud } from './cloud.ts'
import { table } from './tenant.ts'

/** What the operator's commands work on. */
function installation(): WebhookInstallation {
  const { endpoints, resources } = cloud()
  const read = secretReader(endpoints.secretsManager)
  const webhookKeys = async () => await secretsOf(keyRing(resources.WebhookSecretKeys ?? ''), read)
  return { table: table(), isLocal: true, webhookKeys }
}

/** A subscription of an application to events of test organizations, as the operator adds it. */
export async function partnerHook(
  { clientId: applicationId }: Pick<Partner, 'clientId'>,
  url: string,
  more: { readonly events?: string[]; readonly livemode?: boolean } = {},
): Promise<{ id: string; secret: string }> {
  const asked = { applicationId, url, events: ['*'], livemode: false, ...more }
  const { subscription, secret } = await addWebhook(installation(), asked, Date.now())
  return { id: subscription.webhook.id, secret }
}

/** What the application itself reads of its subscriptions. */
export async function readHooks({ token }: Pick<Partner, 'token'>, after = ''): Promise<Answer> {
  return await call('GET', `/v1/provisioning/webhooks${after}`, { token })
}
