import type { OutgoingHttpHeaders, RequestListener } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import inject from 'light-my-request'
import { clientAddress } from '../../../shared/http/client-address.ts'
import { securityHeaders } from '../../../shared/http/security-headers.ts'

/** Where clients reach this service: what tokens name as `iss`. The gateway says it, so that no configuration must. */
export function issuerOf(event: APIGatewayProxyEvent): string {
  const { domainName, path } = event.requestContext
  const mount = path.endsWith(event.path) ? path.slice(0, -event.path.length) : ''
  return `${protocolOf(event)}://${domainName}${mount}`
}

function protocolOf(event: APIGatewayProxyEvent): 'http' | 'https' {
  return headerValues(event)['x-forwarded-proto']?.[0] === 'http' ? 'http' : 'https'
}

/**
 * Hands a gateway event to a listener of node:http, without a socket, and its answer back to the gateway. Proxies of ours in front
 * of the gateway are believed whom they speak for.
 */
export async function answerThrough(
  listener: RequestListener,
  event: APIGatewayProxyEvent,
  trustedProxies: readonly string[],
): Promise<APIGatewayProxyResult> {
  const answer = await inject(listener, {
    method: event.httpMethod,
    url: `${event.path}${queryOf(event)}`,
    headers: requestHeaders(event, trustedProxies),
    payload: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  })
  const multiValueHeaders: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(securityHeaders)) multiValueHeaders[name.toLowerCase()] = [value]
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) multiValueHeaders[name] = [value].flat().map(String)
  }
  return { statusCode: answer.statusCode, multiValueHeaders, body: answer.payload }
}

function queryOf(event: APIGatewayProxyEvent): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    for (const value of values ?? []) query.append(name, value)
  }
  return query.size > 0 ? `?${query}` : ''
}

const notTakenOver = ['content-length', 'transfer-encoding', 'x-forwarded-host']

/** What the gateway vouches for replaces what the client claims: the host, the protocol, who asks, and the length of the body. */
function requestHeaders(event: APIGatewayProxyEvent, trustedProxies: readonly string[]): OutgoingHttpHeaders {
  const values = headerValues(event)
  const sent = Object.entries(values).filter(([name]) => !notTakenOver.includes(name))
  const { domainName, identity, requestId } = event.requestContext
  const vouchedFor = {
    host: domainName,
    'x-forwarded-proto': protocolOf(event),
    'x-forwarded-for': clientAddress(identity.sourceIp, values['x-forwarded-for']?.join(','), trustedProxies),
    'x-request-id': requestId,
  }
  return { ...Object.fromEntries(sent), ...vouchedFor }
}

function headerValues(event: APIGatewayProxyEvent): Record<string, string[]> {
  const values: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) values[name.toLowerCase()] = [value]
  }
  for (const [name, several] of Object.entries(event.multiValueHeaders ?? {})) {
    if (several !== undefined) values[name.toLowerCase()] = several
  }
  return values
}
