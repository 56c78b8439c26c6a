import * as v from 'valibot'
import { dayMs, timestamp } from '../../shared/clock.ts'
import { type Refusal, refuse } from '../../shared/errors/refusal.ts'
import { json } from '../../shared/http/body.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { instant } from '../../shared/http/values.ts'
import { isUuid } from '../../shared/ids.ts'
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
  reads: async ({ table, path: { webhookId }, json: asked, nowMs }) => {
    const { success, output } = v.safeParse(replayInput, asked)
    if (!success || !isUuid(webhookId) || rangeRefusal(output, nowMs)) return null
    return await beginCount(table, webhookId.toLowerCase(), selectionOf(output, nowMs))
  },
  async handle({ access: { orgId }, resource: { webhook }, body, early, table, work, clock }) {
    const nowMs = clock()
    const refusal = rangeRefusal(body, nowMs) ?? (body.events ? eventsRefusal(body.events) : null)
    if (refusal) return refusal
    if (webhook.status === 'disabled') return isDisabled
    const begun = early ?? (await beginCount(table, webhook.id, selectionOf(body, nowMs)))
    const { selection } = begun
    const [logged, missed] = await Promise.all([countLogged(begun), countMissed(table, webhook, selection)])
    const count = logged + missed
    for (const part of count === 0 ? [] : (['logged', 'missed'] as const)) {
      const data = { ...referenceOf(webhook), ...selection, part, after: null, pass: 1 } as const
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

function selectionOf({ from, to, status, events }: v.InferOutput<typeof replayInput>, nowMs: number) {
  const types = !events || events.includes('*') ? null : events
  const askedAt = timestamp(nowMs)
  return { from, to: to ?? askedAt, status, types, askedAt } satisfies Selection
}

/** Reads the first page of the log, which for most is all of it. */
async function beginCount(table: Table, webhookId: string, selection: ReturnType<typeof selectionOf>) {
  const pages = deliveriesSelected(table, { id: webhookId }, selection)
  return { selection, first: await pages.next(), others: pages }
}

async function countLogged({ first, others }: Awaited<ReturnType<typeof beginCount>>): Promise<number> {
  if (first.done) return 0
  return first.value.selected.length + (await sumOf(others, ({ selected }) => selected.length))
}

function countMissed(table: Table, webhook: Webhook, selection: Selection): Promise<number> {
  return sumOf(eventsMissed(table, webhook, selection), ({ envelopes }) => envelopes.length)
}

async function sumOf<Page>(pages: AsyncIterable<Page>, size: (page: Page) => number): Promise<number> {
  let sum = 0
  for await (const page of pages) sum += size(page)
  return sum
}
