import { beforeAll, describe, expect, it } from 'vitest'
import { sharedAddressBook } from '../../../functions/contacts/model/address-book.ts'
import type { ErrorCode } from '../../../shared/errors/error-codes.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { call } from '../../support/client.ts'
import {
  contactInput,
  contactOf,
  contactPath,
  deleteContact,
  eventsOfContact,
  listContacts,
  namesFound,
  patchContact,
  postContact,
  readContact,
} from '../../support/contacts.ts'
import { auditLogOf, busEventsWith } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

const person = {
  civility: 'mrs',
  firstName: ' Claire ',
  lastName: 'Martin',
  email: 'Claire.Martin@Example.com',
  phone: '01 42 68 53 00',
  mobilePhone: '06 12 34 56 78',
  tags: ['VIP', 'client', 'vip'],
  externalRef: 'CRM-1',
  address: { line1: '10 rue de la Paix', postalCode: '75002', city: 'Paris' },
}

/** What no contact can be. */
const unfit: [string, object, ErrorCode][] = [
  ['a person without a name', { firstName: ' ', lastName: null, phone: '1' }, 'contact_name_required'],
  ['a company without a name', { kind: 'company', phone: '1' }, 'company_name_required'],
  ['a phone that is none', { phone: '12', mobilePhone: '12' }, 'invalid_phone'],
  ['a mobile phone that is none', { mobilePhone: '12', siren: '1' }, 'invalid_mobile_phone'],
  ['a fixed line as a mobile phone', { mobilePhone: '01 42 68 53 00' }, 'invalid_mobile_phone'],
  ['a SIREN that is none', { siren: '732829321', siret: '1' }, 'invalid_siren'],
  ['a SIRET that is none', { siret: '73282932000075' }, 'invalid_siret'],
  ['a SIRET of another SIREN', { siren: '552100554', siret: '73282932000074' }, 'siren_siret_mismatch'],
  [
    'a company of a company',
    { kind: 'company', companyName: 'A', companyId: crypto.randomUUID() },
    'company_link_person_only',
  ],
  ['a company that is not there', { companyId: crypto.randomUUID() }, 'invalid_company'],
  ['a name of two lines', { firstName: 'A\nB' }, 'invalid_request'],
  ['a country by its name', { address: { country: 'France' } }, 'invalid_request'],
  ['a country that is called otherwise', { address: { country: 'UK' } }, 'invalid_request'],
  ['a name that is too long', { firstName: 'x'.repeat(101) }, 'invalid_request'],
  ['a country that is none', { address: { country: 'XX' } }, 'invalid_request'],
  ['a tag that is too long', { tags: ['x'.repeat(51)] }, 'invalid_request'],
  ['too many tags', { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }, 'invalid_request'],
]

