import { describe, expect, it } from 'vitest'
import { clearAbandonedContacts } from '../../../functions/contacts/due/abandoned-contacts.ts'
import { preparedParts } from '../../../functions/contacts/model/prepared-part.ts'
import { privateShelf, sharedShelf } from '../../../functions/contacts/model/shelf.ts'
import { forgetWordsApart, withWordsApart } from '../../../functions/contacts/model/words-apart.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { call } from '../../support/client.ts'
import {
  contactOf,
  contactPath,
  deleteContact,
  listContacts,
  namesFound,
  patchContact,
} from '../../support/contacts.ts'
import { brokenImport, prepared, storedContact } from '../../support/prepared-contacts.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { countApart, hasSignpost, setApart } from '../../support/words-apart.ts'

const shelfOf = (of: Tenant) => sharedShelf(of.entity.id)

/** Contacts by their last names, found by the word "fair" where it stands apart. */
async function apartNamed(of: Tenant, ...lastNames: string[]): Promise<string[]> {
  const made = await inParallel(lastNames, 6, (lastName) => contactOf(of, { lastName, tags: ['Fair'] }))
  const ids = made.map(({ id }) => String(id))
  expect(await setApart(ids, ['fair'])).toBe(ids.length)
  return ids
}

describe.concurrent('contacts with a word that stands apart', () => {
  it('are found with those with which it does not, page by page, by name', async () => {
    const of = await tenant()
    const names = Array.from({ length: 70 }, (_, place) => `Name ${String(place).padStart(2, '0')}`)
    await apartNamed(of, ...names.filter((_, place) => place % 3 > 0))
    for (const lastName of names.filter((_, place) => place % 3 === 0))
      await contactOf(of, { lastName, tags: ['fair'] })
    for (const lastName of ['Faidherbe', 'Fairbanks']) await contactOf(of, { lastName })
    const expected = names.map((name) => `Claire ${name}`)
    for (const pageSize of ['3', '25', '100']) {
      expect(await namesFound(of, { tag: 'fair', pageSize }), pageSize).toEqual(expected)
      const inWordOrder = ['Claire Faidherbe', ...expected, 'Claire Fairbanks']
      const found = await namesFound(of, { q: 'fai', pageSize })
      // On one page they are sorted by name.
      expect(pageSize === '100' ? found.toSorted() : found, pageSize).toEqual(
        pageSize === '100' ? inWordOrder.toSorted() : inWordOrder,
      )
    }
    expect(await namesFound(of, { q: 'fair 07' })).toEqual(['Claire Name 07'])
    expect((await namesFound(of, { q: 'fair', sort: 'updated' })).toSorted()).toEqual(
      [...expected, 'Claire Fairbanks'].toSorted(),
    )
  })

  it('are told as any other, without a word about it', async () => {
    const of = await tenant()
    const [id = ''] = await apartNamed(of, 'Durand')
    const { body } = await listContacts(of, { q: 'fair' })
    const { body: read } = await call('GET', contactPath(id), { token: of.token })
    expect(body.results).toEqual([read])
    expect(Object.keys(read)).not.toContain('wordsApart')
    const { body: patched } = await patchContact(of, id, { firstName: 'Zoé' })
    expect(Object.keys(patched)).not.toContain('wordsApart')
  })

  it('are found by their next name, and by no former one', async () => {
    const of = await tenant()
    const [id = ''] = await apartNamed(of, 'Durand', 'Petit')
    await patchContact(of, id, { lastName: 'Bernard' })
    expect(await namesFound(of, { q: 'fair' })).toEqual(['Claire Bernard', 'Claire Petit'])
    expect(await countApart(shelfOf(of), 'fair')).toBe(2)
  })

  it('are found where they are made private, and where they are shared again', async () => {
    const of = await tenant()
    const [id = ''] = await apartNamed(of, 'Durand')
    for (const isPrivate of [true, false]) {
      await patchContact(of, id, { isPrivate })
      expect(await namesFound(of, { q: 'fair' }), String(isPrivate)).toEqual(['Claire Durand'])
      expect(await countApart(shelfOf(of), 'fair')).toBe(0)
      expect(await countApart(privateShelf(of.entity.id, of.key.clientId), 'fair')).toBe(0)
    }
  })

  it('are found by it as a name when it is no tag any more', async () => {
    const of = await tenant()
    const [id = ''] = await apartNamed(of, 'Fair', 'Petit')
    await patchContact(of, id, { tags: [] })
    expect(await namesFound(of, { q: 'fair' })).toEqual(['Claire Fair', 'Claire Petit'])
    expect(await namesFound(of, { tag: 'fair' })).toEqual(['Claire Petit'])
    expect(await countApart(shelfOf(of), 'fair')).toBe(1)
  })

  it('are found while an import that broke down has left entries of theirs apart', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { lastName: 'Durand', tags: ['Fair'] })
    await prepared(withWordsApart(await storedContact(id), new Set(['fair'])))
    expect(await countApart(shelfOf(of), 'fair')).toBe(1)
    const searches: Record<string, string>[] = [{ q: 'fair' }, { tag: 'fair' }, { q: 'fair', sort: 'updated' }]
    for (const search of searches)
      expect(await namesFound(of, search), JSON.stringify(search)).toEqual(['Claire Durand'])
  })

  it('are found when they have taken over others, and these no more', async () => {
    const of = await tenant()
    const [id = '', source] = await apartNamed(of, 'Durand', 'Petit')
    const json = { sourceId: source, takeFromSource: ['lastName'] }
    expect((await call('POST', `${contactPath(id)}/merge`, { token: of.token, json })).status).toBe(200)
    expect(await namesFound(of, { q: 'fair' })).toEqual(['Claire Petit'])
    expect(await countApart(shelfOf(of), 'fair')).toBe(1)
  })
})

