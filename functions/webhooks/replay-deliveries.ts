import * as v from 'valibot'
import { dayMs, timestamp } from '../../shared/clock.ts'
import { type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { json } from '../../shared/http/body.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { instant } from '../../shared/http/values.ts'
import type { Table } from '../../shared/store/table.ts'
import { auditOfWebhook, referenceOf } from '../../shared/webhooks/change-webhook.ts'
import { deliveriesSelected, eventsMissed, type Selection } from '../../shared/webhooks/selection.ts'
import { namedWebhooks, type Webhook } from '../../shared/webhooks/webhook.ts'
import { chosen, eventsRefusal } from '../../shared/webhooks/webhook-input.ts'
import { isDisabled } from './replay-delivery.ts'

const longestDays = 30

const replayInput = v.object({
  from: v.pipe(instant, v.description('Events that happened then or later, 30 days back at most.')),
  to: v.optional(v.pipe(instant, v.description('Events that happened then or earlier; now.'))),
  status: v.pipe(
    v.optional(v.picklist(['dead', 'all']), 'dead'),
    v.description('dead: what could not be delivered; all: what was delivered as well.'),
  ),
  events: v.optional(chosen.events),
})

export const replayDeliveries = operation({
  id: 'replayDeliveries',
  method: 'POST',
  path: '/v1/orgs/{orgId}/webhooks/{webhookId}/replay',
  tag: 'Webhooks',
  summary: 'Send what was not delivered since a time',
  description:
    'Deliveries that failed for good get all their attempts once more, and events that happened while the subscription was disabled are delivered now. The answer tells how many they are; they are sent one after the other.',
  access: { to: 'integration', resource: namedWebhooks, permission: 'integrations.manage' },
  body: json(replayInput),
  responses: { 202: v.object({ count: v.number() }) },
  errors: ['invalid_input'],
  async handle({ access: { orgId }, resource: { webhook }, body, table, work, clock }) {
    const nowMs = clock()
    const refusal = rangeRefusal(body, nowMs) ?? (body.events ? eventsRefusal(body.events) : null)
    if (refusal) return refusal
    if (webhook.status === 'disabled') return isDisabled
    const types = !body.events || body.events.includes('*') ? null : body.events
    const { from, status, to = timestamp(nowMs) } = body
    const selection = { from, to, status, types, askedAt: timestamp(nowMs) }
    const count = await countOf(table, webhook, selection)
    for (const part of count === 0 ? [] : (['logged', 'missed'] as const)) {
      const data = { ...referenceOf(webhook), ...selection, part, after: null }
      work.tell({ type: 'webhook.replay_due', data }, { orgId, livemode: webhook.livemode })
    }
    const told = [{ field: 'count', from: null, to: count }]
    if (count > 0) work.audit(auditOfWebhook(webhook, orgId, 'webhook.replayed', told))
    return reply(202, { count })
  },
})

function rangeRefusal(
  { from, to }: { readonly from: string; readonly to?: string | undefined },
  nowMs: number,
): Refusal<'invalid_input'> | null {
  if (Date.parse(from) < nowMs - longestDays * dayMs)
    return refuse('invalid_input', `from must not be more than ${longestDays} days ago; older events are not kept.`)
  if (Date.parse(from) > nowMs) return refuse('invalid_input', 'from must not be in the future.')
  if (to !== undefined && to < from) return refuse('invalid_input', 'to must not be before from.')
  return null
}

async function countOf(table: Table, webhook: Webhook, selection: Selection): Promise<number> {
  const [logged, missed] = await Promise.all([
    sumOf(deliveriesSelected(table, webhook, selection), ({ selected }) => selected.length),
    sumOf(eventsMissed(table, webhook, selection), ({ envelopes }) => envelopes.length),
  ])
  return logged + missed
}

async function sumOf<Page>(pages: AsyncIterable<Page>, size: (page: Page) => number): Promise<number> {
  let sum = 0
  for await (const page of pages) sum += size(page)
  return sum
}
