import { gzipSync } from 'node:zlib'
import { isBinary } from './gateway-event.ts'
import { asNumber, asObject, asString, type Json, type JsonObject } from './template.ts'

export type Headers = Record<string, string | string[]>
export type HttpAnswer = { status: number; headers: Headers; body: Buffer }

/** The kinds of refusal that this gateway gives, with the status and the message that API Gateway has for them. */
const refusals = {
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  INTEGRATION_FAILURE: { status: 502, message: 'Internal server error' },
} as const
export type Refusal = keyof typeof refusals

/**
 * The answer for what the gateway itself refuses: the API's gateway response of that type, else its DEFAULT_4XX or DEFAULT_5XX, else API Gateway's own.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export function gatewayAnswer(
  definition: JsonObject,
  refusal: Refusal,
  { requestId, accept = '' }: { readonly requestId: string; readonly accept?: string | undefined },
): HttpAnswer {
  const { status, message } = refusals[refusal]
  const configured = asObject(definition['x-amazon-apigateway-gateway-responses'])
  const fallback = status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'
  const response = asObject(configured[refusal] ?? configured[fallback])
  const templates = asObject(response.responseTemplates)
  const accepted = Object.entries(templates).find(([type]) => accept.split(/[,;\s]+/).includes(type))
  const [contentType, template] = accepted ??
    Object.entries(templates)[0] ?? ['application/json', '{"message":$context.error.messageString}']
  const variables = { requestId, 'error.message': message, 'error.responseType': refusal }
  return {
    status: asNumber(response.statusCode) ?? status,
    headers: { 'Content-Type': contentType, ...responseParameters(asObject(response.responseParameters), variables) },
    body: Buffer.from(fillTemplate(asString(template), variables)),
  }
}

type Variables = { requestId: string; 'error.message': string; 'error.responseType': string }

function fillTemplate(template: string, variables: Variables): string {
  return template
    .replaceAll('$context.error.messageString', JSON.stringify(variables['error.message']))
    .replaceAll('$context.error.message', variables['error.message'])
    .replaceAll('$context.error.responseType', variables['error.responseType'])
    .replaceAll(/\$context\.(requestId|extendedRequestId)/g, variables.requestId)
}

/** `gatewayresponse.header.Name` ← a quoted constant or a `context` variable. */
function responseParameters(parameters: JsonObject, variables: Variables): Headers {
  const headers: Headers = {}
  for (const [target, source] of Object.entries(parameters)) {
    const name = /^gatewayresponse\.header\.(.+)$/.exec(target)?.[1]
    if (name === undefined) continue
    const constant = /^'(.*)'$/s.exec(asString(source))?.[1]
    headers[name] = constant ?? fillTemplate(`$${asString(source)}`, variables)
  }
  return headers
}

/** Headers that API Gateway gives another name when a function sets them. */
const remapped = new Set(['connection', 'content-md5', 'date', 'host', 'server', 'user-agent', 'www-authenticate'])
/** Headers that are the connection's own. */
const dropped = new Set([
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'proxy-authenticate',
  'trailer',
  'upgrade',
])

/** Status and headers of a function's answer, or of the prelude of a streamed one. */
export function answerHead(answer: JsonObject): { status: number; headers: Headers } | undefined {
  const status = answer.statusCode === undefined ? 200 : asNumber(answer.statusCode)
  if (status === undefined || !Number.isInteger(status) || status < 100 || status > 599) return undefined
  const headers: Headers = {}
  const set = (name: string, value: string | string[]) => {
    if (dropped.has(name.toLowerCase())) return
    const same = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase())
    if (same !== undefined) delete headers[same]
    headers[remapped.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name] = value
  }
  for (const [name, value] of Object.entries(asObject(answer.headers))) set(name, text(value))
  for (const [name, values] of Object.entries(asObject(answer.multiValueHeaders)))
    if (Array.isArray(values)) set(name, values.map(text))
  if (Array.isArray(answer.cookies)) set('Set-Cookie', answer.cookies.map(text))
  return { status, headers }
}

/**
 * What the client gets for a function's answer; undefined when it is not one that API Gateway takes ("malformed Lambda proxy response").
 * Base64 is decoded only when the client accepts a binary media type, by the first type of its `Accept`.
 */
export function functionAnswer(
  payload: string,
  accept: string | undefined,
  binaryMediaTypes: readonly string[],
): HttpAnswer | undefined {
  const answer: Json = JSON.parse(payload)
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return undefined
  const known = ['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']
  if (Object.keys(answer).some((key) => !known.includes(key))) return undefined
  const { body = '', isBase64Encoded } = answer
  const head = answerHead(answer)
  if (!head || (body !== null && typeof body !== 'string')) return undefined
  const decodes = isBase64Encoded === true && isBinary(accept ?? '*/*', binaryMediaTypes)
  const hasContentType = Object.keys(head.headers).some((name) => name.toLowerCase() === 'content-type')
  return {
    status: head.status,
    headers: hasContentType ? head.headers : { 'Content-Type': 'application/json', ...head.headers },
    body: Buffer.from(body ?? '', decodes ? 'base64' : 'utf8'),
  }
}

/**
 * The answer as the client gets it: compressed where it is large enough, the client accepts gzip, and the function has not encoded it.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-receive-response-with-compressed-payload.html
 */
export function compressed(
  answer: HttpAnswer,
  acceptEncoding: string | string[] = '',
  fromBytes: number | null = null,
): HttpAnswer {
  const isEncoded = Object.keys(answer.headers).some((name) => name.toLowerCase() === 'content-encoding')
  const isAccepted = /(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(acceptEncoding))
  if (fromBytes === null || answer.body.length < fromBytes || isEncoded || !isAccepted) return answer
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': 'gzip' }, body: gzipSync(answer.body) }
}

const text = (value: Json) => (typeof value === 'string' ? value : String(value))