describe.concurrent('a contact', () => {
  it('is created, read, changed and forgotten', async () => {
    const made = await postContact(home, person)
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    const { id } = made.body
    expect(made.headers.get('location')).toBe(contactPath(id))
    expect(made.body).toEqual({
      id,
      orgId: home.org.id,
      entityId: home.entity.id,
      kind: 'person',
      civility: 'mrs',
      firstName: 'Claire',
      lastName: 'Martin',
      companyName: null,
      displayName: 'Claire Martin',
      email: 'Claire.Martin@Example.com',
      phone: '+33142685300',
      mobilePhone: '+33612345678',
      address: { line1: '10 rue de la Paix', line2: null, postalCode: '75002', city: 'Paris', country: 'FR' },
      tags: ['VIP', 'client'],
      externalRef: 'CRM-1',
      isPrivate: false,
      companyId: null,
      company: null,
      siren: null,
      siret: null,
      createdBy: { type: 'api_key', id: home.key.clientId, name: expect.any(String) },
      createdAt: made.body.updatedAt,
      updatedAt: expect.stringMatching(/Z$/),
      version: 1,
    })
    expect((await readContact(home, id)).body).toEqual(made.body)
    const changed = await patchContact(home, id, { email: null, address: { city: 'Lyon' }, tags: ['vip'] })
    expect(changed.body).toMatchObject({ email: null, phone: '+33142685300', tags: ['vip'], version: 2 })
    expect(changed.body.address).toEqual({ ...made.body.address, city: 'Lyon' })
    expect((await patchContact(home, id, { address: null })).body).toMatchObject({ address: null, version: 3 })
    expect((await deleteContact(home, id)).status).toBe(204)
    expectRefused(await readContact(home, id), 'contact_not_found')
    expectRefused(await deleteContact(home, id), 'contact_not_found')
  })

  it('is left as it is by a change that it has already', async () => {
    const { id } = await contactOf(home, { mobilePhone: '+33612345678', siret: '73282932000074' })
    const answer = await patchContact(home, id, { mobilePhone: '06.12.34.56.78', siren: '732 829 320' })
    expect(answer.body).toMatchObject({ version: 1, siren: '732829320', siret: '73282932000074' })
  })

  it('tells what is done to it by its ids alone, and the audit log by the names of its fields', async () => {
    const of = await tenant()
    const { id } = await contactOf(of, { externalRef: 'CRM-2' })
    await patchContact(of, id, { lastName: 'Durand', isPrivate: false })
    await deleteContact(of, id)
    const data = { contactId: id, kind: 'person', entityId: of.entity.id, externalRef: 'CRM-2' }
    const told = await eventsOfContact(id, 3)
    expect(told.map(({ type, detail }) => ({ type, data: detail.data }))).toEqual([
      { type: 'contact.created', data },
      { type: 'contact.updated', data },
      { type: 'contact.deleted', data },
    ])
    const audited = await auditLogOf(of.org.id)
    expect(audited.map(({ action, target, changes }) => ({ action, target, changes }))).toEqual([
      { action: 'contact.created', target: { type: 'contact', id, label: null }, changes: [] },
      {
        action: 'contact.changed',
        target: { type: 'contact', id, label: null },
        changes: [{ field: 'lastName', from: '•••', to: '•••' }],
      },
      { action: 'contact.deleted', target: { type: 'contact', id, label: null }, changes: [] },
    ])
  })

  it.each<[string, object, ErrorCode]>(unfit)('is refused with %s', async (_, fields, code) => {
    expectRefused(await postContact(home, fields), code)
  })

  it.each<[string, object, ErrorCode]>(unfit)('is not changed to %s', async (_, fields, code) => {
    const { kind = 'person', ...change }: { kind?: string } = { ...fields }
    const company = { kind: 'company', companyName: 'Martin' }
    const { id } = await contactOf(home, kind === 'company' ? company : {})
    const cleared = kind === 'company' ? { companyName: null } : {}
    expectRefused(await patchContact(home, id, { ...cleared, ...change }), code)
    expect((await readContact(home, id)).body.version).toBe(1)
  })

  it.each<[string, object, ErrorCode]>([
    ['a kind that is none', { kind: 'animal' }, 'invalid_request'],
    ['an entity that is not there', { entityId: crypto.randomUUID() }, 'entity_not_found'],
  ])('is not made of %s', async (_, fields, code) => {
    expectRefused(await postContact(home, fields), code)
  })

  it.each([' de ', '', null])('has an address in the country %j', async (country) => {
    const { address } = await contactOf(home, { address: { city: 'Paris', country } })
    expect(address).toMatchObject({ city: 'Paris', country: country?.trim() ? 'DE' : 'FR' })
  })

  it('keeps a company that is somebody else’s own when it is sent back as it is told', async () => {
    const { token } = await personOf(home, 'member')
    const own = { ...home, token }
    const hidden = await contactOf(own, { kind: 'company', companyName: 'Martin', isPrivate: true })
    const { id } = await contactOf(own, { companyId: hidden.id })
    const { body } = await readContact(home, id)
    expect(body.companyId).toBeNull()
    expect((await patchContact(home, id, { ...body, firstName: 'Zoé' })).body).toMatchObject({
      version: 2,
      companyId: null,
    })
    expect((await readContact(own, id)).body).toMatchObject({ firstName: 'Zoé', companyId: hidden.id })
    expect((await patchContact(own, id, { companyId: null })).status).toBe(200)
    expect((await readContact(own, id)).body.companyId).toBeNull()
  })

  it.each(['', '  '])('has no e-mail where %j is sent', async (email) => {
    expect((await contactOf(home, { email })).email).toBeNull()
  })

  it('has a kind and an entity for good', async () => {
    const { id } = await contactOf(home)
    expectRefused(await patchContact(home, id, { kind: 'company', companyName: 'A' }), 'invalid_input')
    expectRefused(await patchContact(home, id, { entityId: crypto.randomUUID() }), 'invalid_input')
    expect((await patchContact(home, id, contactInput(home))).status).toBe(200)
  })

  it.each<[string, (of: Tenant, id: string) => Promise<unknown>]>([
    ['is deleted', deleteContact],
    ['has it no more', async (of, id) => await patchContact(of, id, { tags: [] })],
    ['is made private', async (of, id) => await patchContact(of, id, { isPrivate: true })],
  ])('leaves no tag behind that it alone had when it %s, nor how it was spelt', async (_, take) => {
    const of = await tenant()
    const [{ id }] = [await contactOf(of, { tags: ['VIP', 'Widow of Jean'] }), await contactOf(of, { tags: ['vip'] })]
    const tagsKept = async () => {
      const items = await queryPartition(table(), `${sharedAddressBook(of.entity.id)}#TAGS`, '')
      return items.flatMap((item) => Object.entries(item).filter(([name]) => /^(n|as):/.test(name)))
    }
    expect(await tagsKept()).toHaveLength(4)
    await take(of, id)
    await until('the tag is forgotten', async () => (await tagsKept()).length === 2)
    expect((await tagsKept()).sort()).toEqual([
      ['as:vip', 'VIP'],
      ['n:vip', 1],
    ])
    await contactOf(of, { tags: ['widow OF jean'] })
    // Whoever keeps nothing private is told of the addressBook alone.
    const { token } = await personOf(of, 'viewer')
    const { body } = await call('GET', `/v1/contacts/tags?entityId=${of.entity.id}`, { token })
    expect(body.results).toEqual([
      { name: 'VIP', count: 1 },
      { name: 'widow OF jean', count: 1 },
    ])
  })
})

