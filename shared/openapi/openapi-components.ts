import { delegatedScopeMeanings, partnerScopeMeanings } from '../auth/scope-meanings.ts'
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
  /** Where applications send people who are to let them act; null where nobody signs in. */
  readonly consentUrl: string | null
}

export function securitySchemes(source: TokenSource): Record<string, SecurityScheme> {
  const { issuer, audienceScope, consentUrl } = source
  const tokenUrl = `${issuer}/oauth/v2/token`
  const audience = { [audienceScope]: 'Sets the API as the audience of the token.' }
  return {
    oauth2: {
      type: 'oauth2',
      description: [machines(issuer), ...(consentUrl === null ? [] : [connectedApplications(issuer, consentUrl)])].join(
        '\n\n',
      ),
      flows: {
        clientCredentials: { tokenUrl, scopes: { ...audience, ...partnerScopeMeanings } },
        ...(consentUrl !== null && {
          authorizationCode: {
            'x-consent-url': consentUrl,
            authorizationUrl: `${issuer}/oauth/v2/authorize`,
            tokenUrl,
            refreshUrl: tokenUrl,
            scopes: { ...audience, ...openIdScopeMeanings, ...delegatedScopeMeanings },
          },
        }),
      },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'An access token from the identity provider, of a machine or of a person.',
    },
  }
}

/** The scopes of OpenID Connect that connected applications ask for besides. The consent address adds them. */
const openIdScopeMeanings = {
  openid: 'Gives an ID token, which names the person.',
  offline_access: 'Gives a refresh token.',
}

function machines(issuer: string): string {
  return (
    'A token is valid for ten minutes. API keys send their client id and secret to the token endpoint. Partner ' +
    'applications prove themselves with a key of their own (`private_key_jwt`, RFC 7523): they send a signed JWT as ' +
    '`client_assertion`, and no secret. An application that registered no key has a secret, as API keys do. ' +
    `\`${issuer}/.well-known/openid-configuration\` lists all addresses and what they support.`
  )
}

function connectedApplications(issuer: string, consentUrl: string): string {
  return (
    'An application that acts for a person uses the authorization code flow with PKCE (`S256`) and `private_key_jwt`. ' +
    `It sends the person to \`${consentUrl}\`, or to the authorization endpoint with the scopes of OpenID Connect ` +
    'besides. It exchanges the code at the token endpoint within a minute. A refresh token works once and gives the ' +
    `next one. \`${issuer}/oauth/v2/revoke\` takes it back.`
  )
}

const string: SchemaObject = { type: 'string' }
const count: SchemaObject = { type: 'integer', minimum: 0 }
const seconds: SchemaObject = { type: 'integer', minimum: 1 }

export const sharedParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id for the request. The answer and our logs repeat it. The service creates one when you send none.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe. For 24 hours, the same key with the same body returns the recorded answer instead ' +
      'of running again. Of a form only the key is compared: use a new key for each thing that you create.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that you read. When the resource has changed since, the change is refused with 412.',
    schema: { type: 'string', examples: ['W/"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of your copy. When it is still current, the answer is 304 without a body.',
    schema: string,
  },
} as const satisfies Record<string, ParameterObject>

export const sharedHeaders = {
  'X-Request-Id': { description: 'The id of the request. Quote it when you ask about the request.', schema: string },
  'RateLimit-Limit': { description: 'The number of requests that the client may make each minute.', schema: count },
  'RateLimit-Remaining': { description: 'The number of requests left in the current minute.', schema: count },
  'RateLimit-Reset': { description: 'The number of seconds until the next minute begins.', schema: seconds },
  'Retry-After': { description: 'The number of seconds to wait before you try again.', schema: seconds },
  ETag: { description: 'The version of the resource, for `If-Match` or `If-None-Match`.', schema: string },
  Location: { description: 'The path of the created resource.', schema: { type: 'string', format: 'uri-reference' } },
  'Idempotent-Replayed': {
    description: '`true` when this is the recorded answer of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The suggested file name.', schema: string },
  'Cache-Control': { description: 'How long the answer may be cached.', schema: string },
} as const satisfies Record<string, HeaderObject>

export type HeaderName = keyof typeof sharedHeaders

export const rateLimitHeaders: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

export function headerReferences(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const errorSchema: SchemaObject = {
  type: 'object',
  description: 'Every error has this shape.',
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      properties: {
        code: {
          type: 'string',
          examples: ['invalid_request'],
          description: 'The error as a stable snake_case code. New codes may be added.',
        },
        message: { type: 'string', description: 'English text for logs. It may change.' },
        details: { type: 'object', description: 'Details that depend on the code, such as `issues` or `maxBytes`.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}

/** An answer that is one of these codes, all of one status. The list is no closed one: codes may be added. */
export function errorResponse(codes: readonly ErrorCode[]): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    'x-error-codes': codes,
    headers: headerReferences([
      'X-Request-Id',
      ...rateLimitHeaders,
      ...(waits(codes) ? (['Retry-After'] as const) : []),
    ]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
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
