import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { sharedAddressBook } from '../../../functions/contacts/model/address-book.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { imported } from '../../support/contact-import.ts'
import { contactOf, deleteContact, namesFound, patchContact, postContact } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const items = Array.from({ length: 8 }, (_, index) => `TAGS#${index}`)
/** An item holds 400 KB: no other tag fits beside this. */
const almostAll = 'x'.repeat(409_480)

/** The counts of so many tags that no further one fits. */
async function fillTagCounts({ entity }: Tenant, filling: Record<string, unknown>): Promise<void> {
  const PK = `${sharedAddressBook(entity.id)}#TAGS`
  await inParallel(items, 4, async (SK) => {
    const Item = { PK, SK, type: 'contact_tags', ...filling }
    await table().client.send(new PutCommand({ TableName: table().name, Item }))
  })
}

it('refuses a tag that cannot be counted any more, and nothing else', async () => {
  const of = await tenant()
  await fillTagCounts(of, { 'n:client': 1, 'as:client': 'client', almostAll })
  expectRefused(await postContact(of, { tags: ['another one'] }), 'invalid_input')
  const { id } = await contactOf(of, { tags: ['client'] })
  expectRefused(await patchContact(of, id, { tags: ['client', 'another one'] }), 'invalid_input')
  expect((await patchContact(of, id, { lastName: 'Durand', tags: [] })).status).toBe(200)
  const report = await imported(of, 'first,last,email\nAnne,A,\nAnne,A,\n', { tags: ['another one'] })
  // The second row was skipped for the first.
  const errors = [
    { row: 2, code: 'invalid_input' },
    { row: 3, code: 'concurrent_update' },
  ]
  expect(report).toMatchObject({ total: 2, created: 0, skipped: 0, errors })
  expect(await namesFound(of)).toEqual(['Claire Durand'])
  expect((await deleteContact(of, id)).status).toBe(204)
})
