import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { queryPartition, type Table } from '../../../shared/store/table.ts'
import { type Subscription, subscriptionsIn, webhookPartition } from '../model/webhook.ts'
import { toWebhook, webhookView } from '../model/webhook-view.ts'

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'GET',
  path: '/v1/orgs/{orgId}/webhooks',
  tag: 'Webhooks',
  summary: 'List webhook subscriptions',
  description: 'Returns all subscriptions of the organization, oldest first, at most 20.',
  access: { to: 'peopleOnly', permission: 'integrations.manage' },
  responses: { 200: v.object({ results: v.array(webhookView) }) },
  errors: [],
  preload: ({ table, path }) => readSubscriptions(table, path.orgId),
  async handle({ preloaded: subscriptions, clock }) {
    const nowMs = clock()
    return reply(200, { results: subscriptions.map((subscription) => toWebhook(subscription, nowMs)) })
  },
})

async function readSubscriptions(table: Table, orgId: string): Promise<Subscription[]> {
  const partition = webhookPartition({ orgId, applicationId: null })
  return subscriptionsIn(await queryPartition(table, partition, ''))
}
