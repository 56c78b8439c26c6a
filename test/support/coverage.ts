import { appendFileSync, readFileSync } from 'node:fs'
import { allOperations, functionNameOf } from '../../infra/build/operation-groups.ts'
import { authenticationCodes, errorCodesOf, platformCodes } from '../../shared/http/error-codes-of.ts'
import type { Operation } from '../../shared/http/operation.ts'

/** An error that an operation answered with over HTTP. */
export interface MetError {
  readonly operation: string
  readonly code: string
}

export function recordMet(file: string, met: MetError): void {
  appendFileSync(file, `${JSON.stringify(met)}\n`)
}

/** The operation that a request reached, by its method and path; exact segments win over parameters. */
export function operationAt(method: string, path: string): Operation | undefined {
  const matching = allOperations.filter(
    (operation) => operation.method === method && pattern(operation.path).test(path),
  )
  return matching.sort((a, b) => parameters(a.path) - parameters(b.path))[0]
}

const parameters = (path: string) => path.split('{').length

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** How many of the declared errors were met, and those that never were. */
export function errorCoverage(file: string): { declared: number; missing: string[] } {
  const met = new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => keyOf(JSON.parse(line))),
  )
  const declared = allOperations.flatMap((operation) =>
    errorCodesOf(operation)
      .filter((code) => !isPlatformCode(code))
      .map((code) => keyOf({ operation: operation.id, code })),
  )
  const all = [...new Set(declared)]
  return { declared: all.length, missing: all.filter((key) => !met.has(key)) }
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
