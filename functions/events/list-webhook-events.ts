import * as v from 'valibot'
import { eventMeaning, familyOf, featureOfFamily, subscribableTypes } from '../../events/catalog.ts'
import { exampleEnvelope } from '../../events/examples.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { eventView } from '../../shared/openapi/event-view.ts'
import { growing } from '../../shared/platform/growing.ts'
import { features } from '../../shared/store/features.ts'

/** The writer of JSON Schema is loaded when it is first asked for: reading events does without it. */
const loadDataSchemas = () => import('./data-schemas.ts')

export const listWebhookEvents = operation({
  id: 'listWebhookEvents',
  method: 'GET',
  path: '/v1/webhook-events',
  tag: 'Events',
  summary: 'List the event types',
  description:
    'Returns all event types that you can subscribe to; the list is the same for everybody. Later versions may add types, and fields to the data of a type. A subscription also receives `webhook.test` when somebody requests a test.',
  // It tells nothing of any organization: whoever writes a receiver may look at it, with whatever token they have.
  access: { to: 'principal' },
  responses: {
    200: v.object({
      results: v.array(
        v.pipe(
          v.object({
            type: growing(subscribableTypes),
            description: v.pipe(v.string(), v.description('When the event happens.')),
            feature: v.pipe(
              v.nullable(growing(features)),
              v.description('The feature that an entity needs for this event. Null if it needs none.'),
            ),
            example: v.pipe(eventView, v.description('An example of the event as it is sent.')),
            schema: v.pipe(
              v.record(v.string(), v.unknown()),
              v.description('The JSON Schema (2020-12) of the event data.'),
            ),
          }),
          v.title('EventType'),
        ),
      ),
    }),
  },
  errors: [],
  loadModules: loadDataSchemas,
  async handle() {
    const { dataSchemas } = await loadDataSchemas()
    const results = subscribableTypes.map((type) => ({
      type,
      description: eventMeaning[type],
      feature: featureOfFamily[familyOf(type)],
      example: exampleEnvelope(type),
      schema: { ...dataSchemas[type] },
    }))
    return reply(200, { results })
  },
})