describe.concurrent('a word that stands apart', () => {
  it('is forgotten with the last contact that has it', async () => {
    const of = await tenant()
    const [first = '', last = ''] = await apartNamed(of, 'Durand', 'Petit')
    expect((await deleteContact(of, first)).status).toBe(204)
    await forgetWordsApart(table(), shelfOf(of), ['fair'])
    expect(await hasSignpost(shelfOf(of), 'fair')).toBe(true)
    expect(await namesFound(of, { q: 'fair' })).toEqual(['Claire Petit'])
    expect((await deleteContact(of, last)).status).toBe(204)
    await until('the signpost to go', async () => !(await hasSignpost(shelfOf(of), 'fair')))
    await contactOf(of, { lastName: 'Durand', tags: ['fair'] })
    expect(await namesFound(of, { q: 'fair' })).toEqual(['Claire Durand'])
  })

  it('is forgotten with an import that broke down, and stays where others have it', async () => {
    const of = await tenant()
    const sweep = async (part: Awaited<ReturnType<typeof prepared>>) =>
      await clearAbandonedContacts({ table: table(), clock: Date.now, ids: systemIds }, [preparedParts.key(part)])
    const broken = () => brokenImport(of, 3, { tags: ['fair'], wordsApart: ['fair'] })
    const alone = await broken()
    expect(await hasSignpost(shelfOf(of), 'fair')).toBe(true)
    expect(await sweep(alone)).toBe(1)
    expect(await hasSignpost(shelfOf(of), 'fair')).toBe(false)
    expect(await countApart(shelfOf(of), 'fair')).toBe(0)
    const beside = await broken()
    await apartNamed(of, 'Durand')
    expect(await sweep(beside)).toBe(1)
    expect(await hasSignpost(shelfOf(of), 'fair')).toBe(true)
    expect(await namesFound(of, { q: 'fair' })).toEqual(['Claire Durand'])
  })

  it('stays for a later try of the same import', async () => {
    const of = await tenant()
    const { id } = await contactOf(of)
    const contact = withWordsApart({ ...(await storedContact(id)), id: systemIds(), tags: ['fair'] }, new Set(['fair']))
    const earlier = await prepared(contact)
    await prepared(contact)
    await clearAbandonedContacts({ table: table(), clock: Date.now, ids: systemIds }, [preparedParts.key(earlier)])
    expect(await countApart(shelfOf(of), 'fair')).toBe(1)
    expect(await hasSignpost(shelfOf(of), 'fair')).toBe(true)
  })
})
