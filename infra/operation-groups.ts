import { operations as docs } from '../functions/docs/operations.ts'
import { operations as downloads } from '../functions/downloads/operations.ts'
import { operations as identity } from '../functions/identity/operations.ts'
import { operations as signature } from '../functions/signature/operations.ts'
import { operations as uploads } from '../functions/uploads/operations.ts'
import type { Operation } from '../shared/http/operation.ts'

/** The operations of the API by the function that serves them. */
export const operationGroups = { docs, downloads, identity, signature, uploads } satisfies Record<
  string,
  readonly Operation[]
>

export type GroupName = keyof typeof operationGroups

export const allOperations: readonly Operation[] = Object.values(operationGroups).flat()
