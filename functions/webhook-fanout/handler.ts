import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import * as v from 'valibot'
import { envelopeSchema } from '../../events/envelope.ts'
import { busSources } from '../../events/internal.ts'
import { workOff, workOffBodies } from '../../shared/job.ts'
import { platform } from '../../shared/platform.ts'
import { dispatchAll } from '../../shared/webhooks/dispatch.ts'
import { spread, subscribersOnce } from './spread.ts'

const publicEventSchema = v.object({ source: v.literal(busSources.public), detail: envelopeSchema })
const publicSourceSchema = v.object({ source: v.literal(busSources.public) })

/** Spreads events to the subscriptions that are for them, and goes on with what waited or is asked for again. */
export async function handler(batch: SQSEvent): Promise<SQSBatchResponse> {
  const [ofSubscribers, ofJobs] = [batch.Records.filter(isPublic), batch.Records.filter((record) => !isPublic(record))]
  const answers = await Promise.all([spreadAll({ Records: ofSubscribers }), goOn({ Records: ofJobs })])
  return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) }
}

function isPublic({ body }: SQSEvent['Records'][number]): boolean {
  return v.is(publicSourceSchema, JSON.parse(body))
}

/** The attempts of a whole batch are told in as few calls as hold them: most events have one subscription. */
async function spreadAll(batch: SQSEvent): Promise<SQSBatchResponse> {
  const together = inOneCall(dispatchAll, batch.Records.length)
  const subscribers = subscribersOnce(platform().table)
  const spreadOne = async (body: unknown) =>
    await spread(platform(), subscribers, v.parse(publicEventSchema, body).detail)
  return await workOffBodies(batch, async (body) => {
    const due = await spreadOne(body).catch(async (error: unknown) => {
      await together([])
      throw error
    })
    await together(due)
  })
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

/** Collects what some callers give, and hands it on when each of them has come. All of them hear what came of it. */
function inOneCall<Given>(
  handOn: (all: Given[]) => Promise<void>,
  callers: number,
): (given: readonly Given[]) => Promise<void> {
  const all: Given[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  let awaited = callers
  return (given) => {
    all.push(...given)
    awaited -= 1
    if (awaited === 0) resolve(handOn(all))
    return promise
  }
}
