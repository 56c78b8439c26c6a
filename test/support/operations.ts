import { randomUUID } from 'node:crypto'
import { functionFolders } from '../../infra/build/function-names.ts'
import { allOperations, functionNameOf } from '../../infra/build/operation-groups.ts'
import { isWithoutToken } from '../../shared/http/authorization/principals-of.ts'
import type { Operation } from '../../shared/http/operation.ts'

export function operationsInDomain(domain: string): Operation[] {
  return allOperations.filter((operation) =>
    `${functionFolders[functionNameOf(operation)]}/`.startsWith(`functions/${domain}/`),
  )
}

/** `test:quick` asks the operations of these domains alone. */
const domains = process.env.DOMAINS?.split(',')
const asked = domains ? domains.flatMap(operationsInDomain) : allOperations

/** Every operation that asks for a bearer token. */
export const guardedOperations = asked.filter(({ access }) => !isWithoutToken(access))

/** The path of an operation: named parameters as given, others as ids that nothing has. */
export function pathOf(operation: Pick<Operation, 'path'>, parameters: Readonly<Record<string, string>> = {}): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? randomUUID())
}
