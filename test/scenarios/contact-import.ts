import { importForm, importPath } from '../api/support/contact-import.ts'
import { contactOf } from '../api/support/contacts.ts'
import type { Scenario, Scenarios } from './scenario.ts'

const file = 'first,last,email\nClaire,Martin,claire@example.com\nPaul,Durand,paul@example.com\n'

function importing(data: object): Scenario {
  return async (of) => {
    await contactOf(of, { email: 'claire@example.com', tags: ['client'] })
    return { path: importPath, options: { token: of.token, body: importForm(of, { file, data }) } }
  }
}

export const contactImportScenarios: Readonly<Record<string, Scenarios>> = {
  importContacts: {
    'what is there is skipped': importing({ tags: ['imported'] }),
    'what is there is changed': importing({ onDuplicate: 'update', tags: ['imported'] }),
    'a dry run': importing({ dryRun: true }),
  },
}
