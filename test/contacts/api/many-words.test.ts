import { describe, expect, it } from 'vitest'
import { clearAbandonedContacts } from '../../../functions/contacts/due/abandoned-contacts.ts'
import { privateAddressBook, sharedAddressBook, stagedIn } from '../../../functions/contacts/model/address-book.ts'
import { indexItemsOf } from '../../../functions/contacts/model/index-items.ts'
import { stagedBatches } from '../../../functions/contacts/model/staged-batch.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Key, queryPartition } from '../../../shared/store/table.ts'
import { call, demand } from '../../support/client.ts'
import { imported } from '../../support/contact-import.ts'
import { contactOf, contactPath, deleteContact, listContacts, patchContact } from '../../support/contacts.ts'
import { storedContact } from '../../support/staged-contacts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const fiftyTags = (word: string) => Array.from({ length: 50 }, (_, index) => `${word}${index}x`)

async function found(of: Tenant, filters: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let pageToken: string | null = ''; pageToken !== null; ) {
    const answer = await listContacts(of, { pageSize: '5', ...filters, ...(pageToken && { pageToken }) })
    demand(answer, 200)
    ids.push(...answer.body.results.map(({ id }: { id: string }) => id))
    pageToken = answer.body.nextPageToken ?? null
  }
  return ids
}

/** The keys of the index items of a contact. */
async function indexKeysOf({ id }: { readonly id: string }): Promise<Key[]> {
  return indexItemsOf(await storedContact(id)).map(({ key }) => key)
}

/** The batches of stale index items of an address book, which a sweep has yet to remove. */
async function stale(addressBook: string) {
  return recordsOf(stagedBatches, await queryPartition(table(), stagedIn(addressBook), ''))
}

/** The items with these keys that a sweep leaves. Another test's sweep may come first. */
async function itemsLeft(addressBook: string, keys: readonly Key[]) {
  const due = { table: table(), clock: () => Date.now() + 1_000, ids: systemIds }
  await clearAbandonedContacts(due, (await stale(addressBook)).map(stagedBatches.key))
  await until('nothing is left behind', async () => (await stale(addressBook)).length === 0)
  return await getItems(table(), keys)
}

describe.concurrent('a contact that very many words lead to', () => {
  it('is found by its new name alone as soon as it has one, and once', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Zola', tags: fiftyTags('customer'), externalRef: 'R-1' })
    const before = await indexKeysOf({ id })
    demand(await patchContact(of, id, { lastName: 'Verne' }), 200)
    expect(await found(of, { q: 'zola' })).toEqual([])
    const filters: Record<string, string>[] = [
      ...[{ q: 'verne' }, { q: 'cust' }, { q: 'claire customer7x' }, { tag: 'customer7x' }, { externalRef: 'R-1' }],
      ...[{ q: 'cust', sort: 'updated' }, { q: 'c' }, { q: 'customer1 customer2' }],
    ]
    for (const filter of filters) expect(await found(of, filter), JSON.stringify(filter)).toEqual([id])
    expect(await itemsLeft(sharedAddressBook(of.entity.id), before)).toEqual([])
    for (const filter of filters) expect(await found(of, filter), JSON.stringify(filter)).toEqual([id])
  })

  it('changes all of its tags at once', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Zola', tags: fiftyTags('customer') })
    const before = await indexKeysOf({ id })
    demand(await patchContact(of, id, { tags: fiftyTags('customs') }), 200)
    expect(await found(of, { q: 'customer7x' })).toEqual([])
    for (const q of ['custom', 'customs7x', 'zola']) expect(await found(of, { q })).toEqual([id])
    expect(await found(of, { tag: 'customs7x' })).toEqual([id])
    const kept = await itemsLeft(sharedAddressBook(of.entity.id), before)
    expect(kept.map(({ SK }) => String(SK).split('\t')[0]).toSorted()).toEqual(['claire', 'zola'])
    expect(await found(of, { q: 'zola customs7x' })).toEqual([id])
  })

  it('is made private and shared again before anything is taken away', async () => {
    const of = await tenant()
    const addressBook = privateAddressBook(of.entity.id, of.key.clientId)
    const { id } = await contactOf(of, { lastName: 'Zola', tags: fiftyTags('customer') })
    const whenShared = await indexKeysOf({ id })
    demand(await patchContact(of, id, { isPrivate: true }), 200)
    const whenPrivate = await indexKeysOf({ id })
    expect(await found(of, { q: 'zola', visibility: 'shared' })).toEqual([])
    expect(await found(of, { q: 'zola' })).toEqual([id])
    demand(await patchContact(of, id, { isPrivate: false }), 200)
    expect(await found(of, { q: 'zola', visibility: 'private' })).toEqual([])
    expect(await found(of, { q: 'cust' })).toEqual([id])
    expect(await itemsLeft(addressBook, whenPrivate)).toEqual([])
    // What led to it at first leads to it again.
    expect(await itemsLeft(sharedAddressBook(of.entity.id), whenShared)).toHaveLength(whenShared.length)
    expect(await found(of, { q: 'zola customer7x' })).toEqual([id])
  })

  it('is merged with another such one', async () => {
    const of = await tenant()
    const target = await contactOf(of, { lastName: 'Zola', tags: fiftyTags('customer'), externalRef: 'R-1' })
    const source = await contactOf(of, { lastName: 'Verne', tags: fiftyTags('supplier'), externalRef: 'R-2' })
    const before = [...(await indexKeysOf(target)), ...(await indexKeysOf(source))]
    const json = { sourceId: source.id, takeFromSource: ['lastName', 'tags', 'externalRef'] }
    demand(await call('POST', `${contactPath(target.id)}/merge`, { token: of.token, json }), 200)
    expect(await found(of, { q: 'customer7x' })).toEqual([])
    for (const q of ['verne', 'suppl']) expect(await found(of, { q })).toEqual([target.id])
    expect(await found(of, { externalRef: 'R-2' })).toEqual([target.id])
    expect(await itemsLeft(sharedAddressBook(of.entity.id), before)).not.toContainEqual(
      expect.objectContaining({ SK: expect.stringContaining(source.id) }),
    )
    expect(await found(of, { q: 'verne supplier7x' })).toEqual([target.id])
  })

  it('is changed by a row of a file', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Zola', email: 'zola@example.com', tags: fiftyTags('customer') })
    const report = await imported(of, 'first,last,email\nÉmile,Verne,zola@example.com\n', { onDuplicate: 'update' })
    expect(report).toMatchObject({ updated: 1, errors: [] })
    expect((await storedContact(id)).lastName).toBe('Verne')
    expect(await found(of, { q: 'verne customer7x' })).toEqual([id])
  })

  it('leaves nothing when it is deleted', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Zola', tags: fiftyTags('customer') })
    const whenZola = await indexKeysOf({ id })
    demand(await patchContact(of, id, { lastName: 'Verne' }), 200)
    const keys = [...whenZola, ...(await indexKeysOf({ id }))]
    demand(await deleteContact(of, id), 204)
    expect(await found(of, { q: 'cust' })).toEqual([])
    expect(await itemsLeft(sharedAddressBook(of.entity.id), keys)).toEqual([])
  })
})
