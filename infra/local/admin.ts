import { type Host, type HostRequest, type HostResponse, startHttpHost } from './engines/http-host.ts'
import type { Hosting } from './hosting.ts'

/**
 * The local cloud's own address, for tests and the demo: `GET /_local/state`, `GET /_local/events?since=N&bus=NAME`,
 * `POST /_local/schedules/<name>/run`, `POST /_local/functions/<name>/invoke` (the event as the body, the answer as Lambda gives it).
 */
export function startAdmin(hosting: Hosting): Promise<Host> {
  return startHttpHost((request) => answer(request, hosting))
}

async function answer(request: HostRequest, hosting: Hosting): Promise<HostResponse> {
  const { method, url } = request
  const [, area, kind, encodedName = '', verb] = url.pathname.split('/')
  const name = decodeURIComponent(encodedName)
  const asked = `${method} ${area}/${kind}${verb === undefined ? '' : `/${verb}`}`
  if (asked === 'GET _local/state') return json(200, stateOf(hosting))
  if (asked === 'GET _local/events') return busLog(hosting.endpoints.eventBridge, url)
  if (asked === 'POST _local/schedules/run') return runSchedule(hosting, name)
  if (asked === 'POST _local/functions/invoke') return invoke(hosting, name, request.body.toString('utf8') || '{}')
  return json(404, { message: `${method} ${url.pathname} does not exist here` })
}

function stateOf({ baseUrl, authUrl, inboxUrl, endpoints, resources, functions, schedules }: Hosting): object {
  const names = { functions: functions.names, schedules: schedules.names }
  return { baseUrl, authUrl, inboxUrl, endpoints, resources, ...names }
}

async function busLog(endpoint: string, { search }: URL): Promise<HostResponse> {
  const response = await fetch(`${endpoint}/_events${search}`)
  return { status: response.status, headers: jsonHeaders, body: await response.text() }
}

async function runSchedule({ schedules, resources }: Hosting, name: string): Promise<HostResponse> {
  const found = schedules.names.find((schedule) => schedule === name || schedule === resources[name])
  if (found === undefined) return json(404, { message: `There is no schedule ${name}` })
  try {
    await schedules.runNow(found)
    return json(200, {})
  } catch (error) {
    return json(500, { message: String(error) })
  }
}

async function invoke({ functions, resources }: Hosting, name: string, event: string): Promise<HostResponse> {
  const found = functions.names.find((function_) => function_ === name || function_ === resources[name])
  if (found === undefined) return json(404, { message: `There is no function ${name}` })
  const { payload, functionError } = await functions.invoke(found, event)
  const headers = functionError === undefined ? jsonHeaders : { ...jsonHeaders, 'x-amz-function-error': functionError }
  return { status: 200, headers, body: payload }
}

const jsonHeaders = { 'content-type': 'application/json' }

function json(status: number, body: object): HostResponse {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) }
}
