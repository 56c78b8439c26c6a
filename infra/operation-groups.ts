import { operations as apiKeys } from '../functions/api-keys/operations.ts'
import { operations as contacts } from '../functions/contacts/operations.ts'
import { operations as docs } from '../functions/docs/operations.ts'
import { operations as downloads } from '../functions/downloads/operations.ts'
import { operations as events } from '../functions/events/operations.ts'
import { operations as grants } from '../functions/grants/operations.ts'
import { operations as identity } from '../functions/identity/operations.ts'
import { operations as provisioning } from '../functions/provisioning/operations.ts'
import { operations as signature } from '../functions/signature/operations.ts'
import { operations as signing } from '../functions/signing/operations.ts'
import { operations as structure } from '../functions/structure/operations.ts'
import { operations as uploads } from '../functions/uploads/operations.ts'
import { operations as verification } from '../functions/verification/operations.ts'
import { operations as webhooks } from '../functions/webhooks/operations.ts'
import type { Operation } from '../shared/http/operation.ts'

/** The operations of the API, and of the signers' page, by the function that serves them. */
export const operationGroups = {
  'api-keys': apiKeys,
  contacts,
  docs,
  downloads,
  events,
  grants,
  identity,
  provisioning,
  signature,
  signing,
  structure,
  uploads,
  verification,
  webhooks,
} satisfies Record<string, readonly Operation[]>

export type GroupName = keyof typeof operationGroups

const isGroupName = (name: string): name is GroupName => Object.hasOwn(operationGroups, name)
export const groupNames: readonly GroupName[] = Object.keys(operationGroups).filter(isGroupName)

export const allOperations: readonly Operation[] = Object.values(operationGroups).flat()

/** The function that serves an operation. */
export function functionNameOf(operation: Operation): GroupName {
  const found = groupNames.find((name) => operationsOf(name).includes(operation))
  if (!found) throw new Error(`no function serves ${operation.id}`)
  return found
}

/** Those that a function serves; none where it serves no requests of the API. */
export function operationsOf(functionName: string): readonly Operation[] {
  return Object.entries(operationGroups).find(([name]) => name === functionName)?.[1] ?? []
}
