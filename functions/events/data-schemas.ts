import { type EventType, eventData, eventTypes } from '../../events/catalog.ts'
import type { SchemaObject } from '../../shared/openapi/openapi-document.ts'
import { schemaWriter } from '../../shared/openapi/openapi-schemas.ts'

const { write } = schemaWriter()

/** The JSON Schema of each type's data, as the OpenAPI document has it. */
export const dataSchemas: Partial<Record<EventType, SchemaObject>> = Object.fromEntries(
  eventTypes.map((type) => [type, write(eventData[type], 'response')]),
)
