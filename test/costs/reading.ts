import { addUnits, type ConsumedUnits, noUnits } from './consumed-units.ts'
import type { MeteredCall } from './metering-proxy.ts'
import { dynamoDbDollars } from './prices.ts'
import { serialDepth } from './serial-depth.ts'

/** What one invocation cost. */
export interface Reading {
  /** The longest chain of calls that wait for each other, of all services, and of DynamoDB alone. */
  readonly depth: number
  readonly rounds: number
  readonly calls: number
  /** By name of the service, how many calls. */
  readonly callsByService: Readonly<Record<string, number>>
  readonly units: ConsumedUnits
  /** For a million such invocations. */
  readonly dollars: { readonly dynamoDb: number; readonly s3: number; readonly others: number }
}

export function readingOf(calls: readonly MeteredCall[]): Reading {
  const units = calls.reduce((total, call) => addUnits(total, call.units), noUnits)
  const callsByService: Record<string, number> = {}
  for (const { service } of calls) callsByService[service] = (callsByService[service] ?? 0) + 1
  const [s3, others] = [dollarsOf(calls.filter(isS3)), dollarsOf(calls.filter((call) => !isS3(call)))]
  const dollars = { dynamoDb: dynamoDbDollars(units), s3, others }
  const rounds = serialDepth(calls.filter(({ service }) => service === 'dynamodb'))
  return { depth: serialDepth(calls), rounds, calls: calls.length, callsByService, units, dollars }
}

const isS3 = ({ service }: MeteredCall) => service === 's3'

function dollarsOf(calls: readonly MeteredCall[]): number {
  return calls.reduce((total, call) => total + call.otherDollars, 0)
}
