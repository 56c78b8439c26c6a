import { describe, expect, it } from 'vitest'
import { clearAbandonedContacts } from '../../../functions/contacts/due/abandoned-contacts.ts'
import { type Contact, contactKey } from '../../../functions/contacts/model/contact.ts'
import { indexItemsOf } from '../../../functions/contacts/model/index-items.ts'
import { contactsOfBatch, type StagedBatch, stagedBatches } from '../../../functions/contacts/model/staged-batch.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { getItem, getItems } from '../../../shared/store/table.ts'
import { call, demand } from '../../support/client.ts'
import { imported } from '../../support/contact-import.ts'
import { contactOf, contactsPath, deleteContact, listContacts, patchContact } from '../../support/contacts.ts'
import { brokenImport, importedUnder, staged, storedContact } from '../../support/staged-contacts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

/** As many as a part and a half hold. */
const absent = 150

async function found(of: Tenant, filters: Record<string, string>): Promise<string[]> {
  const ids: string[] = []
  for (let pageToken: string | null = null; ; ) {
    const answer = await listContacts(of, { pageSize: '20', ...filters, ...(pageToken && { pageToken }) })
    demand(answer, 200)
    ids.push(...answer.body.results.map(({ id }: { id: string }) => id))
    if (!answer.body.nextPageToken) return ids
    pageToken = String(answer.body.nextPageToken)
  }
}

describe('what was put for contacts that were never written', () => {
  it('shows nowhere, and hides nobody', async () => {
    const of = await tenant()
    await brokenImport(of, absent, { tags: ['zenith'], externalRef: 'R-1' })
    const { id } = await contactOf(of, { lastName: 'Zola', tags: ['zenith'], externalRef: 'R-1' })
    const filters: Record<string, string>[] = [
      { q: 'zenith' },
      { q: 'zen', sort: 'updated' },
      { tag: 'zenith' },
      { externalRef: 'R-1' },
    ]
    for (const filter of filters) expect(await found(of, filter), JSON.stringify(filter)).toEqual([id])
    expect(await found(of, { q: 'absent1' })).toEqual([])
    const exported = await call('GET', `${contactsPath}/export?entityId=${of.entity.id}&q=zenith`, { token: of.token })
    expect(exported.text.trim().split('\r\n')).toHaveLength(2)
  })

  it('is no duplicate, and hides none', async () => {
    const of = await tenant()
    await brokenImport(of, absent, { email: 'office@example.com' })
    const { id } = await contactOf(of, { lastName: 'Zola', email: 'office@example.com' })
    const query = new URLSearchParams({ entityId: of.entity.id, email: 'office@example.com' })
    const duplicates = await call('GET', `${contactsPath}/duplicates?${query}`, { token: of.token })
    expect(duplicates.body.results.map(({ contact }: { contact: { id: string } }) => contact.id)).toEqual([id])
    const report = await imported(of, 'first,last,email\nA,B,Office@example.com\n')
    expect(report).toMatchObject({ skipped: 1, duplicates: [{ row: 2, contactId: id, reasons: ['email'] }] })
  })
})

describe('an import of more than a commit holds', () => {
  const rows = Array.from({ length: 45 }, (_, row) => `First${row},Last${row},person${row}@example.com`)

  it('leaves contacts that are found, and of which nothing is left when they are deleted', async () => {
    const of = await tenant()
    const report = await imported(of, ['first,last,email', ...rows].join('\n'), { tags: ['fair'] })
    expect(report).toMatchObject({ created: 45, errors: [] })
    expect(await found(of, { tag: 'fair', pageSize: '100' })).toHaveLength(45)
    const [id = ''] = await found(of, { q: 'last7' })
    const keys = indexItemsOf(await storedContact(id)).map(({ key }) => key)
    expect(await getItems(table(), keys)).toHaveLength(keys.length)
    demand(await deleteContact(of, id), 204)
    expect(await getItems(table(), keys)).toEqual([])
    expect(await found(of, { q: 'last7' })).toEqual([])
  })
})

describe('an import that is tried again under its key', () => {
  it('writes nothing twice, and nothing over what has changed meanwhile', async () => {
    const of = await tenant()
    // By a first name alone nobody is taken for the same.
    const file = ['first,last,email', ...Array.from({ length: 60 }, (_, row) => `Person${row},,`)].join('\n')
    expect(await importedUnder('a key', of, file)).toMatchObject({ created: 60 })
    const [id = ''] = await found(of, { q: 'person7' })
    demand(await patchContact(of, id, { tags: ['changed'] }), 200)
    expect(await importedUnder('a key', of, file)).toMatchObject({ created: 60, errors: [] })
    expect(await found(of, { pageSize: '100' })).toHaveLength(60)
    expect(await found(of, { q: 'person7 changed' })).toEqual([id])
  })
})

describe('a sweep of abandoned contacts', () => {
  const sweep = async (part: StagedBatch) => {
    const whenDue = { table: table(), clock: () => Date.parse(part.dueAt), ids: systemIds }
    return await clearAbandonedContacts(whenDue, [stagedBatches.key(part)])
  }
  const left = async (part: StagedBatch) => {
    const keys = contactsOfBatch(part).flatMap(({ keys }) => keys)
    return (await getItems(table(), keys)).map(({ SK }) => String(SK).split('\t')[0]).toSorted()
  }
  const changed = (contact: Contact, fields: Partial<Contact>): Contact => ({ ...contact, ...fields })

  it('takes away what leads to nobody, and then the part', async () => {
    const of = await tenant()
    const part = await brokenImport(of, 3, { tags: ['zenith'] })
    expect(await left(part)).not.toEqual([])
    expect(await sweep(part)).toBe(1)
    expect(await left(part)).toEqual([])
    expect(await getItem(table(), stagedBatches.key(part))).toBeNull()
    expect(await sweep(part)).toBe(0)
  })

  it('leaves what a contact is found by that is there all the same, and takes what it is not', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Zola', tags: ['kept'] })
    const part = await staged([changed(await storedContact(id), { tags: ['kept', 'other'] })])
    expect(await sweep(part)).toBe(1)
    expect(await left(part)).toEqual(['claire', 'kept', 'zola'])
    expect(await found(of, { q: 'zola kept' })).toEqual([id])
  })

  it('leaves what a later try has put again', async () => {
    const of = await tenant()
    const { id } = await contactOf(of)
    const contact = changed(await storedContact(id), { id: systemIds(), lastName: 'Zola', tags: ['again'] })
    const earlier = await staged([changed(contact, { tags: ['again', 'once'] })])
    const later = await staged([contact])
    expect(await sweep(earlier)).toBe(1)
    expect(await left(earlier)).toEqual(['again', 'claire', 'zola'])
    expect(await left(later)).toEqual(['again', 'claire', 'zola'])
    expect(await getItem(table(), stagedBatches.key(later))).not.toBeNull()
  })

  it('comes too early for what may still be committed', async () => {
    const of = await tenant()
    const part = await brokenImport(of, 1, {})
    const early = { table: table(), clock: () => Date.parse(part.dueAt) - 1, ids: systemIds }
    expect(await clearAbandonedContacts(early, [stagedBatches.key(part)])).toBe(0)
    expect(await left(part)).not.toEqual([])
  })

  it('finds a contact whose words have changed since as it is', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Zola' })
    const part = await staged([await storedContact(id)])
    demand(await patchContact(of, id, { lastName: 'Verne' }), 200)
    expect(await sweep(part)).toBe(1)
    expect(await getItem(table(), contactKey(id))).not.toBeNull()
    expect(await found(of, { q: 'verne' })).toEqual([id])
  })
})
