import type { Method, Operation } from './operation.ts'

type Route = `${Method} /${string}`

/** The operations of a function by their routes. Each one is imported with its first request, to keep cold starts short. */
export type LazyOperations = Readonly<Record<Route, () => Promise<object>>>

/** Imports the operation of a route. Fails when the module declares another route than the list names. */
export async function loadOperation(operations: LazyOperations, route: string): Promise<Operation | null> {
  if (!isRoute(operations, route)) return null
  const operation = Object.values(await operations[route]()).find((exported) => isOperation(exported, route))
  if (!operation) throw new Error(`the module listed for ${route} declares no operation of that route`)
  return operation
}

/** Imports all operations of a function. */
export async function loadOperations(operations: LazyOperations): Promise<readonly Operation[]> {
  const loaded = await Promise.all(Object.keys(operations).map((route) => loadOperation(operations, route)))
  return loaded.filter((operation) => operation !== null)
}

function isRoute(operations: LazyOperations, route: string): route is Route {
  return Object.hasOwn(operations, route)
}

function isOperation(exported: Partial<Operation>, route: string): exported is Operation {
  return `${exported.method} ${exported.path}` === route
}
