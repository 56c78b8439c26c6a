import { beforeAll, describe, expect, it } from 'vitest'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { call } from '../../support/client.ts'
import { contactOf, contactsPath } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
  await Promise.all([
    contactOf(home, { email: 'Claire@Example.com' }),
    contactOf(home, { firstName: 'Martin', lastName: 'Cláire', email: 'other@example.com' }),
    contactOf(home, { firstName: 'Claire', lastName: 'Martinet', email: 'claire@example.com.au' }),
    contactOf(home, { kind: 'company', companyName: 'SARL Dupont & Fils', siret: '73282932000074' }),
    contactOf(home, { kind: 'company', companyName: 'Dupont et Fils', email: 'claire@example.com' }),
  ])
})

async function duplicates(criteria: Record<string, string>, token = home.token) {
  const query = new URLSearchParams({ entityId: home.entity.id, ...criteria })
  return await call('GET', `${contactsPath}/duplicates?${query}`, { token })
}

async function found(criteria: Record<string, string>): Promise<[string, string[]][]> {
  const { body } = await duplicates(criteria)
  return body.results.map(({ contact, reasons }: { contact: { displayName: string }; reasons: string[] }) => [
    contact.displayName,
    reasons,
  ])
}

describe('contacts that may be the same', () => {
  it.each<[string, Record<string, string>, [string, string[]][]]>([
    [
      'an e-mail, whatever its case',
      { email: 'CLAIRE@example.com' },
      [
        ['Claire Martin', ['email']],
        ['Dupont et Fils', ['email']],
      ],
    ],
    ['a SIRET with spaces', { siret: '732 829 320 00074' }, [['SARL Dupont & Fils', ['siret']]]],
    [
      'a name in either order, without accents',
      { firstName: 'clAire', lastName: 'MARTIN' },
      [
        ['Claire Martin', ['name']],
        ['Martin Cláire', ['name']],
      ],
    ],
    ['a company without its legal form', { companyName: 'Dupont Fils SAS' }, [['SARL Dupont & Fils', ['name']]]],
    [
      'several, those with more reasons first',
      { email: 'claire@example.com', firstName: 'Martin', lastName: 'Claire' },
      [
        ['Claire Martin', ['email', 'name']],
        ['Dupont et Fils', ['email']],
        ['Martin Cláire', ['name']],
      ],
    ],
    ['a first name alone beside an e-mail', { firstName: 'Claire', email: 'nobody@example.com' }, []],
  ])('are found by %s', async (_, criteria, expected) => {
    expect(await found(criteria)).toEqual(expected)
  })

  it('are found by an e-mail that is longer than the index remembers', async () => {
    const email = `${'a'.repeat(60)}@${'b'.repeat(40)}.example.com`
    const { id } = await contactOf(home, { email, lastName: 'Long' })
    const { body } = await duplicates({ email })
    expect(body.results).toMatchObject([{ contact: { id }, reasons: ['email'] }])
  })

  it('are looked for by something', async () => {
    expectRefused(await duplicates({}), 'invalid_input')
  })

  it('are found by one name alone where people have no other, in either field', async () => {
    await contactOf(home, { firstName: 'Plato', lastName: null })
    await contactOf(home, { firstName: 'Plato', lastName: 'Smith' })
    expect(await found({ lastName: 'PLATO' })).toEqual([['Plato', ['name']]])
    expect(await found({ firstName: 'Plato' })).toEqual([['Plato', ['name']]])
    expect(await found({ firstName: 'Claire' })).toEqual([])
  })

  it('do not tell what is private to somebody else', async () => {
    const { token } = await personOf(home, 'member')
    const hidden = { firstName: 'Secret', lastName: 'Canary', email: 'canary@example.com', isPrivate: true }
    await contactOf({ ...home, token }, hidden)
    const criteria = { email: hidden.email, firstName: hidden.firstName, lastName: hidden.lastName }
    expect((await duplicates(criteria)).body.results).toEqual([])
    expect((await duplicates(criteria, token)).body.results).toHaveLength(1)
  })
})

it('finds a person whose name is longer than a key holds', async () => {
  const of = await tenant()
  const names = {
    firstName: 'Marie-Antoinette Josèphe Jeanne',
    lastName: 'de Habsbourg-Lorraine d’Autriche et Bourgogne',
  }
  await contactOf(of, names)
  const query = new URLSearchParams({ entityId: of.entity.id, ...names })
  const { body } = await call('GET', `${contactsPath}/duplicates?${query}`, { token: of.token })
  expect(body.results).toMatchObject([{ reasons: ['name'] }])
})

it('tells companies apart whose names are longer than a key holds, however many begin alike', async () => {
  const of = await tenant()
  const name = (building: number) => `Syndicat des copropriétaires de la résidence Les Jardins, bâtiment ${building}`
  await inParallel(
    Array.from({ length: 45 }, (_, place) => place),
    8,
    (place) => contactOf(of, { kind: 'company', companyName: name(place) }),
  )
  for (const place of [0, 22, 44]) {
    const query = new URLSearchParams({ entityId: of.entity.id, companyName: `${name(place)} SA`, email: '' })
    const { body } = await call('GET', `${contactsPath}/duplicates?${query}`, { token: of.token })
    expect(body.results).toMatchObject([{ contact: { displayName: name(place) }, reasons: ['name'] }])
  }
})

it('finds a company, wherever its legal form stands, behind very many whose names begin alike', async () => {
  const of = await tenant()
  const names = Array.from({ length: 41 }, (_, index) => [`Lefebvre Zoé ${index}`, `SARL Lefebvre Zoé ${index}`]).flat()
  await inParallel(names, 8, (companyName) => contactOf(of, { kind: 'company', companyName }))
  const same = ['Lefebvre Zoé', 'SARL Lefebvre Zoé', 'Lefebvre GmbH, Zoé']
  await inParallel(same, 3, (companyName) => contactOf(of, { kind: 'company', companyName }))
  const query = new URLSearchParams({ entityId: of.entity.id, companyName: 'lefebvre zoe' })
  const { body } = await call('GET', `${contactsPath}/duplicates?${query}`, { token: of.token })
  const found = body.results.map(({ contact }: { contact: { displayName: string } }) => contact.displayName)
  expect(found.toSorted()).toEqual(same.toSorted())
})
