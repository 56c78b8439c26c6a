import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { queryPartition, type Table } from '../../../shared/store/table.ts'
import { type Subscription, subscriptionsIn, webhookPartition } from '../../webhooks/model/webhook.ts'
import { toWebhook, webhookView } from '../../webhooks/model/webhook-view.ts'

export const listOwnWebhooks = operation({
  id: 'listOwnWebhooks',
  method: 'GET',
  path: '/v1/provisioning/webhooks',
  tag: 'Provisioning',
  summary: 'List the subscriptions of the application',
  description:
    'All subscriptions in one answer, oldest first; an application has at most 20. The operator of the ' +
    'service creates and changes them. Each receives the events of every organization with an active grant ' +
    'for the application.',
  access: { to: 'principal', applicationsOnly: true, scope: 'events:read' },
  responses: { 200: v.object({ results: v.array(webhookView) }) },
  errors: [],
  preload: ({ table, principalId }) => subscriptionsOf(table, principalId),
  async handle({ preloaded: subscriptions, clock }) {
    const nowMs = clock()
    return reply(200, { results: subscriptions.map((subscription) => toWebhook(subscription, nowMs)) })
  },
})

async function subscriptionsOf(table: Table, applicationId: string): Promise<Subscription[]> {
  return subscriptionsIn(await queryPartition(table, webhookPartition({ orgId: null, applicationId }), ''))
}
