import * as v from 'valibot'

const uuid = v.pipe(v.string(), v.uuid())
const requestRef = v.object({ requestId: uuid })

/** What the jobs of the service tell each other. Never sent to subscribers. */
export const internalEventData = {
  /** It is the turn of these signers: their vendor is to ask them. */
  'signature.signers_due': v.object({ requestId: uuid, vendor: v.string(), signerIds: v.array(uuid) }),
  /** Every signer signed: the document is to be sealed. */
  'signature.seal_due': requestRef,
  /** A commit names this stored object, which until then would have expired as an orphan. */
  'document.stored': v.object({ key: v.string() }),
  /** A commit dropped what named this stored object. */
  'document.discarded': v.object({ key: v.string() }),
} as const

export type InternalEventType = keyof typeof internalEventData

type InternalDataOf<Type extends InternalEventType> = v.InferOutput<(typeof internalEventData)[Type]>

export type InternalEvent = {
  [Type in InternalEventType]: { type: Type; data: InternalDataOf<Type> }
}[InternalEventType]

/** The two sources on the bus: rules for subscribers match the first and never see the second. */
export const busSources = { public: 'sealpost', internal: 'sealpost.internal' } as const