describe.concurrent('what belongs to others', () => {
  it('is changed and deleted by who may manage contacts, and by its maker', async () => {
    const of = await tenant()
    const [member, manager] = await Promise.all([personOf(of, 'member'), personOf(of, 'manager')])
    const { id } = await contactOf({ ...of, token: member.token })
    const { id: ofKey } = await contactOf(of)
    expect((await patchContact(member, id, { lastName: 'Durand' })).status).toBe(200)
    expectRefused(await patchContact(member, ofKey, { lastName: 'Durand' }), 'forbidden')
    expectRefused(await deleteContact(member, ofKey), 'forbidden')
    expect((await patchContact(manager, id, { lastName: 'Petit' })).status).toBe(200)
    expectRefused(await patchContact(manager, id, { isPrivate: true }), 'private_owner_only')
    expect((await deleteContact(manager, id)).status).toBe(204)
  })

  it('is not there where it is private, in whatever answer', async () => {
    const of = await tenant()
    const [member, manager] = await Promise.all([personOf(of, 'member'), personOf(of, 'manager')])
    const hidden = { lastName: 'Canary', tags: ['canary'], externalRef: 'canary', isPrivate: true }
    const ownHome = { ...of, token: member.token }
    const { id } = await contactOf(ownHome, hidden)
    const { id: companyId } = await contactOf(ownHome, { ...hidden, kind: 'company', companyName: 'Canary' })
    const shared = await contactOf(ownHome, { lastName: 'Open', externalRef: 'open', companyId })
    expect(shared.company).toEqual({ id: companyId, displayName: 'Canary' })
    await contactOf(ownHome, { lastName: 'Opener', externalRef: 'opener', companyId })
    for (const other of [manager, of]) {
      for (const answer of [
        await readContact(other, id),
        await patchContact(other, id, { lastName: 'Seen' }),
        await deleteContact(other, id),
      ])
        expectRefused(answer, 'contact_not_found')
      expectRefused(await postContact({ ...of, token: other.token }, { companyId }), 'invalid_company')
      expectRefused(await patchContact(manager, shared.id, { companyId }), 'invalid_company')
      const there = { entity: of.entity, token: other.token }
      const answers = [
        await readContact(other, shared.id),
        await listContacts(there),
        ...(await Promise.all(
          [
            'q=canary',
            // What leads to the person tells of the company.
            'q=open',
            'q=open&sort=updated',
            'externalRef=open',
            'tag=canary',
            'externalRef=canary',
            `companyId=${companyId}`,
            'visibility=private',
            'sort=updated',
          ].map((filters) => listContacts(there, new URLSearchParams(filters))),
        )),
        ...(await Promise.all(
          ['lastName=Open&firstName=Claire', 'companyName=Canary'].map((criteria) =>
            call('GET', `/v1/contacts/duplicates?entityId=${of.entity.id}&${criteria}`, { token: other.token }),
          ),
        )),
        await call('GET', `/v1/contacts/tags?entityId=${of.entity.id}`, { token: other.token }),
        await call('GET', `/v1/contacts/options?entityId=${of.entity.id}`, { token: other.token }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const people = await listContacts(there, { companyId, pageSize: '1' })
      expect(people.body).toEqual({ results: [] })
      expect(answers.filter(({ body }) => body.results?.length === 0)).toHaveLength(7)
      expect(answers.filter(({ text }) => /canary/i.test(text) || text.includes(companyId))).toEqual([])
    }
    await eventsOfContact(shared.id, 1)
    expect(await Promise.all([id, companyId].map((hiddenId) => busEventsWith('contactId', hiddenId)))).toEqual([[], []])
    expect(await namesFound(ownHome, { q: 'canary' })).toEqual(['Canary', 'Claire Canary'])
    expect(await namesFound(ownHome, { visibility: 'private', kind: 'person' })).toEqual(['Claire Canary'])
    // Its maker shows it, and everybody finds it.
    expect((await patchContact(member, id, { isPrivate: false })).status).toBe(200)
    expect(await namesFound({ entity: of.entity, token: manager.token }, { q: 'canary' })).toEqual(['Claire Canary'])
    const told = await eventsOfContact(id, 1)
    expect(told).toMatchObject([{ type: 'contact.created' }])
  })
})
