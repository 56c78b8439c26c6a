import { randomUUID } from 'node:crypto'
import { allOperations } from '../../infra/build/operation-groups.ts'
import { isWithoutToken } from '../../shared/http/authorization/principals-of.ts'
import type { Operation } from '../../shared/http/operation.ts'

/** Every operation that asks for a bearer token. */
export const guardedOperations = allOperations.filter(({ access }) => !isWithoutToken(access))

/** The path of an operation: named parameters as given, others as ids that nothing has. */
export function pathOf(operation: Pick<Operation, 'path'>, parameters: Readonly<Record<string, string>> = {}): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? randomUUID())
}
