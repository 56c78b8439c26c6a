import { operations as apiKeys } from '../../functions/access/api-keys/operations.ts'
import { operations as grants } from '../../functions/access/grants/operations.ts'
import { operations as console_ } from '../../functions/console/operations.ts'
import { operations as contacts } from '../../functions/contacts/api/operations.ts'
import { operations as docs } from '../../functions/docs/operations.ts'
import { operations as events } from '../../functions/events/operations.ts'
import { operations as structure } from '../../functions/organizations/api/operations.ts'
import { operations as identity } from '../../functions/organizations/me/operations.ts'
import { operations as provisioning } from '../../functions/organizations/provisioning/operations.ts'
import { operations as registeredMails } from '../../functions/registered-mail/api/operations.ts'
import { operations as registeredMailPage } from '../../functions/registered-mail/recipient-page/operations.ts'
import { operations as signature } from '../../functions/signature/api/operations.ts'
import { operations as downloads } from '../../functions/signature/downloads/operations.ts'
import { operations as signing } from '../../functions/signature/signing-page/operations.ts'
import { operations as verification } from '../../functions/signature/verification/operations.ts'
import { operations as verifyPage } from '../../functions/signature/verify-page/operations.ts'
import { operations as tasks } from '../../functions/tasks/api/operations.ts'
import { operations as uploads } from '../../functions/uploads/operations.ts'
import { operations as vendorConnections } from '../../functions/vendor-connections/api/operations.ts'
import { operations as webhooks } from '../../functions/webhooks/api/operations.ts'
import { loadOperations } from '../../shared/http/lazy-operations.ts'
import type { Operation } from '../../shared/http/operation.ts'

/** The operations of the API and of the signing page, by the function that serves them. */
export const operationGroups = {
  'api-keys': await loadOperations(apiKeys),
  console: await loadOperations(console_),
  contacts: await loadOperations(contacts),
  docs: await loadOperations(docs),
  downloads: await loadOperations(downloads),
  events: await loadOperations(events),
  grants: await loadOperations(grants),
  identity: await loadOperations(identity),
  provisioning: await loadOperations(provisioning),
  'registered-mail-page': await loadOperations(registeredMailPage),
  'registered-mails': await loadOperations(registeredMails),
  signature: await loadOperations(signature),
  signing: await loadOperations(signing),
  structure: await loadOperations(structure),
  tasks: await loadOperations(tasks),
  uploads: await loadOperations(uploads),
  'vendor-connections': await loadOperations(vendorConnections),
  verification: await loadOperations(verification),
  'verify-page': await loadOperations(verifyPage),
  webhooks: await loadOperations(webhooks),
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

/** The operations of a function. A function that serves no API requests has none. */
export function operationsOf(functionName: string): readonly Operation[] {
  return Object.entries(operationGroups).find(([name]) => name === functionName)?.[1] ?? []
}
