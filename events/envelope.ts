import * as v from 'valibot'
import { type DataOf, type EventType, eventData } from './catalog.ts'
import { uuid } from './uuid.ts'

/** The version of the payloads (contract §9.1). */
export const apiVersion = '1'

/** The payload of every event (contract §6.2). `type` decides the fields of `data`. */
export const envelopeSchema = v.object({
  id: uuid,
  type: v.string(),
  apiVersion: v.literal(apiVersion),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  providerId: uuid,
  orgId: uuid,
  livemode: v.boolean(),
  data: v.record(v.string(), v.unknown()),
})

export type Envelope = v.InferOutput<typeof envelopeSchema>

/** An event before it has an id: a type of the catalog with its data. */
export type PublicEvent = { [Type in EventType]: { type: Type; data: DataOf<Type> } }[EventType]

/** The organization that an event belongs to. */
export interface EventOwner {
  readonly providerId: string
  readonly orgId: string
  readonly livemode: boolean
}

/** An event as all callers see it, with its fields and data in the order of the catalog. */
export function orderedEnvelope({ id, type, createdAt, providerId, orgId, livemode, data }: Envelope): Envelope {
  const schema = new Map<string, v.GenericSchema<unknown, Envelope['data']>>(Object.entries(eventData)).get(type)
  // An event of an older catalog stays as it was.
  const ordered = schema && v.safeParse(schema, data)
  return {
    id,
    type,
    apiVersion,
    createdAt,
    providerId,
    orgId,
    livemode,
    data: ordered?.success ? ordered.output : data,
  }
}

/** The JSON of an event, the same bytes every time. */
export function serializedEnvelope(envelope: Envelope): string {
  return JSON.stringify(orderedEnvelope(envelope))
}
