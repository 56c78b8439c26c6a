import { type ErrorCode, errorStatus } from '../errors/error-codes.ts'
import type { Access } from '../http/authorization/access.ts'
import { isPeopleOnly, isWithoutToken, permissionsOf, principalsOf } from '../http/authorization/principals-of.ts'
import { errorCodesOf, isGuardedByIfMatch, takesIdempotencyKey } from '../http/error-codes-of.ts'
import type { Operation } from '../http/operation.ts'
import { tags } from '../http/tags.ts'
import { fieldDescriptions } from './field-descriptions/field-descriptions.ts'
import {
  errorResponse,
  errorSchema,
  securitySchemes,
  sharedErrors,
  sharedHeaders,
  sharedParameters,
  type TokenSource,
} from './openapi-components.ts'
import { apiDescription, apiSummary } from './openapi-description.ts'
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './openapi-document.ts'
import { queryParameters, requestBody, successResponse } from './openapi-operation.ts'
import { type SchemaWriter, schemaWriter } from './openapi-schemas.ts'
import { webhookParameters, webhooksOf, webhookTag } from './openapi-webhooks.ts'
import { exampleOf, type SchemasByName } from './schema-example.ts'

/** What the document says of the place where the API runs. */
export interface Deployment {
  readonly serverUrl: string
  readonly version: string
  readonly tokens?: TokenSource
}

const unknownTokenSource: TokenSource = { issuer: '', audienceScope: 'urn:svc:api:aud', consentUrl: '/oauth/consent' }

/** The public description of the API in OpenAPI 3.1: the same operations give the same text, byte for byte. */
export function openApiDocument(operations: readonly Operation[], deployment: Deployment): OpenApiDocument {
  const published = operations.filter(isPublished)
  const writer = schemaWriter()
  const paths = pathsOf(published, writer)
  const webhooks = webhooksOf(writer)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sealpost API',
      version: deployment.version,
      summary: apiSummary,
      description: apiDescription,
      contact: { name: 'The operator of this service', url: deployment.serverUrl },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Sealpost' },
    },
    servers: [{ url: deployment.serverUrl }],
    tags: [...tags.filter(({ name }) => published.some(({ tag }) => tag === name)), webhookTag],
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(deployment.tokens ?? unknownTokenSource),
      parameters: { ...sharedParameters, ...webhookParameters },
      headers: sharedHeaders,
      responses: Object.fromEntries(Object.entries(sharedErrors).map(([name, codes]) => [name, errorResponse(codes)])),
      schemas: withExamples({ Error: errorSchema, ...writer.components() }),
    },
  }
}

/** Every body of a request shows an example, with what is required and what has an example of its own. */
function withExamples(schemas: SchemasByName): SchemasByName {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name.endsWith('Input') ? { ...schema, examples: [exampleOf(schema, { schemas, of: 'request' })] } : schema,
    ]),
  )
}

/** Integrators see what they may call; identity provider, signers' pages and vendors' callbacks are not theirs. */
/** Whether the description of the API tells of an operation. */
export function isPublished({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/v1/') || path === '/openapi.json' || path === '/docs'
}

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function pathsOf(operations: readonly Operation[], writer: SchemaWriter): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const operation of operations.toSorted(inReadingOrder)) {
    const isReadable = operations.some((other) => other.method === 'GET' && isPathOfOne(other.path, operation.path))
    const method = operation.method.toLowerCase()
    paths[operation.path] = { ...paths[operation.path], [method]: described(operation, { writer, isReadable }) }
  }
  return paths
}

/** By group, then by path, then as methods are usually told. */
function inReadingOrder(a: Operation, b: Operation): number {
  const groups = tags.map(({ name }) => name)
  const byGroup = groups.indexOf(a.tag) - groups.indexOf(b.tag)
  const byPath = Number(a.path > b.path) - Number(a.path < b.path)
  return byGroup || byPath || methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method)
}

