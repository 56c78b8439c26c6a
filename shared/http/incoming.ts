import type { APIGatewayProxyEvent } from 'aws-lambda'
import { clientAddress } from './client-address.ts'

/** A request as the gateway handed it over, with one spelling for everything. */
export interface Incoming {
  readonly requestId: string
  /** The gateway's own id: unlike `requestId`, which a client may choose, no two requests share it. */
  readonly arrivalId: string
  readonly method: string
  /** The path's template, which the gateway matched, such as `/v1/nodes/{nodeId}`. */
  readonly route: string
  readonly path: string
  readonly pathParameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
  readonly ip: string
  /** The public address of the API, without a trailing slash. */
  readonly baseUrl: string
}

const acceptedRequestId = /^[A-Za-z0-9._-]{1,128}$/

export function incomingFrom(event: APIGatewayProxyEvent, trustedProxies: readonly string[]): Incoming {
  const headers = lowerCaseNames(event.headers)
  const { requestContext, path } = event
  const ownId = headers['x-request-id']
  const mount = requestContext.path.endsWith(path) ? requestContext.path.slice(0, -path.length) : ''
  return {
    requestId: ownId && acceptedRequestId.test(ownId) ? ownId : requestContext.requestId,
    arrivalId: requestContext.requestId,
    method: event.httpMethod,
    route: event.resource,
    path,
    pathParameters: present(event.pathParameters),
    query: present(event.queryStringParameters),
    headers,
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    ip: clientAddress(requestContext.identity.sourceIp, headers['x-forwarded-for'], trustedProxies),
    baseUrl: `${headers['x-forwarded-proto'] ?? 'https'}://${requestContext.domainName}${mount}`,
  }
}

function lowerCaseNames(headers: APIGatewayProxyEvent['headers'] | null): Record<string, string | undefined> {
  const lowered: Record<string, string | undefined> = {}
  for (const name in headers) lowered[name.toLowerCase()] = headers[name]
  return lowered
}

function present(values: Record<string, string | undefined> | null): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(values ?? {})) if (value !== undefined) found[name] = value
  return found
}
