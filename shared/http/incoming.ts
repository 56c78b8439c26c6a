import type { APIGatewayProxyEvent } from 'aws-lambda'
import { clientAddress } from './client-address.ts'

/** The value of a JSON body, or why there is none. */
export type ParsedJson = { readonly value: unknown } | { readonly fault: JsonBodyFault }
/**
 * `content_type`: the body is declared as something other than JSON. `malformed`: it is no JSON, or has a key such as
 * `__proto__` that could change objects. `half_character`: it contains an unpaired surrogate. `not_utf8`: its bytes are no UTF-8.
 */
export type JsonBodyFault = 'content_type' | 'malformed' | 'half_character' | 'not_utf8'

/** A request of the gateway in a normalized form. */
export interface Incoming {
  readonly requestId: string
  /** The gateway's own id. It is unique; a client may choose `requestId`. */
  readonly arrivalId: string
  readonly method: string
  /** The template that the path matched, such as `/v1/nodes/{nodeId}`. */
  readonly route: string
  readonly path: string
  readonly pathParameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Names of the query that come more than once, or as `name[]`: no parameter is a list of that kind. */
  readonly repeatedParameters: readonly string[]
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw bytes. */
  readonly body: Buffer
  /** The body as JSON; null where it is empty, or larger than any operation takes. */
  readonly json: ParsedJson | null
  readonly ip: string
  /** The public address of the API, without a trailing slash. */
  readonly baseUrl: string
}

/** A client asks for the headers of an answer to GET. It gets no body, so nothing was read or downloaded. */
export function isHead({ method }: Pick<Incoming, 'method'>): boolean {
  return method === 'HEAD'
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
    query: withoutEmptyFilters(present(event.queryStringParameters)),
    repeatedParameters: repeatedIn(event.multiValueQueryStringParameters),
    headers,
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    json: null,
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

/** Parameters whose empty value says something, or is an error of its own. */
const notFilters: readonly string[] = ['pageSize', 'pageToken', 'cursor', 'externalId']

/** An empty filter filters nothing: forms and generated clients send one for every field that is not filled in. */
function withoutEmptyFilters(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value.trim() !== '' || notFilters.includes(name)),
  )
}

function repeatedIn(values: APIGatewayProxyEvent['multiValueQueryStringParameters']): string[] {
  return Object.entries(values ?? {}).flatMap(([name, given]) =>
    (given?.length ?? 0) > 1 || name.endsWith('[]') ? [name] : [],
  )
}
