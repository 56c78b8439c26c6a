import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { envelopeSchema } from '../../../events/envelope.ts'
import { busSources } from '../../../events/internal.ts'
import { workOff, workOffBodies } from '../../../shared/platform/job.ts'
import { platform } from '../../../shared/store/platform.ts'
import type { Delivery } from '../model/delivery.ts'
import { guard } from '../model/delivery-guard.ts'
import { dispatchAll } from '../model/dispatch.ts'
import { keptUntried } from './first-attempts.ts'
import { deliveriesOf, subscribersOnce } from './spread.ts'

const publicEventSchema = v.object({ source: v.literal(busSources.public), detail: envelopeSchema })
const publicSourceSchema = v.object({ source: v.literal(busSources.public) })

/** Spreads events to the subscriptions that are for them, and goes on with what waited or is asked for again. */
export async function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  const [ofSubscribers, ofJobs] = [batch.Records.filter(isPublic), batch.Records.filter((record) => !isPublic(record))]
  const answers = await Promise.all([spreadAll({ Records: ofSubscribers }), goOn({ Records: ofJobs })])
  return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
}

/** What is no JSON fails by itself later on, and lets the messages beside it pass. */
function isPublic({ body }: SQSEvent['Records'][number]): boolean {
  try {
    return v.is(publicSourceSchema, JSON.parse(body))
  } catch {
    return false
  }
}

/**
 * The deliveries of a whole batch are guarded together before any of them is kept, and their attempts told in as few calls as
 * hold them: most events have one subscription.
 */
async function spreadAll(batch: SQSEvent): Promise<SQSBatchResponse> {
  const { table, clock } = platform()
  const events = batch.Records.length
  const guarded = inOneCall((made: Delivery[]) => guard(table, made, clock()), events)
  const told = inOneCall(dispatchAll, events)
  const subscribers = subscribersOnce(table)
  const made = async (body: unknown) =>
    await deliveriesOf(platform(), subscribers, v.parse(publicEventSchema, body).detail)
  const due = async (making: Promise<Delivery[]>) => {
    const areGuarded = await guarded(making)
    return await keptUntried(table, await making, areGuarded)
  }
  return await workOffBodies(batch, async (body) => await told(due(made(body))))
}

function goOn(batch: SQSEvent): Promise<SQSBatchResponse> {
  return workOff(batch, ['webhook.resume_due', 'webhook.replay_due'], async (type, data, _id) => {
    if (type === 'webhook.resume_due') {
      const { resume } = await import('./resume.ts')
      return await resume(platform(), data)
    }
    const { replay } = await import('./replay.ts')
    await replay(platform(), data)
  })
}

/**
 * Collects what some callers give, and hands it on when each of them has come, if only to fail. All of them hear what came of
 * it.
 */
function inOneCall<Given, Result>(
  handOn: (all: Given[]) => Promise<Result>,
  callers: number,
): (giving: Promise<readonly Given[]>) => Promise<Result> {
  const all: Given[] = []
  const { promise, resolve } = Promise.withResolvers<Result>()
  let awaited = callers
  return async (giving) => {
    try {
      all.push(...(await giving))
    } finally {
      awaited -= 1
      if (awaited === 0) resolve(handOn(all))
    }
    return await promise
  }
}
