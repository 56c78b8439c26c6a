import { type EventType, eventData, eventMeaning, eventTypes, familyOf, featureOfFamily } from '../../events/catalog.ts'
import { exampleEnvelope } from '../../events/examples.ts'
import { webhookAgent, webhookHeaderNames } from '../../events/webhook-signature.ts'
import { eventView } from './event-view.ts'
import type { OperationObject, ParameterObject, Reference, SchemaObject } from './openapi-document.ts'
import { capitalized } from './openapi-operation.ts'
import type { SchemaWriter } from './openapi-schemas.ts'

export const webhookTag = {
  name: 'Event types',
  description:
    'The events that are posted to your endpoint when a subscription includes them. Verify `X-SVC-Signature` ' +
    'over the bytes of the body before you parse it, and drop requests that are older than five minutes. ' +
    'Deliveries can arrive more than once and in any order. Use `id` to recognize an event.',
}

const uuid: SchemaObject = { type: 'string', format: 'uuid' }

/** What every delivery carries beside its body. */
export const webhookParameters = {
  WebhookUserAgent: {
    ...header(webhookHeaderNames.userAgent, 'The sender of the request.'),
    schema: { type: 'string', const: webhookAgent },
  },
  WebhookSignature: {
    ...header(
      webhookHeaderNames.signature,
      'The time of sending in Unix seconds, and the hex HMAC-SHA256 of `<t>.<raw body>` under the secret of ' +
        'the subscription: `t=<seconds>,v1=<signature>`. While an earlier secret is still valid, there is a ' +
        'second `v1`.',
    ),
    schema: { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
  },
  WebhookEventId: { ...header(webhookHeaderNames.eventId, 'The same as `id`.'), schema: uuid },
  WebhookDeliveryId: {
    ...header(webhookHeaderNames.deliveryId, 'Identifies the delivery: one event to one subscription.'),
    schema: uuid,
  },
  WebhookLivemode: {
    ...header(webhookHeaderNames.livemode, 'The same as `livemode`.'),
    schema: { type: 'string', enum: ['true', 'false'] },
  },
} as const satisfies Record<string, ParameterObject>

function header(name: string, description: string) {
  return { name, in: 'header', required: true, description } as const
}

type Webhooks = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>

/** What subscribers are sent, by type, as the catalog has it. */
export function webhooksOf(writer: SchemaWriter): Webhooks {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: webhookOf(type, writer) }]))
}

function webhookOf(type: EventType, writer: SchemaWriter): OperationObject {
  const feature = featureOfFamily[familyOf(type)]
  return {
    operationId: `on${type.split(/[._]/).map(capitalized).join('')}`,
    tags: [webhookTag.name],
    summary: capitalized(eventMeaning[type]),
    ...(feature ? { 'x-feature': feature } : {}),
    // The signature stands for a token.
    security: [],
    parameters: parametersOf(type),
    requestBody: { required: true, content: { 'application/json': { schema: envelopeOf(type, writer) } } },
    responses: {
      '2XX': {
        description:
          'Received. Any other status, a redirect, or no answer within 10 seconds counts as a failure. The ' +
          'event is then sent again.',
      },
    },
  }
}

function parametersOf(type: EventType): (ParameterObject | Reference)[] {
  const ofAll = Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const ofType: SchemaObject = { type: 'string', const: type }
  return [...ofAll, { ...header(webhookHeaderNames.eventType, 'The same as `type`.'), schema: ofType }]
}

function envelopeOf(type: EventType, writer: SchemaWriter): SchemaObject {
  const properties = { type: { const: type }, data: writer.write(eventData[type], 'response') }
  const examples = [exampleEnvelope(type)]
  return { allOf: [writer.write(eventView, 'response'), { type: 'object', properties }], examples }
}
