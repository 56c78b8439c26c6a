import * as v from 'valibot'
import { timestamp } from '../../../shared/platform/clock.ts'
import { appended, type Chain, contentHash } from '../../../shared/platform/hash-chain.ts'
import type { Collection } from '../../../shared/store/collection.ts'
import { mailPartition } from './mail.ts'
import { type StepActor, stepActorSchema } from './step-actor.ts'

/** What can happen to an item. Each is a link of the item's evidence. */
export const stepTypes = [
  'queued',
  'submitted',
  'sent',
  'deposited',
  'delivered',
  'refused',
  'neglected',
  'bounced',
  'failed',
  'retried',
  'email_sent',
  'email_delivered',
  'email_bounced',
  'email_complained',
  'reminded',
  'opened',
  'otp_sent',
  'otp_failed',
  'otp_verified',
  'displayed',
  'downloaded',
  'recipient_update_requested',
  'recipient_update_answered',
  'recipient_update_expired',
  'proof_issued',
] as const
export type StepType = (typeof stepTypes)[number]

const content = {
  at: v.string(),
  type: v.picklist(stepTypes),
  actor: stepActorSchema,
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  seq: v.number(),
  prevHash: v.string(),
}

/** A link of the chain of an item. Its hash covers its content and the hash of the previous link. */
const stepSchema = v.object({
  mailId: v.string(),
  itemId: v.string(),
  id: v.string(),
  ...content,
  hash: v.string(),
  /** Of an act of the recipient (see acts.ts). It is beside the content, and no hash covers it. */
  mac: v.optional(v.string()),
})
export type Step = v.InferOutput<typeof stepSchema>

/** A step before it is in the chain, which adds its number, time and hashes. */
export interface StepDraft {
  readonly type: StepType
  readonly actor: StepActor
  readonly detail?: Readonly<Record<string, unknown>>
  readonly ip?: string | null
  readonly userAgent?: string | null
  readonly mac?: string
}

/** The steps of all items of a mail. */
export const stepStart = 'STEP#'

/** The beginning of the sort keys of an item's steps. */
export function stepsStart(itemId: string): string {
  return `${stepStart}${itemId}#`
}

export const steps: Collection<Step> = {
  name: 'registered_mail_step',
  schema: stepSchema,
  key: ({ mailId, itemId, seq }) => ({
    PK: mailPartition(mailId),
    SK: `${stepsStart(itemId)}${String(seq).padStart(6, '0')}`,
  }),
}

type ItemChain = Chain & { readonly at?: string | undefined }

/** When a step is recorded: never before the previous one, though the clock of this machine may be behind the one that recorded it. */
export function recordedAtMs({ at }: Pick<ItemChain, 'at'>, nowMs: number): number {
  return at === undefined ? nowMs : Math.max(nowMs, Date.parse(at))
}

/** Appends steps of one moment to the chain of an item. */
export function linkedSteps(
  { mailId, itemId, chain }: { readonly mailId: string; readonly itemId: string; readonly chain: ItemChain },
  drafts: readonly StepDraft[],
  { nowMs, ids }: { readonly nowMs: number; readonly ids: () => string },
): { steps: Step[]; chain: ItemChain } {
  if (drafts.length === 0) return { steps: [], chain }
  const at = timestamp(recordedAtMs(chain, nowMs))
  const contents = drafts.map(({ type, actor, detail = null, ip = null, userAgent = null }) => ({
    at,
    type,
    actor,
    detail: detail && { ...detail },
    ip,
    userAgent,
  }))
  const { links, chain: end } = appended(chain, contents)
  const linked = links.map((link, index): Step => {
    const mac = drafts[index]?.mac
    return { ...link, mailId, itemId, id: ids(), ...(mac !== undefined && { mac }) }
  })
  return { steps: linked, chain: { ...end, at } }
}

/** The hash that a step must have. */
export function stepHash({ at, type, actor, detail, ip, userAgent, seq, prevHash }: Step): string {
  return contentHash({ at, type, actor, detail, ip, userAgent, seq, prevHash })
}
