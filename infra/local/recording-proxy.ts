import { type AwsRequest, type Permission, permissionsOf } from './aws-calls.ts'
import { type InterceptedCall, type Interception, type Interceptor, startInterception } from './interception.ts'
import { permissionsForNotFound } from './s3-calls.ts'

/** What a function needed, and how often. */
export type RecordedCall = Permission & { functionName: string; count: number }

export type CallRecord = {
  calls(): RecordedCall[]
  /** Calls of which it is not known who made them or what they need: each is a gap in the record. */
  unknown(): string[]
}

export type Recording = Interception & CallRecord

/** Records which function calls what. */
export function startRecording(): Recording {
  const { interceptor, ...record } = recorded((_, forward) => forward())
  return { ...startInterception(interceptor), ...record }
}

/** Records what functions ask for, whatever another interceptor then makes of it. */
export function recorded(then: Interceptor): CallRecord & { interceptor: Interceptor } {
  const calls = new Map<string, RecordedCall>()
  const unknown = new Set<string>()
  const count = (functionName: string, permission: Permission) => {
    const { action, resource, leadingKey = '', fromAddress = '' } = permission
    const key = `${functionName} ${action} ${resource} ${leadingKey} ${fromAddress}`
    const call = calls.get(key) ?? { functionName, ...permission, count: 0 }
    call.count += 1
    calls.set(key, call)
  }
  const record = (call: InterceptedCall, permissions: (request: AwsRequest) => Permission[]) => {
    try {
      if (call.functionName === undefined) throw new Error('no function signed it')
      const body = call.service === 's3' ? '' : call.body.toString('utf8')
      for (const permission of permissions({ ...call, body })) count(call.functionName, permission)
    } catch (error) {
      const operation = call.headers['x-amz-target'] ?? `${call.method} ${call.url.split('?')[0]}`
      unknown.add(`${call.service} ${operation}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const interceptor: Interceptor = async (call, forward) => {
    record(call, (request) => permissionsOf(call.service, request))
    const answer = await then(call, forward)
    const isNotFound = answer !== 'broken' && answer.status === 404
    if (call.service === 's3' && isNotFound) record(call, permissionsForNotFound)
    return answer
  }
  return { interceptor, calls: () => [...calls.values()], unknown: () => [...unknown] }
}
