import { asArray, asNumber, asObject, asString, type JsonObject } from './template.ts'

/** A method of a resource of a REST API, and the function behind it. */
export type Route = {
  /** As in the definition: `/v1/contacts/{contactId}` */
  resource: string
  /** Upper case, or `ANY`. */
  method: string
  functionArn: string
  responseStreaming: boolean
  timeoutMs: number
}

export type RouteMatch = { route: Route; pathParameters: Record<string, string> }

/** What API Gateway waits for a function when its definition says nothing. */
const defaultTimeoutMs = 29_000

/** The routes of an OpenAPI definition that have an `aws_proxy` integration with a function. */
export function readRoutes(definition: JsonObject): Route[] {
  return Object.entries(asObject(definition.paths)).flatMap(([resource, methods]) =>
    Object.entries(asObject(methods)).flatMap(([method, operation]) => {
      const integration = asObject(asObject(operation)['x-amazon-apigateway-integration'])
      const functionArn = /\/functions\/(arn:[^/]+)\//.exec(asString(integration.uri))?.[1]
      if (asString(integration.type).toLowerCase() !== 'aws_proxy' || functionArn === undefined) return []
      const timeoutMs = asNumber(integration.timeoutInMillis) ?? defaultTimeoutMs
      const responseStreaming = asString(integration.responseTransferMode).toUpperCase() === 'STREAM'
      return [{ resource, method: methodName(method), functionArn, responseStreaming, timeoutMs }]
    }),
  )
}

const methodName = (key: string) => (key === 'x-amazon-apigateway-any-method' ? 'ANY' : key.toUpperCase())

/**
 * The route of a request: segment by segment an exact name wins over `{parameter}`, and that over `{greedy+}`; the method of
 * the resource wins over ANY. A slash at the end does not matter. Parameters stay percent-encoded, as API Gateway leaves them.
 */
export function findRoute(routes: readonly Route[], method: string, path: string): RouteMatch | undefined {
  const matches = routes
    .filter((route) => route.method === method || route.method === 'ANY')
    .flatMap((route) => {
      const pathParameters = matchPath(segmentsOf(route.resource), segmentsOf(path))
      return pathParameters ? [{ route, pathParameters }] : []
    })
  return matches.toSorted((left, right) => rank(left.route).localeCompare(rank(right.route)))[0]
}

/** The media types of `x-amazon-apigateway-binary-media-types`. */
export function readBinaryMediaTypes(definition: JsonObject): string[] {
  return asArray(definition['x-amazon-apigateway-binary-media-types']).map(asString)
}

const segmentsOf = (path: string) => path.replace(/^\//, '').replace(/\/$/, '').split('/')

function matchPath(pattern: readonly string[], actual: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const greedy = /^\{(.+)\+\}$/.exec(segment)?.[1]
    const rest = actual.slice(index).join('/')
    if (greedy !== undefined) return rest === '' ? undefined : { ...parameters, [greedy]: rest }
    const value = actual[index]
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (value === undefined || (name === undefined ? value !== segment : value === '')) return undefined
    if (name !== undefined) parameters[name] = value
  }
  return pattern.length === actual.length ? parameters : undefined
}

/** Sorts the most specific first, by the earliest segment that differs. */
function rank({ resource, method }: Route): string {
  const kinds = segmentsOf(resource).map((segment) =>
    segment.endsWith('+}') ? '2' : segment.startsWith('{') ? '1' : '0',
  )
  return `${kinds.join('')}${method === 'ANY' ? '1' : '0'}`
}
