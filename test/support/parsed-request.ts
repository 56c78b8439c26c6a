import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { type Incoming, incomingFrom } from '../../shared/http/incoming.ts'
import { jsonBody } from '../../shared/http/middleware/json-body.ts'

/** The request of an event with its JSON body parsed, as the middleware hands it to a pipeline. */
export async function parsedRequest(sent: APIGatewayProxyEvent): Promise<Incoming> {
  const event = { ...sent, incoming: incomingFrom(sent, []) }
  await jsonBody().before?.({ event, context: {} as Context, response: undefined, error: undefined, internal: {} })
  return event.incoming
}
