import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { fromItem, type Versioned } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type Webhook, type WebhookOwner, webhookPartition } from './webhook.ts'

export const maxWebhooks = 20

/**
 * Where an owner's subscriptions go, in one item, which each of them is made, moved and removed with: so no two go to the
 * same address, and no more than allowed are made, however many are asked for at once.
 */
const registerSchema = v.object({
  owner: v.string(),
  targets: v.array(v.object({ id: v.string(), url: v.string() })),
  version: v.number(),
})
export type Register = v.InferOutput<typeof registerSchema>

const registers: Versioned<Register> = {
  name: 'webhook_register',
  schema: registerSchema,
  key: ({ owner }) => ({ PK: owner, SK: registerSortKey }),
}
const registerSortKey = '#REGISTER'

export async function readRegister(table: Table, owner: WebhookOwner): Promise<Register> {
  const partition = webhookPartition(owner)
  const item = await getItem(table, { PK: partition, SK: registerSortKey })
  return item ? fromItem(registers, item) : { owner: partition, targets: [], version: 0 }
}

/** Why a subscription cannot be added; null if it can. */
export function registerRefusal(
  register: Register,
  webhook: Pick<Webhook, 'id' | 'url'>,
): Refusal<'already_exists' | 'quota_exceeded'> | null {
  return addressRefusal(register, webhook) ?? roomRefusal(register)
}

/** Why a subscription cannot have this URL; null if it can. */
export function addressRefusal(
  { targets }: Register,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
): Refusal<'already_exists'> | null {
  const isTaken = targets.some((target) => target.id !== id && sameAddress(target.url, url))
  if (!isTaken) return null
  return refuse('already_exists', 'A subscription to this url already exists. Change its events instead.')
}

function roomRefusal({ targets }: Register): Refusal<'quota_exceeded'> | null {
  if (targets.length < maxWebhooks) return null
  const message = `There can be at most ${maxWebhooks} subscriptions. Delete one that you no longer need.`
  const full = { metric: 'webhooks', limit: maxWebhooks, used: targets.length, remaining: 0 } as const
  return refuse('quota_exceeded', message, {
    ...full,
    period: null,
    blocking: true,
    resetsAt: null,
    scope: 'organization',
  })
}

/** Records the URL of a subscription; null removes it. */
export function register(work: UnitOfWork, before: Register, id: string, url: string | null): void {
  const others = before.targets.filter((target) => target.id !== id)
  const targets = url === null ? others : [...others, { id, url }]
  const after = { ...before, targets, version: before.version + 1 }
  if (before.version === 0) work.create(registers, after)
  else work.update(registers, before, after)
}

function sameAddress(left: string, right: string): boolean {
  return new URL(left).href === new URL(right).href
}
