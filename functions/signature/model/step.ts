import * as v from 'valibot'
import { appended, type Chain, contentHash } from '../../../shared/platform/hash-chain.ts'

/** The types of steps. Each is a line of the activity and, except for downloads, a link of the evidence. */
export const stepTypes = [
  'created',
  'sent',
  'changed',
  'notified',
  'email_sent',
  'email_delivered',
  'email_bounced',
  'email_complained',
  'link_issued',
  'opened',
  'pages_viewed',
  'otp_sent',
  'otp_failed',
  'otp_verified',
  'consented',
  'signed',
  'declined',
  'failed',
  'reminded',
  'corrected',
  'extended',
  'canceled',
  'expired',
  'completed',
  'sealed',
  'seal_failed',
  'reseal_requested',
  'renewed',
  'renewal_failed',
  'archived',
  'restore_requested',
  'restored',
  'purge_scheduled',
  'purged',
  'downloaded',
] as const
export type StepType = (typeof stepTypes)[number]

export const stepActorSchema = v.object({
  type: v.picklist(['user', 'api_key', 'delegated', 'signer', 'recipient', 'system', 'vendor']),
  id: v.nullable(v.string()),
  name: v.string(),
  /** The person for whom an application acted. */
  onBehalfOf: v.optional(v.object({ userId: v.string(), name: v.string() })),
})
export type StepActor = v.InferOutput<typeof stepActorSchema>

const stepContent = {
  seq: v.number(),
  at: v.string(),
  type: v.picklist(stepTypes),
  actor: stepActorSchema,
  signerId: v.nullable(v.string()),
  detail: v.nullable(v.record(v.string(), v.unknown())),
  ip: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
}

/** A link of the chain. Its hash covers its content and the hash of the previous link. */
export const stepSchema = v.object({
  ...stepContent,
  requestId: v.string(),
  id: v.string(),
  prevHash: v.string(),
  hash: v.string(),
  /** Of an act of a signer (see acts.ts). It is beside the content, and no hash covers it. */
  mac: v.optional(v.string()),
})
export type Step = v.InferOutput<typeof stepSchema>

/** A link as stored. Values that follow from its position or from other links are left out. */
export const ownPartsSchema = v.array(v.omit(stepSchema, ['requestId', 'at', 'seq', 'prevHash']))
export type OwnParts = v.InferOutput<typeof ownPartsSchema>

export function ownPartsOf(steps: readonly Step[]): OwnParts {
  return steps.map(({ id, type, actor, signerId, detail, ip, userAgent, hash, mac }) => {
    return { id, type, actor, signerId, detail, ip, userAgent, hash, ...(mac !== undefined && { mac }) }
  })
}

/** The links of one moment. The first has this number and follows this hash. */
export function stepsFrom(start: Pick<Step, 'requestId' | 'at' | 'seq' | 'prevHash'>, parts: OwnParts): Step[] {
  return parts.map((part, index) => ({
    ...part,
    requestId: start.requestId,
    at: start.at,
    seq: start.seq + index,
    prevHash: parts[index - 1]?.hash ?? start.prevHash,
  }))
}

/** A step before it is in the chain, which adds its number, time and hashes. */
export interface StepDraft {
  readonly type: StepType
  readonly actor: StepActor
  readonly signerId?: string
  readonly detail?: Record<string, unknown>
  readonly ip?: string | null
  readonly userAgent?: string | null
  readonly mac?: string
}

/** Steps and downloads are stored separately, so that the chain can be read without the downloads. */
export const stepPrefix = 'STEP#'

export function stepHash(step: Omit<Step, 'hash' | 'requestId' | 'id'>): string {
  const { seq, at, type, actor, signerId, detail, ip, userAgent, prevHash } = step
  return contentHash({ seq, at, type, actor, signerId, detail, ip, userAgent, prevHash })
}

/** Appends the drafts to a chain; gives the new links and the new end. */
export function linked(
  chain: Chain,
  drafts: readonly StepDraft[],
  base: { requestId: string; at: string; ids: () => string },
): { steps: Step[]; chain: Chain } {
  const contents = drafts.map((draft) => ({
    at: base.at,
    type: draft.type,
    actor: draft.actor,
    signerId: draft.signerId ?? null,
    detail: draft.detail ?? null,
    ip: draft.ip ?? null,
    userAgent: draft.userAgent ?? null,
  }))
  const { links, chain: end } = appended(chain, contents)
  const steps = links.map((link, index) => {
    const mac = drafts[index]?.mac
    return { ...link, requestId: base.requestId, id: base.ids(), ...(mac !== undefined && { mac }) }
  })
  return { steps, chain: end }
}
