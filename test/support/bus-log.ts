import * as v from 'valibot'
import { type CloudInUse, cloud } from './cloud.ts'

const eventSchema = v.looseObject({
  source: v.string(),
  'detail-type': v.string(),
  detail: v.looseObject({ id: v.string(), data: v.record(v.string(), v.unknown()) }),
})
export type LoggedEvent = v.InferOutput<typeof eventSchema>

const logSchema = v.object({ events: v.array(v.object({ sequence: v.number(), event: eventSchema })) })

/** The events of a log that were fetched so far. */
interface ReadLog {
  readonly events: LoggedEvent[]
  lastSequence: number
}

const logs = new WeakMap<CloudInUse, ReadLog>()

/** All events of the service's bus, in the order of their arrival. A second call fetches only the events after those of the first. */
export async function busLog(): Promise<readonly LoggedEvent[]> {
  const { adminUrl, resources } = cloud()
  const log = logs.get(cloud()) ?? { events: [], lastSequence: 0 }
  logs.set(cloud(), log)
  const response = await fetch(`${adminUrl}/_local/events?bus=${resources.EventBusName}&since=${log.lastSequence}`)
  for (const { sequence, event } of v.parse(logSchema, await response.json()).events) {
    // A call that was made at the same time may have fetched it already.
    if (sequence <= log.lastSequence) continue
    log.events.push(event)
    log.lastSequence = sequence
  }
  return log.events
}
