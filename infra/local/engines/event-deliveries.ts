import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { openDurableMap } from './durable-map.ts'

/** The envelope in which EventBridge delivers an event. */
export const eventSchema = v.object({
  version: v.literal('0'),
  id: v.string(),
  'detail-type': v.string(),
  source: v.string(),
  account: v.string(),
  time: v.string(),
  region: v.string(),
  resources: v.array(v.string()),
  detail: v.unknown(),
})
export type BusEvent = v.InferOutput<typeof eventSchema>

/** A target of an `AWS::Events::Rule`, ARNs resolved. */
export type Target = {
  Id: string
  Arn: string
  Input?: string
  InputPath?: string
  DeadLetterConfig?: { Arn?: string }
  RetryPolicy?: { MaximumRetryAttempts?: number; MaximumEventAgeInSeconds?: number }
}

/** How a delivery failed for good. */
export type Failure = { rule: string; attempts: number; error: unknown }

export type DeliveryOptions = {
  /** Hands the event, or what `Input` or `InputPath` makes of it, to the target; a rejection is tried again. */
  deliver(target: Target, payload: unknown): Promise<void>
  /** Takes what was given up. */
  deadLetter(target: Target, payload: unknown, failure: Failure): Promise<void>
  /** Waits before another attempt; the default doubles from 0.2 s up to 30 s. */
  pause?(attempt: number, signal: AbortSignal): Promise<void>
}

const pendingSchema = v.object({
  rule: v.string(),
  targetId: v.string(),
  event: eventSchema,
  attempts: v.number(),
  acceptedAtMs: v.number(),
})
type Pending = v.InferOutput<typeof pendingSchema>

/**
 * Delivers each event to each target in its own time, until it arrives or is given up. What is undelivered is in the file from its acceptance
 * on, and the next start takes it up; an attempt under way at the end may be repeated, as on AWS any delivery may be.
 */
export function startDeliveries(
  targetOf: (rule: string, targetId: string) => Target | undefined,
  { deliver, deadLetter, pause = doublingPause }: DeliveryOptions,
  path: string | undefined,
) {
  const pending = openDurableMap(path, pendingSchema)
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function attemptUntilDone(delivery: Pending, target: Target): Promise<void> {
    const payload = payloadOf(target, delivery.event)
    for (;;) {
      if (stopping.signal.aborted) return
      try {
        await deliver(target, payload)
        break
      } catch (error) {
        delivery.attempts++
        if (isGivenUp(target, delivery)) {
          const { rule, attempts } = delivery
          await deadLetter(target, payload, { rule, attempts, error })
          break
        }
      }
      await pause(delivery.attempts, stopping.signal)
    }
    pending.delete(keyOf(delivery))
  }

  function accept(delivery: Pending): void {
    const target = targetOf(delivery.rule, delivery.targetId)
    if (!target) return void pending.delete(keyOf(delivery))
    pending.set(keyOf(delivery), delivery)
    const run: Promise<void> = attemptUntilDone(delivery, target)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          console.error(`The delivery of ${delivery.event.id} to ${target.Arn}, or to its dead letters, failed:`, error)
      })
      .finally(() => running.delete(run))
    running.add(run)
  }

  for (const delivery of pending.values()) accept(delivery)

  return {
    accept: (rule: string, targetId: string, event: BusEvent) =>
      accept({ rule, targetId, event, attempts: 0, acceptedAtMs: Date.now() }),
    /** Ends the waits, lets the attempts under way finish, and keeps the rest. */
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running)
      pending.close()
    },
  }
}

const keyOf = ({ rule, targetId, event }: Pending) => `${event.id} ${rule} ${targetId}`

/** AWS tries 185 times in 24 hours unless the target says otherwise. */
function isGivenUp({ RetryPolicy }: Target, { attempts, acceptedAtMs }: Pending): boolean {
  const tooMany = attempts > (RetryPolicy?.MaximumRetryAttempts ?? 185)
  return tooMany || Date.now() - acceptedAtMs > 1000 * (RetryPolicy?.MaximumEventAgeInSeconds ?? 86_400)
}

function doublingPause(attempt: number, signal: AbortSignal): Promise<void> {
  return delay(Math.min(30_000, 100 * 2 ** attempt), undefined, { signal })
}

/** `Input` replaces the event; `InputPath` (`$`, `$.detail`, `$.detail.id`…) takes a part of it. */
function payloadOf({ Input, InputPath }: Target, event: BusEvent): unknown {
  if (Input !== undefined) return JSON.parse(Input)
  const [root, ...keys] = (InputPath ?? '$').split('.')
  if (root !== '$') throw new Error(`The input path ${InputPath} does not begin with $`)
  return keys.reduce<unknown>((value, key) => Object(value)[key], event)
}
