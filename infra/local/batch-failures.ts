import type { InvocationResult } from './function-host.ts'

/**
 * The items of a batch that a function failed: all when it threw, those it names in `batchItemFailures` when the mapping lets it report them,
 * and all again when it names one that is not in the batch or answers something else.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedIdentifiers(
  { payload, functionError }: InvocationResult,
  identifiers: readonly string[],
  reportsItemFailures: boolean,
): string[] {
  if (functionError !== undefined) return [...identifiers]
  if (!reportsItemFailures) return []
  const failures = batchItemFailures(payload)
  if (failures === undefined) return []
  if (!Array.isArray(failures)) return [...identifiers]
  const named = failures.map((failure: unknown) => propertyOf(failure, 'itemIdentifier'))
  const known = named.filter((name) => typeof name === 'string' && identifiers.includes(name))
  return known.length === named.length ? identifiers.filter((name) => known.includes(name)) : [...identifiers]
}

/** Nothing, an empty object or null counts as a complete success. */
function batchItemFailures(payload: string): unknown {
  const answer: unknown = JSON.parse(payload)
  return propertyOf(answer, 'batchItemFailures') ?? undefined
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
