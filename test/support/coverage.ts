import { appendFileSync, readFileSync } from 'node:fs'
import { allOperations, functionNameOf } from '../../infra/build/operation-groups.ts'
import { errorStatus } from '../../shared/errors/error-codes.ts'
import { authenticationCodes, errorCodesOf, platformCodes } from '../../shared/http/error-codes-of.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { isPublished } from '../../shared/openapi/openapi.ts'

/** An answer over HTTP: the operation, null where the path leads to none, and the code of an error. */
interface Met {
  readonly operation: string | null
  readonly code: string | null
}

const recorded = new Set<string>()

/** Notes each kind of answer once for a file of tests: it is asked for thousands of times. */
export function recordMet(file: string, met: Met): void {
  const line = JSON.stringify(met)
  if (recorded.has(line)) return
  recorded.add(line)
  appendFileSync(file, `${line}\n`)
}

function metIn(file: string): Met[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The operation that a request reached, by its method and path; exact segments win over parameters. */
export function operationAt(method: string, path: string): Operation | undefined {
  const matching = allOperations.filter(
    (operation) => operation.method === method && pattern(operation.path).test(path),
  )
  return matching.sort((a, b) => parameters(a.path) - parameters(b.path))[0]
}

const parameters = (path: string) => path.split('{').length

const patterns = new Map<string, RegExp>()

function pattern(path: string): RegExp {
  const made = patterns.get(path) ?? new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, made)
  return made
}

/** How many of the declared errors were met, and those that never were. */
export function errorCoverage(file: string): { declared: number; missing: string[] } {
  const met = new Set(metIn(file).flatMap((each) => (isError(each) ? keyOf(each) : [])))
  const declared = allOperations.flatMap((operation) =>
    errorCodesOf(operation)
      .filter((code) => !isPlatformCode(code))
      .map((code) => keyOf({ operation: operation.id, code })),
  )
  const all = [...new Set(declared)]
  return { declared: all.length, missing: all.filter((key) => !met.has(key)) }
}

interface MetError {
  readonly operation: string
  readonly code: string
}

function isError(met: Met): met is MetError {
  return met.operation !== null && met.code !== null
}

/**
 * Codes of the contract that no test can bring about over HTTP at will: organizations of this service have no organization above them, a
 * request that takes too long is provoked without a gateway (gateway-handler.test.ts), and whether others are faster three times is
 * chance (run-handler.test.ts has it always).
 */
export const unprovokedCodes: readonly string[] = ['test_mode_root_only', 'timeout', 'concurrent_update']

interface Count {
  readonly of: number
  readonly unmet: readonly string[]
}

/** Which operations of `/openapi.json`, and which codes of the contract, no test has met over HTTP. */
export function contractCoverage(file: string): { operations: Count; codes: Count } {
  const met = metIn(file)
  const asked = new Set(met.map(({ operation }) => operation))
  const answered = new Set(met.map(({ code }) => code))
  const published = allOperations.filter(isPublished).map(({ id }) => id)
  const codes = Object.keys(errorStatus)
  return {
    operations: { of: published.length, unmet: published.filter((id) => !asked.has(id)) },
    codes: { of: codes.length, unmet: codes.filter((code) => !answered.has(code)) },
  }
}

/** Errors of broken dependencies or of races are provoked for the API as a whole, not for each operation. */
function isPlatformCode(code: string): boolean {
  return platformCodes.some((platformCode) => platformCode === code)
}

/** One check refuses for all operations of a function: its codes count once for each function. */
function keyOf({ operation: id, code }: MetError): string {
  const operation = isCheckedOnce(code) ? allOperations.find((each) => each.id === id) : undefined
  return `${operation ? functionNameOf(operation) : id} ${code}`
}

function isCheckedOnce(code: string): boolean {
  return code !== 'unauthenticated' && authenticationCodes.some((each) => each === code)
}
