import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { HostHandler, HostResponse } from './http-host.ts'

/** An error as AWS answers it: the SDK throws one whose `name` is `type`. */
export class ServiceError extends Error {
  readonly type: string
  readonly status: number
  constructor(type: string, message: string, status = 400) {
    super(message)
    this.type = type
    this.status = status
  }
}

export type ActionHandler = (input: unknown) => Promise<unknown>

/** An action whose input is checked first; what does not fit is a `ValidationException`. */
export function action<const Schema extends v.GenericSchema>(
  schema: Schema,
  run: (input: v.InferOutput<Schema>) => unknown,
): ActionHandler {
  return async (input) => {
    const parsed = v.safeParse(schema, input)
    if (!parsed.success) throw new ServiceError('ValidationException', v.summarize(parsed.issues))
    return run(parsed.output)
  }
}

/**
 * The AWS JSON protocols 1.0 and 1.1 (one POST, the action named by `X-Amz-Target: Prefix.Action`).
 * https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html
 */
export function jsonProtocol(
  version: '1.0' | '1.1',
  targetPrefix: string,
  actions: Readonly<Record<string, ActionHandler>>,
): HostHandler {
  return async ({ headers, body }) => {
    const target = String(headers['x-amz-target'] ?? '')
    const name = target.startsWith(`${targetPrefix}.`) ? target.slice(targetPrefix.length + 1) : ''
    try {
      const run = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!run) throw new ServiceError('UnknownOperationException', `${target || 'no target'} is not hosted here`)
      return jsonAnswer(version, 200, (await run(jsonInput(body))) ?? {})
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const answer = jsonAnswer(version, error.status, { __type: error.type, message: error.message })
      return { ...answer, headers: { ...answer.headers, 'x-amzn-errortype': error.type } }
    }
  }
}

function jsonInput(body: Buffer): unknown {
  try {
    return body.length === 0 ? {} : JSON.parse(body.toString('utf8'))
  } catch {
    throw new ServiceError('SerializationException', 'the body is not JSON')
  }
}

function jsonAnswer(version: string, status: number, body: unknown): HostResponse {
  return {
    status,
    headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  }
}
