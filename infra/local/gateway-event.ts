import type { APIGatewayProxyEvent } from 'aws-lambda'
import { localAccount } from './template-resources.ts'

/** A request as the gateway received it. */
export type GatewayRequest = {
  method: string
  /** Below the API's mount, still encoded. */
  path: string
  query: URLSearchParams
  /** Name and value by turns, as they came. */
  rawHeaders: readonly string[]
  body: Buffer
  sourceAddress: string
  port: number
}

export type EventContext = {
  requestId: string
  timeMs: number
  apiId: string
  stage: string
  resource: string
  /** `''` or `/auth`: what `requestContext.path` has before `path`, as a stage has on AWS. */
  mount: string
  pathParameters: Record<string, string>
  binaryMediaTypes: readonly string[]
}

/** The event of a Lambda proxy integration, version 1.0. */
export function createProxyEvent(request: GatewayRequest, context: EventContext): APIGatewayProxyEvent {
  const headers = groupHeaders([...request.rawHeaders, ...forwarding(request)])
  const query = groupQuery(request.query)
  const isBase64Encoded = request.body.length > 0 && isBinary(last(headers, 'content-type'), context.binaryMediaTypes)
  const { pathParameters } = context
  return {
    resource: context.resource,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(headers),
    multiValueHeaders: headers,
    queryStringParameters: query && lastValues(query),
    multiValueQueryStringParameters: query,
    pathParameters: Object.keys(pathParameters).length === 0 ? null : pathParameters,
    stageVariables: null,
    requestContext: requestContext(request, context, last(headers, 'user-agent')),
    body: request.body.length === 0 ? null : request.body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  }
}

/**
 * The query as API Gateway reads it, from what follows the first `?`; null for one that it refuses. A semicolon parts parameters as `&`
 * does, and a pipe must be encoded.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
export function readQuery(text: string): URLSearchParams | null {
  return text.includes('|') ? null : new URLSearchParams(text.replaceAll(';', '&'))
}

/** Whether a `Content-Type` or `Accept` is one of the binary media types, which may have wildcards. */
export function isBinary(header: string | undefined, binaryMediaTypes: readonly string[]): boolean {
  const mediaType = (header ?? 'application/json').split(/[;,]/)[0]?.trim().toLowerCase() ?? ''
  return binaryMediaTypes.some((pattern) => {
    const [type, subtype] = pattern.toLowerCase().split('/')
    const [actualType, actualSubtype] = mediaType.split('/')
    return (type === '*' || type === actualType) && (subtype === '*' || subtype === actualSubtype)
  })
}

function requestContext(
  request: GatewayRequest,
  context: EventContext,
  userAgent: string | undefined,
): APIGatewayProxyEvent['requestContext'] {
  return {
    accountId: localAccount,
    apiId: context.apiId,
    authorizer: null,
    domainName: `localhost:${request.port}`,
    domainPrefix: 'localhost',
    extendedRequestId: context.requestId,
    httpMethod: request.method,
    identity: { ...noIdentity, sourceIp: request.sourceAddress, userAgent: userAgent ?? null },
    path: context.mount + request.path,
    protocol: 'HTTP/1.1',
    requestId: context.requestId,
    requestTime: commonLogTime(context.timeMs),
    requestTimeEpoch: context.timeMs,
    resourceId: context.resource,
    resourcePath: context.resource,
    stage: context.stage,
  }
}

/** `09/Apr/2015:12:34:56 +0000` */
function commonLogTime(timeMs: number): string {
  const [, day, month, year, time] = new Date(timeMs).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

const noIdentity = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
}

/** The gateway appends itself to a chain that the client may have sent, and overwrites the other two. */
function forwarding({ rawHeaders, sourceAddress, port }: GatewayRequest): string[] {
  const before = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === forwardedFor,
  )
  const chain = [...before, sourceAddress].join(', ')
  return ['X-Forwarded-For', chain, 'X-Forwarded-Port', String(port), 'X-Forwarded-Proto', 'http']
}

const forwardedFor = 'x-forwarded-for'
const replaced = new Set([forwardedFor, 'x-forwarded-port', 'x-forwarded-proto'])

/** Names keep the case in which they first came. Of the forwarding headers the gateway's own are the last and the only ones. */
function groupHeaders(rawHeaders: readonly string[]): Record<string, string[]> {
  const groups = new Map<string, { name: string; values: string[] }>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const key = name.toLowerCase()
    const group = groups.get(key)
    if (group && !replaced.has(key)) group.values.push(value)
    else groups.set(key, { name, values: [value] })
  }
  return Object.fromEntries([...groups.values()].map(({ name, values }) => [name, values]))
}

function groupQuery(query: URLSearchParams): Record<string, string[]> | null {
  const names = [...new Set(query.keys())]
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, query.getAll(name)]))
}

function lastValues(groups: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.at(-1) ?? '']))
}

function last(headers: Record<string, string[]>, name: string): string | undefined {
  return Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    .at(-1)
}
