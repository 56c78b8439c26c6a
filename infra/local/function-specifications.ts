import type { FunctionSpecification } from './function-host.ts'
import { asNumber, asObject, asString, type JsonObject, type Resource } from './template.ts'

/** The functions of a template that run on Node and say in their metadata where their code is. */
export function readFunctions(resources: readonly Resource[]): FunctionSpecification[] {
  return resources
    .filter(
      ({ type, properties }) => type === 'AWS::Lambda::Function' && asString(properties.Runtime).startsWith('nodejs'),
    )
    .map(({ name, arn, properties, metadata }) => ({
      name,
      arn,
      codeDirectory: asString(metadata['aws:asset:path']),
      handler: asString(properties.Handler),
      environment: readEnvironment(properties),
      memoryMegabytes: asNumber(properties.MemorySize) ?? 128,
      timeoutSeconds: asNumber(properties.Timeout) ?? 3,
      reservedConcurrency: asNumber(properties.ReservedConcurrentExecutions),
    }))
}

function readEnvironment({ Environment }: JsonObject): Record<string, string> {
  const variables = Object.entries(asObject(asObject(Environment).Variables))
  return Object.fromEntries(variables.map(([name, value]) => [name, String(value)]))
}
