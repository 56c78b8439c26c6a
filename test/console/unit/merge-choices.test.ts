import { describe, expect, test } from 'vitest'
import type { Contact } from '../../../functions/console/app/api-types.ts'
import { mergeChoices, takenFields } from '../../../functions/console/app/contacts/merge-choices.ts'

const empty: Contact = {
  id: '1',
  orgId: '2',
  entityId: '3',
  kind: 'person',
  civility: null,
  firstName: null,
  lastName: null,
  companyName: null,
  email: null,
  phone: null,
  mobilePhone: null,
  address: null,
  tags: [],
  externalRef: null,
  isPrivate: false,
  companyId: null,
  siren: null,
  siret: null,
  createdBy: { type: 'user', id: '4', email: null, firstName: null, lastName: null },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  version: 1,
  displayName: 'Ada',
  company: null,
}
const choices = (target: Partial<Contact>, source: Partial<Contact>) =>
  mergeChoices({ ...empty, ...target }, { ...empty, ...source })
const nothing = { filled: [], conflicts: [], tags: null }
const address = { line1: '1 rue de la Paix', line2: null, postalCode: '75002', city: 'Paris', country: 'FR' }

describe('merging a contact into another', () => {
  test.for<[string, Partial<Contact>, Partial<Contact>, Partial<ReturnType<typeof mergeChoices>>]>([
    ['takes what is empty here', {}, { email: 'a@example.com', address }, { filled: ['email', 'address'] }],
    ['keeps what only this one has', { email: 'a@example.com', address, tags: ['a'] }, {}, {}],
    ['asks where both have a value', { phone: '1' }, { phone: '2' }, one('phone', '1', '2')],
    ['asks nothing where both are the same', { phone: '1', address }, { phone: '1', address }, {}],
    ['unites the tags', { tags: ['a', 'b'] }, { tags: ['B', 'c'] }, { tags: ['a', 'b', 'c'] }],
    ['leaves tags that all are here', { tags: ['a', 'b'] }, { tags: ['A'] }, {}],
    ['takes a SIRET of the same company', { siren: '732829320' }, numbers('73282932000074'), { filled: ['siret'] }],
    ['keeps a SIRET of the same company', numbers('73282932000074'), { siren: '732829320' }, {}],
    ['asks about another company', { siren: '1' }, { siren: '2' }, one('siret', '1', '2')],
    ['takes the address where this one has a country only', { address: bare() }, { address }, { filled: ['address'] }],
  ])('%s', ([, target, source, expected]) => {
    expect(choices(target, source)).toEqual({ ...nothing, ...expected })
  })

  test('takes SIREN and SIRET together', () => {
    expect(takenFields(['siret', 'email'])).toEqual(['siren', 'siret', 'email'])
  })
})

function one(name: 'phone' | 'siret', here: string, there: string) {
  return { conflicts: [{ name, here, there }] }
}

function numbers(siret: string) {
  return { siren: siret.slice(0, 9), siret }
}

function bare() {
  return { line1: null, line2: null, postalCode: null, city: null, country: 'FR' }
}
