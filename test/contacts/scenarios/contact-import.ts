import { createHash } from 'node:crypto'
import { freshName } from '../../matrices/scenarios/fresh-name.ts'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { importForm, importPath } from '../../support/contact-import.ts'
import { contactOf } from '../../support/contacts.ts'

/** Somebody who is there already, and somebody whom nobody has seen before. */
function importing(data: object): Scenario {
  return async (of) => {
    const lastName = freshName(of, 'Martin')
    const [claire, paul] = ['claire', 'paul'].map((firstName) => addressOf(firstName, lastName))
    await contactOf(of, { lastName, email: claire, tags: ['client'] })
    const file = ['first,last,email', `Claire,${lastName},${claire}`, `Paul,${lastName},${paul}`].join('\n')
    return { path: importPath, options: { token: of.token, body: importForm(of, { file, data }) } }
  }
}

function addressOf(firstName: string, lastName: string): string {
  return `${firstName}.${lastName.replace(' ', '.').toLowerCase()}@example.com`
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
  return [
    'first,last,email,tags',
    `Claire,${lastName},${addressOf('claire', lastName)},${tags.slice(0, 50).join('|')}`,
    `Paul,${lastName},${addressOf('paul', lastName)},${tags.slice(50, 100).join('|')}`,
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
