import * as v from 'valibot'
import { eventMeaning, familyOf, featureOfFamily, subscribableTypes } from '../../events/catalog.ts'
import { exampleEnvelope } from '../../events/examples.ts'
import { operation } from '../../shared/http/operation.ts'
import { reply } from '../../shared/http/reply.ts'
import { eventView } from '../../shared/openapi/event-view.ts'
import { features } from '../../shared/store/features.ts'

/** The writer of JSON Schema is loaded when it is first asked for: reading events does without it. */
const loadDataSchemas = () => import('./data-schemas.ts')

export const listWebhookEvents = operation({
  id: 'listWebhookEvents',
  method: 'GET',
  path: '/v1/webhook-events',
  tag: 'Events',
  summary: 'List the types of events that can be subscribed to',
  description:
    'The same for everybody, whole, in the order of the catalog. Later versions may add types, and fields to the data of a type. A subscription is sent `webhook.test` besides, when somebody asks for a test of it.',
  // It tells nothing of any organization: whoever writes a receiver may look at it, with whatever token they have.
  access: { to: 'principal' },
  responses: {
    200: v.object({
      results: v.array(
        v.pipe(
          v.object({
            type: v.picklist(subscribableTypes),
            description: v.pipe(v.string(), v.description('When it happens.')),
            feature: v.pipe(
              v.nullable(v.picklist(features)),
              v.description('Without this feature of an entity it does not happen there.'),
            ),
            example: v.pipe(eventView, v.description('As it is sent.')),
            schema: v.pipe(v.record(v.string(), v.unknown()), v.description('A JSON Schema (2020-12) of its data.')),
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
      ...{ type, description: eventMeaning[type], feature: featureOfFamily[familyOf(type)] },
      ...{ example: exampleEnvelope(type), schema: { ...dataSchemas[type] } },
    }))
    return reply(200, { results })
  },
})
