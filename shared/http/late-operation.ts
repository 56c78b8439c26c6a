import type { Method, Operation } from './operation.ts'

/** An operation that is loaded when a request first asks for it: what bundles have of a group (`infra/build/late-loading.ts`). */
export interface LateOperation {
  readonly method: Method
  readonly path: string
  readonly load: () => Promise<Operation>
}

/** How the operations of a group are given to what serves them. */
export type ServedOperations = readonly (Operation | LateOperation)[]

/** Gives an operation. One that is late is loaded once for all who ask; after a failure, anew for whoever asks next. */
export function loaderOf(served: Operation | LateOperation): () => Promise<Operation> {
  if (!('load' in served)) return async () => served
  let loading: Promise<Operation> | null = null
  return () => {
    loading ??= served.load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}
