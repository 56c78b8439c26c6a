import { createHash } from 'node:crypto'
import { importForm, importPath } from '../api/support/contact-import.ts'
import { contactOf } from '../api/support/contacts.ts'
import { freshName } from './fresh-name.ts'
import type { Scenario, Scenarios } from './scenario.ts'

const file = 'first,last,email\nClaire,Martin,claire@example.com\nPaul,Durand,paul@example.com\n'

function importing(data: object): Scenario {
  return async (of) => {
    await contactOf(of, { email: 'claire@example.com', tags: ['client'] })
    return { path: importPath, options: { token: of.token, body: importForm(of, { file, data }) } }
  }
}

/**
 * So many tags that one commit counts those of one contact alone: all of them are counted in the same item, and none has a
 * word, so that they lead to nothing that has to be written.
 */
const tags = Array.from({ length: 4 ** 6 }, (_, place) =>
  place
    .toString(4)
    .padStart(6, '0')
    .replace(/./g, (digit) => '*~^•'[Number(digit)] ?? ''),
).filter((tag) => (createHash('sha256').update(tag).digest()[0] ?? 0) % 8 === 0)

/** Two people whom nobody has seen before, with as many tags as anybody may have. */
function manyTagged(lastName: string): string {
  const mailbox = lastName.replace(' ', '.').toLowerCase()
  return [
    'first,last,email,tags',
    `Claire,${lastName},claire.${mailbox}@example.com,${tags.slice(0, 50).join('|')}`,
    `Paul,${lastName},paul.${mailbox}@example.com,${tags.slice(50, 100).join('|')}`,
  ].join('\n')
}
const mapping = { firstName: 'first', lastName: 'last', email: 'email', tags: 'tags' }

export const contactImportScenarios: Readonly<Record<string, Scenarios>> = {
  importContacts: {
    'what is there is skipped': importing({ tags: ['imported'] }),
    'what is there is changed': importing({ onDuplicate: 'update', tags: ['imported'] }),
    'a dry run': importing({ dryRun: true }),
    'in two commits': async (of) => {
      const body = importForm(of, { file: manyTagged(freshName(of, 'Martin')), data: { mapping } })
      return { path: importPath, options: { token: of.token, body } }
    },
  },
}
