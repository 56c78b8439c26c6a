import * as v from 'valibot'

const uuid = v.pipe(v.string(), v.uuid())

/** Every signature event names the request, and repeats the caller's own reference when the request has one. */
const request = { requestId: uuid, title: v.string(), clientReference: v.optional(v.string()) }
const signer = { ...request, signerId: uuid, signerName: v.string() }

/** The data of each event type: identifiers and business status only. */
export const eventData = {
  'signature.created': v.object(request),
  'signature.viewed': v.object(signer),
  'signature.signed': v.object(signer),
  'signature.completed': v.object(request),
  'signature.declined': v.object({ ...signer, reason: v.nullable(v.string()) }),
  'signature.expired': v.object(request),
  'signature.canceled': v.object(request),
  'signature.delivery_failed': v.object({ ...signer, reason: v.string() }),
} as const

export type EventType = keyof typeof eventData

/** One line of meaning for each type. */
export const eventMeaning: Record<EventType, string> = {
  'signature.created': 'a request was sent to its signers',
  'signature.viewed': 'a signer opened the document for the first time',
  'signature.signed': 'a signer signed',
  'signature.completed': 'every signer signed and the sealed document can be downloaded',
  'signature.declined': 'a signer declined; nobody else can sign',
  'signature.expired': 'the expiry date was reached before everybody signed',
  'signature.canceled': 'the organization canceled the request',
  'signature.delivery_failed': 'the message to a signer could not be delivered',
}
