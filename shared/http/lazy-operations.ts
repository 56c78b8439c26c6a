import type { Operation } from './operation.ts'

/** The modules of a function's operations by method and path. Each one is imported with its first request. */
export type LazyOperations = Readonly<Record<string, () => Promise<object>>>

/** Imports the operation of a route. Fails when the module declares another method or path than the list. */
export async function loadOperation(operations: LazyOperations, route: string): Promise<Operation | null> {
  const load = Object.hasOwn(operations, route) ? operations[route] : undefined
  if (!load) return null
  const operation = Object.values(await load()).find((exported) => isOperation(exported, route))
  if (!operation) throw new Error(`The module listed for "${route}" declares no operation with that method and path.`)
  return operation
}

/** Imports all operations of a function. */
export async function loadOperations(operations: LazyOperations): Promise<readonly Operation[]> {
  const loaded = await Promise.all(Object.keys(operations).map((route) => loadOperation(operations, route)))
  return loaded.filter((operation) => operation !== null)
}

function isOperation(exported: Partial<Operation>, route: string): exported is Operation {
  return `${exported.method} ${exported.path}` === route
}
