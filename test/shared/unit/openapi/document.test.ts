import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { delegatedScopes, partnerScopes } from '../../../../shared/auth/permissions.ts'
import { errorCodesOf } from '../../../../shared/http/error-codes-of.ts'
import type { Operation } from '../../../../shared/http/operation.ts'
import { openApiDocument } from '../../../../shared/openapi/openapi.ts'
import { componentName, isReference, type OpenApiDocument } from '../../../../shared/openapi/openapi-document.ts'
import { createLetter, sampleOperations, whoAmI } from './sample-operations.ts'

const deployment = { serverUrl: 'https://api.example.com', version: '1.2.3' }
const document = openApiDocument(sampleOperations, deployment)

function operationAt(path: string, method: string) {
  const found = document.paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, and every reference in it leads somewhere', async () => {
    const validator = new Validator()
    const outcome = await validator.validate(JSON.parse(JSON.stringify(document)))
    expect(outcome.errors).toBeUndefined()
    expect(validator.version).toBe('3.1')
    const references = JSON.stringify(document).match(/#\/components\/\w+\/[\w-]+/g) ?? []
    expect(references.filter((reference) => !componentAt(document, reference))).toEqual([])
  })

  test('is the same text for the same operations, whatever their order', () => {
    const again = openApiDocument(sampleOperations.toReversed(), deployment)
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
  })

  test('names what is public only: neither signers nor the identity provider are told of', () => {
    const hidden = ['/sign/{token}', '/oauth/v2/token'].map((path) => ({
      ...(whoAmI as Operation),
      id: 'hidden',
      path,
    }))
    expect(openApiDocument(hidden, deployment).paths).toEqual({})
  })

  test('says who may call an operation, in fields and in words', () => {
    const create = operationAt('/v1/letters', 'post')
    expect(create).toMatchObject({
      operationId: 'createLetter',
      security: [{ oauth2: [] }, { bearer: [] }],
      'x-principals': ['user', 'api_key', 'delegated'],
      'x-permission': 'signature.send',
      'x-feature': 'signature',
    })
    expect(create.description).toContain('`signature.send`')
    expect(operationAt('/v1/me', 'get')['x-principals']).toEqual(['user', 'api_key', 'partner', 'delegated'])
    expect(operationAt('/v1/test/letters/{id}', 'post')).toMatchObject({
      'x-principals': ['user', 'api_key'],
      'x-test-only': true,
    })
    expect(operationAt('/docs', 'get')).toMatchObject({ security: [] })
    expect(operationAt('/docs', 'get')).not.toHaveProperty('x-principals')
  })

  test('takes a file as a form, from a part or from an upload, beside its data', () => {
    const content = operationAt('/v1/letters', 'post').requestBody?.content ?? {}
    expect(Object.keys(content)).toEqual(['multipart/form-data'])
    expect(content['multipart/form-data']).toMatchObject({
      schema: {
        properties: {
          file: { format: 'binary' },
          uploadId: { format: 'uuid' },
          data: { $ref: '#/components/schemas/CreateLetterInput' },
        },
        required: ['data'],
      },
      encoding: { file: { contentType: 'application/pdf' }, data: { contentType: 'application/json' } },
    })
  })

  test('takes a file that comes alone, from a part or from an upload', () => {
    const { content = {}, required } = operationAt('/v1/weighings', 'post').requestBody ?? {}
    expect(required).toBe(true)
    const form = content['multipart/form-data']
    expect(Object.keys(form?.schema.properties ?? {})).toEqual(['file', 'uploadId'])
    expect(form?.encoding).toEqual({ file: { contentType: 'application/pdf' } })
  })

  test('has a component for each body and each answer, and an example of each body', () => {
    const { schemas } = document.components
    expect(operationAt('/v1/letters/{id}', 'patch').requestBody?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/ChangeLetterInput' } },
    })
    expect(schemas.ListLettersResult).toMatchObject({ type: 'object', required: ['results'] })
    for (const name of ['ChangeLetterInput', 'CreateLetterInput']) expect(schemas[name]?.examples).toHaveLength(1)
  })

  test('has one schema of errors, and names the codes of an answer beside it', () => {
    const refused = operationAt('/v1/letters', 'post').responses[422]
    expect(refused && !isReference(refused) && refused.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    })
    expect(refused && !isReference(refused) && refused['x-error-codes']).toContain('invalid_request')
  })

  test('tells every way to a token, with all scopes', () => {
    const flows = document.components.securitySchemes.oauth2?.flows
    expect(Object.keys(flows?.clientCredentials?.scopes ?? {})).toEqual(['urn:svc:api:aud', ...partnerScopes])
    const ofPeople = ['urn:svc:api:aud', 'openid', 'offline_access', ...delegatedScopes]
    expect(Object.keys(flows?.authorizationCode?.scopes ?? {})).toEqual(ofPeople)
  })

  test('tells how applications prove themselves, and where people consent, if they can anywhere', () => {
    const tokens = { issuer: 'https://id.example.com', audienceScope: 'urn:svc:api:aud' }
    const schemeWith = (consentUrl: string | null) =>
      openApiDocument([], { ...deployment, tokens: { ...tokens, consentUrl } }).components.securitySchemes.oauth2
    const consentUrl = 'https://id.example.com/oauth/consent'
    const scheme = schemeWith(consentUrl)
    expect(scheme?.flows?.authorizationCode).toMatchObject({
      'x-consent-url': consentUrl,
      authorizationUrl: 'https://id.example.com/oauth/v2/authorize',
      tokenUrl: 'https://id.example.com/oauth/v2/token',
      refreshUrl: 'https://id.example.com/oauth/v2/token',
    })
    for (const part of ['private_key_jwt', 'RFC 7523', consentUrl, 'PKCE', '/.well-known/openid-configuration'])
      expect(scheme?.description).toContain(part)
    expect(schemeWith(null)?.flows).not.toHaveProperty('authorizationCode')
    expect(schemeWith(null)?.description).not.toContain('consent')
  })

  test('describes query parameters by what their text means', () => {
    const parameters = operationAt('/v1/letters', 'get').parameters ?? []
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'status',
        in: 'query',
        style: 'form',
        explode: false,
        schema: expect.objectContaining({ type: 'array', items: { type: 'string', enum: ['draft', 'sent'] } }),
      }),
    )
  })

  test('lists the headers that go with a method and a resource', () => {
    const headersOf = (path: string, method: string) =>
      (operationAt(path, method).parameters ?? []).filter(isReference).map(({ $ref }) => componentName($ref))
    expect(headersOf('/v1/letters', 'post')).toEqual(['IdempotencyKey', 'RequestId'])
    expect(headersOf('/v1/letters/{id}', 'patch')).toEqual(['IfMatch', 'RequestId'])
    expect(headersOf('/v1/letters', 'get')).toEqual(['RequestId'])
    const created = operationAt('/v1/letters', 'post').responses[201]
    expect(Object.keys((created && !isReference(created) && created.headers) || {})).toEqual(
      expect.arrayContaining(['ETag', 'Idempotent-Replayed', 'RateLimit-Remaining']),
    )
  })

  test.each(sampleOperations.map((operation) => [operation.id, operation] as const))(
    'names every error code of %s under its status',
    (_, operation) => {
      const { responses } = operationAt(operation.path, operation.method.toLowerCase())
      const named = Object.entries(responses).flatMap(([status, response]) => {
        if (Number(status) < 400) return []
        const shown = isReference(response) ? document.components.responses[componentName(response.$ref)] : response
        return [...(shown?.description ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code)
      })
      expect(named.toSorted()).toEqual(errorCodesOf(operation).toSorted())
    },
  )

  test('gives a schema with a title a place of its own, once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'Email', 'Event', 'Person']),
    )
    expect(document.components.schemas.Email?.properties).toMatchObject({
      author: { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] },
      readers: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
    })
  })

  test('gives the location of what can be read there', () => {
    const reader = { ...(whoAmI as Operation), id: 'getLetter', path: '/v1/letters/{id}' }
    const locates = (operations: readonly Operation[]) => {
      const created = openApiDocument(operations, deployment).paths['/v1/letters']?.post?.responses[201]
      return created && !isReference(created) && 'Location' in (created.headers ?? {})
    }
    expect(locates([createLetter, reader])).toBe(true)
    expect(locates([createLetter])).toBe(false)
  })

  test('refuses a status that is both an answer and an error', () => {
    const torn = { ...(createLetter as Operation), responses: { 201: null, 422: null } }
    expect(() => openApiDocument([torn], deployment)).toThrow('422')
  })
})

function componentAt({ components }: OpenApiDocument, reference: string): unknown {
  const [kind = '', name = ''] = reference.split('/').slice(2)
  const found: unknown = Reflect.get(components, kind)
  return typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
}
