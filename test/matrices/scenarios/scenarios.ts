import { allOperations } from '../../../infra/build/operation-groups.ts'
import type { Operation } from '../../../shared/http/operation.ts'
import { apiKeyScenarios } from '../../access/scenarios/api-keys.ts'
import { grantScenarios } from '../../access/scenarios/grants.ts'
import { consoleScenarios } from '../../console/scenarios/console.ts'
import { contactExportScenarios } from '../../contacts/scenarios/contact-export.ts'
import { contactImportScenarios } from '../../contacts/scenarios/contact-import.ts'
import { contactScenarios } from '../../contacts/scenarios/contacts.ts'
import { eventScenarios } from '../../events/scenarios/events.ts'
import { meScenarios } from '../../organizations/scenarios/me.ts'
import { provisioningScenarios } from '../../organizations/scenarios/provisioning.ts'
import { structureScenarios } from '../../organizations/scenarios/structure.ts'
import { testModeScenarios } from '../../organizations/scenarios/test-mode.ts'
import { mailProofScenarios } from '../../registered-mail/scenarios/proofs.ts'
import { recipientPageScenarios } from '../../registered-mail/scenarios/recipient-page.ts'
import { registeredMailScenarios } from '../../registered-mail/scenarios/registered-mails.ts'
import { senderAccountScenarios } from '../../registered-mail/scenarios/sender-accounts.ts'
import { signatureScenarios } from '../../signature/scenarios/signature.ts'
import { signingScenarios } from '../../signature/scenarios/signing.ts'
import { verifyPageScenarios } from '../../signature/scenarios/verify-page.ts'
import { taskScenarios } from '../../tasks/scenarios/tasks.ts'
import { vendorConnectionScenarios } from '../../vendor-connections/scenarios/vendor-connections.ts'
import { webhookScenarios } from '../../webhooks/scenarios/webhooks.ts'
import type { Scenario, Scenarios } from './scenario.ts'

const scenarios: Readonly<Record<string, Scenarios>> = {
  ...apiKeyScenarios,
  ...consoleScenarios,
  ...contactScenarios,
  ...contactExportScenarios,
  ...contactImportScenarios,
  ...eventScenarios,
  ...grantScenarios,
  ...provisioningScenarios,
  ...registeredMailScenarios,
  ...mailProofScenarios,
  ...recipientPageScenarios,
  ...senderAccountScenarios,
  ...signatureScenarios,
  ...signingScenarios,
  ...structureScenarios,
  ...testModeScenarios,
  ...taskScenarios,
  ...vendorConnectionScenarios,
  ...verifyPageScenarios,
  ...webhookScenarios,
  ...meScenarios,
  createUpload: {
    'of a PDF': async ({ token }) => ({
      path: '/v1/uploads',
      options: { token, json: { fileName: 'a.pdf', contentType: 'application/pdf', size: 1000 } },
    }),
  },
  getOpenApiDocument: { public: async () => ({ path: '/openapi.json', options: {} }) },
  openReference: { public: async () => ({ path: '/', options: {} }) },
  getReference: { public: async () => ({ path: '/docs', options: {} }) },
}

export interface NamedScenario {
  readonly operation: Operation
  /** Of the operation and what sets the scenario apart. */
  readonly name: string
  readonly scenario: Scenario
}

/** At least one for every operation of the API. An operation without one throws: nothing is proved about it. */
export function allScenarios(): NamedScenario[] {
  return allOperations.flatMap((operation) => {
    const own = Object.entries(scenarios[operation.id] ?? {})
    if (own.length === 0)
      throw new Error(`there is no scenario of ${operation.id}: write one in test/matrices/scenarios`)
    return own.map(([variant, scenario]) => ({ operation, name: `${operation.id}, ${variant}`, scenario }))
  })
}

/** Those that change something; what they do must happen once. */
export function writingScenarios(): NamedScenario[] {
  return allScenarios().filter(({ operation }) => operation.method !== 'GET')
}

export function operationOf(id: string): Operation {
  const found = allOperations.find((operation) => operation.id === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}

export function scenarioNamed(name: string): NamedScenario {
  const found = allScenarios().find((scenario) => scenario.name === name)
  if (!found) throw new Error(`there is no scenario ${name}`)
  return found
}
