import type { OutgoingHttpHeaders, RequestListener } from 'node:http'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import inject from 'light-my-request'
import type { GatewayAnswer } from '../../../shared/http/gateway-answer.ts'
import type { HttpEvent } from '../../../shared/http/middleware/http-middleware.ts'

/** The address at which clients reach this service, and the `iss` of its tokens. The gateway knows it, so nobody configures it. */
export function issuerOf(event: APIGatewayProxyEvent): string {
  const { domainName, path } = event.requestContext
  const mount = path.endsWith(event.path) ? path.slice(0, -event.path.length) : ''
  return `${protocolOf(event)}://${domainName}${mount}`
}

function protocolOf(event: APIGatewayProxyEvent): 'http' | 'https' {
  return headerValues(event)['x-forwarded-proto']?.[0] === 'http' ? 'http' : 'https'
}

/** Passes a gateway event to a listener of node:http without a socket, and its answer back to the gateway. */
export async function answerThrough(listener: RequestListener, event: HttpEvent): Promise<GatewayAnswer> {
  const answer = await inject(listener, {
    method: event.httpMethod,
    url: `${event.path}${queryOf(event)}`,
    headers: requestHeaders(event),
    payload: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  })
  const multiValueHeaders: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) multiValueHeaders[name] = [value].flat().map(String)
  }
  return { statusCode: answer.statusCode, headers: {}, multiValueHeaders, body: answer.payload }
}

function queryOf(event: APIGatewayProxyEvent): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    for (const value of values ?? []) query.append(name, value)
  }
  return query.size > 0 ? `?${query}` : ''
}

const notTakenOver = ['content-length', 'transfer-encoding', 'x-forwarded-host']

/** The gateway's host, protocol, client address and body length replace the client's claims. */
function requestHeaders(event: HttpEvent): OutgoingHttpHeaders {
  const sent = Object.entries(headerValues(event)).filter(([name]) => !notTakenOver.includes(name))
  const { domainName, requestId } = event.requestContext
  const vouchedFor = {
    host: domainName,
    'x-forwarded-proto': protocolOf(event),
    'x-forwarded-for': event.incoming.ip,
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
