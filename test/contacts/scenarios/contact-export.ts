import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { contactOf, contactsPath } from '../../support/contacts.ts'

function exporting(filters: Readonly<Record<string, string>>): Scenario {
  return async (of) => {
    await contactOf(of, { mobilePhone: '+33612345678', tags: ['client'] })
    const query = new URLSearchParams({ entityId: of.entity.id, ...filters })
    return { path: `${contactsPath}/export?${query}`, options: { token: of.token } }
  }
}

export const contactExportScenarios: Readonly<Record<string, Scenarios>> = {
  exportContacts: { 'of an entity': exporting({}), 'by words': exporting({ q: 'clai 0612' }) },
}
