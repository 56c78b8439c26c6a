import { expect, test } from 'vitest'
import { allOperations, operationGroups } from '../../../infra/build/operation-groups.ts'
import { stackName } from '../../../infra/stack-name.ts'
import { type ErrorCode, errorStatus } from '../../../shared/errors/error-codes.ts'
import { appOfEmptyFunctions, functionId, resourcesOf, templateOf } from './synthesized-stack.ts'

const template = templateOf(appOfEmptyFunctions())
const body = bodyOf(stackName)

function bodyOf(name: string) {
  const apis = Object.values(resourcesOf(template, 'AWS::ApiGateway::RestApi'))
  return apis.find((api) => api.Properties.Name === name)?.Properties.Body
}

const anyMethod = 'x-amazon-apigateway-any-method'

function integrationOf(definition: typeof body, path: string, method: string) {
  return definition.paths[path]?.[method]?.['x-amazon-apigateway-integration']
}

const routes = Object.entries(operationGroups).flatMap(([group, operations]) =>
  operations.map(({ method, path, streams }) => ({ group, method, path, streams: streams ?? false })),
)

test.each(routes)('$method $path goes to $group, which answers as the gateway expects', (route) => {
  const integration = integrationOf(body, route.path, route.method.toLowerCase())
  const [, parts] = integration.uri['Fn::Join']
  expect(parts).toContainEqual({ 'Fn::GetAtt': [functionId(template, route.group), 'Arn'] })
  expect(parts.at(-1)).toBe(route.streams ? '/response-streaming-invocations' : '/invocations')
  expect(integration.responseTransferMode).toBe(route.streams ? 'STREAM' : undefined)
})

test('the API has no route that is no operation, and answers HEAD where it answers GET', () => {
  const methods = Object.values<object>(body.paths).map((path) => Object.keys(path))
  const ofOperations = methods.flat().filter((method) => !['head', anyMethod].includes(method))
  expect(ofOperations).toHaveLength(allOperations.length)
  expect(methods.filter((of) => of.includes('head') !== of.includes('get'))).toEqual([])
})

test('one function answers unknown paths, and unknown methods of each known path', () => {
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/', '/{proxy+}']))
  for (const path of Object.keys(body.paths)) {
    const [, parts] = integrationOf(body, path, anyMethod).uri['Fn::Join']
    expect(parts).toContainEqual({ 'Fn::GetAtt': [functionId(template, 'identity'), 'Arn'] })
  }
})

test('a function streams all of its answers or none, since its handler is of one kind', () => {
  const mixed = Object.entries(operationGroups).filter(
    ([, operations]) => new Set<boolean>(operations.map(({ streams }) => streams ?? false)).size > 1,
  )
  expect(mixed).toEqual([])
})

test('each parameter of a path is declared', () => {
  for (const [path, methods] of Object.entries<Record<string, { parameters: { name: string }[] }>>(body.paths)) {
    const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name)
    for (const { parameters } of Object.values(methods)) expect(parameters.map(({ name }) => name)).toEqual(names)
  }
})

test('the identity provider has an API of its own, whose every path goes to it', () => {
  const definition = bodyOf(`${stackName}-auth`)
  for (const path of ['/', '/{proxy+}']) {
    const integration = integrationOf(definition, path, 'x-amazon-apigateway-any-method')
    expect(JSON.stringify(integration.uri)).toContain(':function:sealpost-auth/')
  }
})

test('the gateway may call exactly the functions that have routes', () => {
  const permitted = Object.values(resourcesOf(template, 'AWS::Lambda::Permission'))
    .filter((permission) => permission.Properties.Principal === 'apigateway.amazonaws.com')
    .map((permission) => permission.Properties.FunctionName['Fn::GetAtt'][0])
  const routed = ['auth', ...Object.keys(operationGroups)].map((name) => functionId(template, name))
  expect(permitted.toSorted()).toEqual(routed.toSorted())
})

const gatewayResponses: Record<string, ErrorCode> = {
  MISSING_AUTHENTICATION_TOKEN: 'not_found',
  RESOURCE_NOT_FOUND: 'not_found',
  INVALID_SIGNATURE: 'not_found',
  DEFAULT_4XX: 'not_found',
  BAD_REQUEST_BODY: 'bad_request',
  REQUEST_TOO_LARGE: 'payload_too_large',
  THROTTLED: 'rate_limited',
  QUOTA_EXCEEDED: 'rate_limited',
  INTEGRATION_TIMEOUT: 'timeout',
  DEFAULT_5XX: 'internal_error',
}

test.each(Object.entries(gatewayResponses))('the gateway answers %s in the shape of the contract: %s', (type, code) => {
  const response = body['x-amazon-apigateway-gateway-responses'][type]
  expect(Number(response.statusCode)).toBe(errorStatus[code])
  expect(response.responseParameters['gatewayresponse.header.X-Request-Id']).toBe('context.requestId')
  expect(JSON.parse(response.responseTemplates['application/json'])).toMatchObject({
    error: { code, message: expect.stringMatching(/\.$/) },
  })
})

test('a request that is too large for the gateway is told where to go', () => {
  const response = body['x-amazon-apigateway-gateway-responses'].REQUEST_TOO_LARGE
  const { error } = JSON.parse(response.responseTemplates['application/json'])
  expect(error.details).toEqual({ maxBytes: expect.any(Number), uploadsPath: '/v1/uploads' })
})
