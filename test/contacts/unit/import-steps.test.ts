import { expect, test } from 'vitest'
import type { ImportInput } from '../../../functions/contacts/api/import-input.ts'
import { rowSteps } from '../../../functions/contacts/api/import-steps.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { contactWith } from './contact-with.ts'
import { entityId } from './sent-contacts.ts'

const principal = { id: 'key_test', profile: { firstName: 'Test', lastName: null, email: null } } as Principal
const input: ImportInput = {
  entityId,
  mapping: {},
  tags: [],
  isPrivate: false,
  dryRun: false,
  onDuplicate: 'update',
  kind: 'person',
}
const entity = { id: entityId, orgId: entityId, providerId: entityId, livemode: true }
const row = { row: 2, kind: 'person', sent: { firstName: 'Zoé' } } as const
const { change } = rowSteps(row, 'id', { entity, principal, input, at: '2026-01-01T00:00:00.000Z' })

const matched = (isPrivate: boolean, id = 'somebody') =>
  contactWith(1, {
    lastName: 'Martin',
    isPrivate,
    createdBy: { type: 'user', id, email: null, firstName: null, lastName: null },
  })

test('a row changes what it matches, decided anew on what that is by then', async () => {
  expect(await change(matched(false))).toMatchObject({ firstName: 'Zoé', lastName: 'Martin' })
  expect(await change(matched(true, 'key_test'))).toMatchObject({ firstName: 'Zoé' })
})

test('a row adds its tags to those of the contact that it matches', async () => {
  const tagged = { ...row, sent: { tags: ['Clients', 'VIP'] } }
  const { change } = rowSteps(tagged, 'id', { entity, principal, input, at: '2026-01-01T00:00:00.000Z' })
  const current = { ...matched(false), tags: ['important', 'vip'] }
  expect(await change(current)).toMatchObject({ tags: ['important', 'vip', 'Clients'] })
})

test.each([
  ['is gone', null],
  ['has become somebody else’s own', matched(true)],
])('a row does not change a contact that %s', async (_, current) => {
  expect(await change(current)).toMatchObject({ code: 'contact_not_found' })
})