function described(operation: Operation, writing: Writing): OperationObject {
  try {
    return operationObject(operation, writing)
  } catch (cause) {
    throw new Error(`${operation.id} cannot be described: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** `/v1/things/{id}` is the path of one of `/v1/things`. */
function isPathOfOne(path: string, collection: string): boolean {
  return path.startsWith(`${collection}/{`) && path.indexOf('}') === path.length - 1
}

interface Writing {
  readonly writer: SchemaWriter
  readonly isReadable: boolean
}

function operationObject(operation: Operation, writing: Writing): OperationObject {
  const { writer } = writing
  const { id, tag, summary, access, body } = operation
  const description = [operation.description, accessInWords(access), signInInWords(operation)]
    .filter(Boolean)
    .join('\n\n')
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...accessExtensions(access),
    security: isWithoutToken(access) ? [] : [{ oauth2: [] }, { bearer: [] }],
    parameters: parametersOf(operation, writer),
    ...(body ? { requestBody: requestBody({ id, body }, writer) } : {}),
    responses: responsesOf(operation, writing),
  }
}

function accessExtensions(access: Access): Partial<OperationObject> {
  const principals = principalsOf(access)
  const [permission, ...others] = permissionsOf(access)
  return {
    ...(principals ? { 'x-principals': principals } : {}),
    ...(permission ? { 'x-permission': others.length > 0 ? [permission, ...others] : permission } : {}),
    ...('feature' in access && access.feature ? { 'x-feature': access.feature } : {}),
    ...(access.to === 'resource' && access.testOnly ? { 'x-test-only': true as const } : {}),
  }
}

function signInInWords({ recentSignIn }: Operation): string {
  if (recentSignIn === undefined) return ''
  const which = recentSignIn === true ? 'People need' : 'For some changes people need'
  return `${which} a sign-in within the last 15 minutes. Otherwise the answer is \`forbidden\` with \`details.reason: "reauthentication_required"\`.`
}

function accessInWords(access: Access): string {
  const [permission, ...others] = permissionsOf(access).map((name) => `\`${name}\``)
  if (!permission) return ''
  const which =
    others.length > 0 ? `one of the permissions ${[permission, ...others].join(', ')}` : `the permission ${permission}`
  if (access.to === 'principal' || isWithoutToken(access)) return `Needs ${which} at any node.`
  if (access.to === 'resource' && access.onOthers)
    return `Needs ${which} on the entity, and \`${access.onOthers}\` for resources that others created.`
  if (isPeopleOnly(access))
    return `For people who are signed in and have the permission ${permission} on the organization itself.`
  if (access.to === 'organization') return `Needs ${which} in the organization.`
  if (access.to === 'organizationResource') return `Needs the permission ${permission} on the organization itself.`
  if (access.to === 'node') return `Needs the permission ${permission} at the node.`
  const feature = access.feature ? ` and the feature \`${access.feature}\`` : ''
  if (access.to === 'entities') {
    return `Covers the entities where the caller holds the permission ${permission}${feature ? `${feature} is on` : ''}.`
  }
  const entity = access.to === 'entity' ? 'the entity that `entityId` names' : 'the entity of the resource'
  const place = access.to === 'resource' && access.testOnly ? ', in a test organization' : ''
  return `Needs the permission ${permission}${feature} on ${entity}${place}.`
}

function parametersOf(operation: Operation, writer: SchemaWriter): (ParameterObject | Reference)[] {
  const { path, query, access } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const headers: (keyof typeof sharedParameters)[] = []
  if (takesIdempotencyKey(operation)) headers.push('IdempotencyKey')
  if (isGuardedByIfMatch(operation)) headers.push('IfMatch')
  if (operation.responses[304] !== undefined) headers.push('IfNoneMatch')
  if (access.to !== 'anyone') headers.push('RequestId')
  return [
    ...names.map((name) => pathParameter(name, access)),
    ...(query ? queryParameters(query, writer) : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
}

function pathParameter(name: string, access: Access): ParameterObject {
  const isId = name === 'id' || name.endsWith('Id')
  const named = 'resource' in access && access.resource.parameter === name ? access.resource.name : name.slice(0, -2)
  const words = named.replace(/[_-]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return {
    name,
    in: 'path',
    required: true,
    description: isId && words ? `The id of the ${words}.` : (fieldDescriptions.get(`path.${name}`) ?? 'The id.'),
    schema: isId ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }
}

function responsesOf(operation: Operation, writing: Writing): Record<string, ResponseObject | Reference> {
  const responses: Record<string, ResponseObject | Reference> = {}
  for (const status of Object.keys(operation.responses)) {
    responses[status] = successResponse(operation, Number(status), writing)
  }
  for (const [status, codes] of byStatus(errorCodesOf(operation))) {
    if (responses[status]) throw new Error(`${operation.id} declares ${status} both as a response and as an error`)
    responses[status] = sharedOrOwn(codes)
  }
  return responses
}

function byStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const groups = Map.groupBy(codes, (code) => errorStatus[code])
  return [...groups].sort(([a], [b]) => a - b)
}

function sharedOrOwn(codes: readonly ErrorCode[]): ResponseObject | Reference {
  const shared = Object.entries(sharedErrors).find(([, other]) => codes.toSorted().join() === other.toSorted().join())
  return shared ? { $ref: `#/components/responses/${shared[0]}` } : errorResponse(codes)
}
