import * as v from 'valibot'
import { type CloudInUse, cloud } from './cloud.ts'

const eventSchema = v.looseObject({
  source: v.string(),
  'detail-type': v.string(),
  detail: v.looseObject({ id: v.string(), data: v.record(v.string(), v.unknown()) }),
})
export type LoggedEvent = v.InferOutput<typeof eventSchema>

const logSchema = v.object({ events: v.array(v.object({ sequence: v.number(), event: eventSchema })) })

/** What was read of a log so far. */
interface ReadLog {
  readonly events: LoggedEvent[]
  lastSequence: number
}

const logs = new WeakMap<CloudInUse, ReadLog>()

/** Everything on the service's bus, in the order of its arrival. Whoever asks again reads only what has come since. */
export async function busLog(): Promise<readonly LoggedEvent[]> {
  const { adminUrl, resources } = cloud()
  const log = logs.get(cloud()) ?? { events: [], lastSequence: 0 }
  logs.set(cloud(), log)
  const response = await fetch(`${adminUrl}/_local/events?bus=${resources.EventBusName}&since=${log.lastSequence}`)
  for (const { sequence, event } of v.parse(logSchema, await response.json()).events) {
    // Another reading may have come to the end of this one meanwhile.
    if (sequence <= log.lastSequence) continue
    log.events.push(event)
    log.lastSequence = sequence
  }
  return log.events
}
