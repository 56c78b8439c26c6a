import type { FunctionName } from '../../infra/build/function-names.ts'

/** KB that a function reads before its first request, a little above today's. The framework of the identity provider needs more. */
export function sizeGoal(name: FunctionName): { readonly minified: number; readonly gzipped: number } {
  return name === 'auth' ? { minified: 860, gzipped: 265 } : { minified: 326, gzipped: 108 }
}

/** The time to import a function, as a ratio to the DynamoDB client alone. */
export function startGoal(name: string): number | undefined {
  return name === 'auth' || name.startsWith('baseline') ? undefined : 1.05
}

/** The same including the import of the operation that the first request asks for. */
export const firstRequestGoal = 1.2

/** Our own CPU for a request, over one verification of its token. */
export const cpuGoal = { cold: 6, warm: 3 } as const

/** What a seal takes, over one SHA-256 of the same bytes, and how much memory, by the number of the document's objects. */
export function sealGoal(objects: number): { readonly ratio: number; readonly memoryMb: number } {
  return { ratio: objects > 4_000 ? 4 : 2.5, memoryMb: 30 }
}

/** What deliveries to subscribers should take at most. */
export const webhookGoals = {
  /** For a million deliveries that are taken at once, in full batches. */
  dollarsOfMillion: 3.2,
  /** Executions of the machine of retries for what is taken at once. */
  executions: 0,
  transitionsOfRetry: 2,
  transitionsOfDead: 17,
  /** What an event to a hundred subscriptions takes, over one to a single one. */
  hundredToOne: 100,
} as const
