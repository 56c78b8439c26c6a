import { Aws } from 'aws-cdk-lib'
import type { ErrorCode } from '../../shared/errors/error-codes.ts'
import { errorStatus } from '../../shared/errors/error-codes.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { maxMultipartBytes, uploadsPath } from '../../shared/http/raw-body.ts'
import { securityHeaders } from '../../shared/http/security-headers.ts'

/** The operations that one function serves. */
export interface ServedOperations {
  readonly operations: readonly Pick<Operation, 'method' | 'path' | 'streams'>[]
  readonly functionArn: string
}

type PathItem = Readonly<Record<string, object>>

export interface ApiDefinitionOptions {
  /** The function that answers unknown paths and methods. */
  readonly unknownArn: string
  /** Whether pages of other origins call the API: they may then read what the gateway itself answers, which holds no secret. */
  readonly answersOrigins: boolean
}

/**
 * The API as API Gateway imports it: routes and what the gateway itself answers. It asks for OpenAPI 3.0; schemas are not
 * its concern, since the functions validate and the public document is made elsewhere. One function answers unknown paths, and
 * unknown methods of known ones: the gateway alone could not tell clients their rate.
 */
export function apiDefinition(
  title: string,
  groups: readonly ServedOperations[],
  { unknownArn, answersOrigins }: ApiDefinitionOptions,
): object {
  const paths: Record<string, PathItem> = proxyPaths(unknownArn)
  for (const { operations, functionArn } of groups) {
    for (const { method, path, streams } of operations) {
      const route = { parameters: pathParameters(path), ...integratedWith(functionArn, streams) }
      paths[path] = {
        ...anyMethod(unknownArn, path),
        ...paths[path],
        [method.toLowerCase()]: route,
        ...(method === 'GET' && { head: route }),
      }
    }
  }
  return definition(title, paths, answersOrigins)
}

/** An API whose every request goes to one function. */
export function proxyDefinition(title: string, functionArn: string): object {
  return definition(title, proxyPaths(functionArn), false)
}

function proxyPaths(functionArn: string): Record<string, PathItem> {
  return { '/': anyMethod(functionArn, '/'), '/{proxy+}': anyMethod(functionArn, '/{proxy}') }
}

function anyMethod(functionArn: string, path: string): PathItem {
  return {
    'x-amazon-apigateway-any-method': { parameters: pathParameters(path), ...integratedWith(functionArn) },
  }
}

function definition(title: string, paths: Readonly<Record<string, PathItem>>, answersOrigins: boolean): object {
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    // Only these reach the functions in base64, or leave them so; a streamed answer is passed on as it is.
    'x-amazon-apigateway-binary-media-types': ['multipart/form-data', 'application/pdf'],
    'x-amazon-apigateway-gateway-responses': answersOrigins ? readableByOrigins(gatewayResponses) : gatewayResponses,
  }
}

function pathParameters(path: string): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html */
function integratedWith(functionArn: string, streams = false): object {
  const action = streams
    ? { version: '2021-11-15', name: 'response-streaming-invocations' }
    : { version: '2015-03-31', name: 'invocations' }
  return {
    responses: { default: { description: 'The response of the function' } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/${action.version}/functions/${functionArn}/${action.name}`,
      timeoutInMillis: 29_000,
      ...(streams && { responseTransferMode: 'STREAM' }),
    },
  }
}

/** Constants stand in quotes. */
const quotedSecurityHeaders = Object.fromEntries(
  Object.entries(securityHeaders).map(([name, value]) => [name, `'${value}'`]),
)

/** For browsers that send a form without scripts. The gateway answers before any function, so it is in both languages. */
const tooLargePage = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
  '<title>The file is too large</title></head><body><h1>The file is too large</h1>',
  '<p>Without scripts, a file can have at most 4 MB. Allow scripts for this page and try again.</p>',
  '<div lang="fr"><h1>Le fichier est trop volumineux</h1>',
  '<p>Sans scripts, un fichier peut avoir 4 Mo au plus. Autorisez les scripts pour cette page et réessayez.</p></div>',
  '</body></html>',
].join('')
const noSuchOperation = answer('not_found', 'There is no operation with this method and path. See GET /openapi.json.')
const badRequest = answer('bad_request', 'The request could not be read.')
const tooManyRequests = answer('rate_limited', 'The service receives too many requests. Try again later.', {
  details: { retryAfterSeconds: 1 },
  headers: { 'Retry-After': "'1'" },
})
const internalError = answer(
  'internal_error',
  'Something went wrong on our side. Quote X-Request-Id when you report it.',
)

/**
 * What the gateway answers without a function. No method asks the gateway for authorization, so that it speaks of missing
 * tokens and signatures only where there is no route. A bearer token on such a path is a malformed signature to it, which has no
 * type of its own and falls to DEFAULT_4XX.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const gatewayResponses = {
  MISSING_AUTHENTICATION_TOKEN: noSuchOperation,
  RESOURCE_NOT_FOUND: noSuchOperation,
  INVALID_SIGNATURE: noSuchOperation,
  EXPIRED_TOKEN: noSuchOperation,
  ACCESS_DENIED: noSuchOperation,
  DEFAULT_4XX: noSuchOperation,
  BAD_REQUEST_BODY: badRequest,
  BAD_REQUEST_PARAMETERS: badRequest,
  UNSUPPORTED_MEDIA_TYPE: badRequest,
  REQUEST_TOO_LARGE: answer(
    'payload_too_large',
    `The request is too large. Send large files with POST ${uploadsPath}.`,
    { details: { maxBytes: maxMultipartBytes, uploadsPath }, page: tooLargePage },
  ),
  WAF_FILTERED: answer('forbidden', 'The request was refused.'),
  THROTTLED: tooManyRequests,
  QUOTA_EXCEEDED: tooManyRequests,
  INTEGRATION_TIMEOUT: answer('timeout', 'The operation took too long. Try again later.'),
  DEFAULT_5XX: internalError,
}

function readableByOrigins(responses: Readonly<Record<string, GatewayResponse>>): Record<string, GatewayResponse> {
  const anyOrigin = { 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" }
  return Object.fromEntries(
    Object.entries(responses).map(([type, response]) => [
      type,
      { ...response, responseParameters: { ...response.responseParameters, ...anyOrigin } },
    ]),
  )
}

interface GatewayResponse {
  readonly statusCode: number
  readonly responseParameters: Readonly<Record<string, string>>
  readonly responseTemplates: Readonly<Record<string, string>>
}

function answer(
  code: ErrorCode,
  message: string,
  { details, headers = {}, page }: { details?: object; headers?: Readonly<Record<string, string>>; page?: string } = {},
): GatewayResponse {
  const responseParameters = Object.fromEntries(
    Object.entries({ 'X-Request-Id': 'context.requestId', ...quotedSecurityHeaders, ...headers }).map(
      ([name, source]) => [`gatewayresponse.header.${name}`, source],
    ),
  )
  return {
    statusCode: errorStatus[code],
    responseParameters,
    responseTemplates: {
      'application/json': JSON.stringify({ error: { code, message, ...(details && { details }) } }),
      // API Gateway chooses by the Accept header, which only browsers send with this type.
      ...(page !== undefined && { 'text/html': page }),
    },
  }
}
