import { type ErrorCode, errorStatus } from '../errors/error-codes.ts'
import { authenticationCodes } from '../http/error-codes-of.ts'
import type {
  HeaderObject,
  ParameterObject,
  Reference,
  ResponseObject,
  SchemaObject,
  SecurityScheme,
} from './openapi-document.ts'

/** Where tokens come from: known to a deployment, not to the build. */
export interface TokenSource {
  readonly issuer: string
  readonly audienceScope: string
}

export function securitySchemes({ issuer, audienceScope }: TokenSource): Record<string, SecurityScheme> {
  return {
    oauth2: {
      type: 'oauth2',
      description: 'API keys and partner applications get a token of ten minutes with their client id and secret.',
      flows: {
        clientCredentials: {
          tokenUrl: `${issuer}/oauth/v2/token`,
          scopes: { [audienceScope]: 'the API as the audience of the token' },
        },
      },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token of the identity provider, of a machine or of a person.',
    },
  }
}

const string: SchemaObject = { type: 'string' }
const count: SchemaObject = { type: 'integer', minimum: 0 }
const seconds: SchemaObject = { type: 'integer', minimum: 1 }

export const sharedParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id of the request, which the answer and our logs repeat. Generated when absent.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe: for 24 hours the same key with the same body is answered from the record instead of running again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that you read. The change is refused with 412 when the resource has changed since.',
    schema: { type: 'string', examples: ['W/"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the copy you hold: 304 without a body when it is still current.',
    schema: string,
  },
} as const satisfies Record<string, ParameterObject>

export const sharedHeaders = {
  'X-Request-Id': { description: 'The id of the request, to be named when you ask about it.', schema: string },
  'RateLimit-Limit': { description: 'Requests that the client may make in a minute.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the current minute.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the next minute begins.', schema: seconds },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: seconds },
  ETag: { description: 'The version of the resource, for `If-Match` or `If-None-Match`.', schema: string },
  Location: { description: 'The path of what was created.', schema: { type: 'string', format: 'uri-reference' } },
  'Idempotent-Replayed': {
    description: '`true` when the answer is the recorded one of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The suggested file name.', schema: string },
  'Cache-Control': { description: 'How long the answer may be kept.', schema: string },
} as const satisfies Record<string, HeaderObject>

export type HeaderName = keyof typeof sharedHeaders

export const rateLimitHeaders: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

export function headerReferences(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const errorSchema: SchemaObject = {
  type: 'object',
  description: 'Every error has this shape, whoever answers it.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', description: 'What is wrong, as a stable snake_case code. More codes may be added.' },
        message: { type: 'string', description: 'English text for logs. It may change.' },
        details: { type: 'object', description: 'What belongs to the code, such as `issues` or `maxBytes`.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}

/** An answer that is one of these codes, all of one status. */
export function errorResponse(codes: readonly ErrorCode[]): ResponseObject {
  const listed = codes.map((code) => `\`${code}\``).join(', ')
  const code: SchemaObject = { type: 'string', enum: codes }
  const narrowed: SchemaObject = { type: 'object', properties: { error: { type: 'object', properties: { code } } } }
  return {
    description: listed,
    headers: headerReferences([
      'X-Request-Id',
      ...rateLimitHeaders,
      ...(waits(codes) ? (['Retry-After'] as const) : []),
    ]),
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowed] } } },
  }
}

const waitingCodes: readonly ErrorCode[] = ['rate_limited', 'idempotency_in_progress', 'signed_document_not_available']

function waits(codes: readonly ErrorCode[]): boolean {
  return codes.some((code) => waitingCodes.includes(code))
}

/** Answers that many operations have in exactly this form. */
export const sharedErrors: Readonly<Record<string, readonly ErrorCode[]>> = {
  BadRequest: ['bad_request'],
  Unauthorized: authenticationCodes.filter((code) => errorStatus[code] === 401),
  PreconditionFailed: ['precondition_failed'],
  PayloadTooLarge: ['payload_too_large'],
  TooManyRequests: ['rate_limited'],
  InternalError: ['internal_error'],
  Timeout: ['timeout'],
}
