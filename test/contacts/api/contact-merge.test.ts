import { beforeAll, describe, expect, it } from 'vitest'
import { sharedAddressBook } from '../../../functions/contacts/model/address-book.ts'
import { referenceFacet } from '../../../functions/contacts/model/facets.ts'
import { termPartition } from '../../../functions/contacts/model/search-index.ts'
import { makeEntity } from '../../../infra/local/tenant.ts'
import type { ErrorCode } from '../../../shared/errors/error-codes.ts'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { type Answer, call } from '../../support/client.ts'
import {
  contactOf,
  contactPath,
  deleteContact,
  eventsOfContact,
  namesFound,
  readContact,
} from '../../support/contacts.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { contract, create, read } from '../../support/signature.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

const company = { kind: 'company', companyName: 'Martin et Fils' }

async function merge(of: { token: string }, id: string, sourceId: string, takeFromSource?: string[]): Promise<Answer> {
  return await call('POST', `${contactPath(id)}/merge`, { token: of.token, json: { sourceId, takeFromSource } })
}

async function activityOf(of: { token: string }, id: string): Promise<Answer> {
  return await call('GET', `${contactPath(id)}/activity`, { token: of.token })
}

describe.concurrent('a merge', () => {
  it('takes over the fields that are named, what names the source, and nothing else', async () => {
    const of = await tenant()
    const source = await contactOf(of, {
      lastName: 'Source',
      email: 'source@example.com',
      tags: ['old'],
      phone: '0142685300',
    })
    const target = await contactOf(of, { lastName: 'Target', email: 'target@example.com', tags: ['new'] })
    const request = await create(of, { draft: true, signers: [{ contactId: source.id }] })
    const merged = await merge(of, target.id, source.id, ['email', 'phone'])
    expect([merged.status, merged.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(merged.body).toMatchObject({ id: target.id, lastName: 'Target', email: source.email, tags: ['new'] })
    expect(merged.body.phone).toBe('+33142685300')
    expectRefused(await readContact(of, source.id), 'contact_not_found')
    expect(await namesFound(of, { q: 'source@example.com' })).toEqual(['Claire Target'])
    expect(await namesFound(of, { q: 'target@example.com' })).toEqual([])
    await until('the link', async () => (await read(of, request.id)).signers[0].contactId === target.id)
    const activity = await activityOf(of, target.id)
    expect(activity.body.results).toEqual([
      {
        type: 'signature_request',
        id: request.id,
        title: request.title,
        status: 'draft',
        role: 'signer',
        at: request.createdAt,
      },
    ])
    const told = await eventsOfContact(target.id, 3)
    expect(told.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated', 'contact.merged'])
    expect(told.at(-1)?.detail.data).toMatchObject({ contactId: target.id, sourceId: source.id })
    expect((await auditLogOf(of.org.id)).at(-1)).toMatchObject({ action: 'contact.merged', target: { id: target.id } })
  })

  it('tells nothing of a source that nobody else knew', async () => {
    const of = await tenant()
    const [target, source] = [await contactOf(of), await contactOf(of, { isPrivate: true })]
    expect((await merge(of, target.id, source.id, [])).status).toBe(200)
    const told = await eventsOfContact(target.id, 2)
    expect(told.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated'])
    expect(JSON.stringify(told)).not.toContain(source.id)
  })

  it('takes a company that is somebody else’s own for none, as it is told', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'member')
    const hidden = await contactOf({ ...of, token }, { ...company, isPrivate: true })
    const sources = [await contactOf({ ...of, token }, { companyId: hidden.id }), await contactOf(of)]
    const answers = await Promise.all(
      sources.map(async ({ id: source }) => {
        const { id } = await contactOf(of, { companyId: (await contactOf(of, company)).id })
        return await merge(of, id, source, ['companyId'])
      }),
    )
    for (const { status, body } of answers) expect([status, body.companyId, body.company]).toEqual([200, null, null])
  })

  it('is not hidden from its maker in somebody else’s private contact: private_owner_only', async () => {
    const of = await tenant()
    const [member, manager] = await Promise.all([personOf(of, 'member'), personOf(of, 'manager')])
    const [shared, own, ownShared] = await Promise.all([
      contactOf({ ...of, token: member.token }),
      contactOf({ ...of, token: manager.token }, { isPrivate: true }),
      contactOf({ ...of, token: manager.token }),
    ])
    const merge = (id: string, sourceId: string) =>
      call('POST', `/v1/contacts/${id}/merge`, { token: manager.token, json: { sourceId, takeFromSource: [] } })
    expectRefused(await merge(own.id, shared.id), 'private_owner_only')
    expect((await readContact(member, shared.id)).status).toBe(200)
    expect((await merge(own.id, ownShared.id)).status).toBe(200)
    expect((await merge(shared.id, own.id)).status).toBe(200)
  })

  it('is not merged into what has changed meanwhile', async () => {
    const of = await tenant()
    const [target, source] = [await contactOf(of), await contactOf(of)]
    const path = `${contactPath(target.id)}/merge`
    const stale = { token: of.token, headers: { 'If-Match': 'W/"7"' }, json: { sourceId: source.id } }
    expectRefused(await call('POST', path, stale), 'precondition_failed')
    expect((await readContact(of, source.id)).status).toBe(200)
  })

  it('counts the tags that both had', async () => {
    const of = await tenant()
    const [source, target] = [
      await contactOf(of, { tags: ['both', 'one'] }),
      await contactOf(of, { tags: ['Both', 'two'] }),
    ]
    const tags = async () => (await call('GET', `/v1/contacts/tags?entityId=${of.entity.id}`, of)).body.results
    const named = (...counts: [string, number][]) => counts.map(([name, count]) => ({ name, count }))
    expect(await tags()).toEqual(named(['both', 2], ['one', 1], ['two', 1]))
    expect((await merge(of, target.id, source.id, ['tags'])).body.tags).toEqual(['both', 'one'])
    expect(await tags()).toEqual(named(['both', 1], ['one', 1]))
  })

  it('moves the people of a company, through several merges', async () => {
    const of = await tenant()
    const [first, second, third] = await Promise.all(
      ['A', 'B', 'C'].map((name) => contactOf(of, { ...company, companyName: name })),
    )
    const { id } = await contactOf(of, { companyId: first.id })
    expect((await merge(of, second.id, first.id)).status).toBe(200)
    expect((await merge(of, third.id, second.id)).status).toBe(200)
    await until('the company', async () => (await readContact(of, id)).body.company?.id === third.id)
    expect(await namesFound(of, { companyId: third.id })).toEqual(['Claire Martin'])
    const { version } = (await readContact(of, id)).body
    expect((await deleteContact(of, third.id)).status).toBe(204)
    expect((await readContact(of, id)).body).toMatchObject({ company: null, companyId: null })
    await until('the person to be of no company', async () => (await readContact(of, id)).body.version > version)
  })

  it.each<[string, () => Promise<[string, string, string[]?]>, ErrorCode]>([
    ['of nobody', async () => [(await contactOf(home)).id, crypto.randomUUID()], 'contact_not_found'],
    [
      'of what is private to somebody else',
      async () => {
        const { token } = await personOf(home, 'member')
        const hidden = await contactOf({ ...home, token }, { isPrivate: true })
        return [(await contactOf(home)).id, hidden.id]
      },
      'contact_not_found',
    ],
    [
      'of a contact with itself',
      async () => {
        const { id } = await contactOf(home)
        return [id, id]
      },
      'merge_same_contact',
    ],
    [
      'across entities',
      async () => {
        const entity = await makeEntity(table(), home.org)
        return [(await contactOf(home)).id, (await contactOf({ ...home, entity })).id]
      },
      'invalid_contact',
    ],
    [
      'of a company into a person',
      async () => [(await contactOf(home)).id, (await contactOf(home, company)).id],
      'merge_kind_mismatch',
    ],
    [
      'that leaves no name',
      async () => [
        (await contactOf(home, { lastName: null })).id,
        (await contactOf(home, { firstName: null })).id,
        ['firstName'],
      ],
      'contact_name_required',
    ],
    [
      'of numbers that do not belong together',
      async () => [
        (await contactOf(home, { ...company, siren: '552100554' })).id,
        (await contactOf(home, { ...company, siret: '73282932000074' })).id,
        ['siret'],
      ],
      'siren_siret_mismatch',
    ],
    [
      'of fields that there are not',
      async () => [(await contactOf(home)).id, (await contactOf(home)).id, ['isPrivate']],
      'invalid_request',
    ],
  ])('%s is refused', async (_, prepared, code) => {
    const [id, sourceId, takeFromSource] = await prepared()
    expectRefused(await merge(home, id, sourceId, takeFromSource), code)
  })
})

it('leaves nothing that tells of a company that was deleted', async () => {
  const of = await tenant()
  const { id: companyId } = await contactOf(of, company)
  await contactOf(of, { lastName: 'Durand', externalRef: 'D', companyId })
  const addressBook = sharedAddressBook(of.entity.id)
  const leading = async () =>
    await inParallel([termPartition(addressBook, 'durand'), referenceFacet(addressBook, 'D')], 2, async (partition) =>
      JSON.stringify(await queryPartition(table(), partition, '')),
    )
  for (const told of await leading()) expect(told).toContain(companyId)
  expect((await deleteContact(of, companyId)).status).toBe(204)
  await until('the person to be told apart', async () => (await leading()).every((told) => !told.includes(companyId)))
  expect(await namesFound(of, { q: 'durand' })).toEqual(['Claire Durand'])
})

describe.concurrent('what names a contact', () => {
  it('copies what it is not told, and keeps that when the contact is forgotten', async () => {
    const of = await tenant()
    const contact = await contactOf(of, { email: 'claire@example.com', mobilePhone: '0612345678' })
    const request = await create(of, { draft: true, signers: [{ contactId: contact.id, lastName: 'Durand' }] })
    const copied = { firstName: 'Claire', lastName: 'Durand', email: 'claire@example.com', phone: '+33612345678' }
    expect(request.signers[0]).toMatchObject({ contactId: contact.id, ...copied })
    expect((await call('GET', `/v1/signature-requests?contactId=${contact.id}`, of)).body.results).toHaveLength(1)
    expect((await deleteContact(of, contact.id)).status).toBe(204)
    await until('the link', async () => (await read(of, request.id)).signers[0].contactId === null)
    expect((await read(of, request.id)).signers[0]).toMatchObject(copied)
  })

  it('tells an outsider from a member, whoever of them was met first', async () => {
    const of = await tenant()
    const { account } = await personOf(of, 'member')
    const colleague = await contactOf(of, { email: account.email?.toUpperCase() })
    const outsider = await contactOf(of, { email: 'outsider@example.com' })
    const externals = async (...contactIds: string[]) => {
      const request = await create(of, { signers: contactIds.map((contactId) => ({ contactId })) })
      return request.signers.map(({ external }: { external: boolean }) => external)
    }
    expect(await externals(outsider.id)).toEqual([true])
    for (const _ of ['not met', 'met']) expect(await externals(colleague.id, outsider.id)).toEqual([false, true])
  })

  it('is listed for those who may read it, newest first', async () => {
    const of = await tenant()
    const contact = await contactOf(of, { email: 'claire@example.com' })
    const signers = [{ contactId: contact.id }]
    const first = await create(of, { draft: true, title: 'First', signers })
    const second = await create(of, { draft: true, title: 'Second', signers })
    const titles = async (token: string) => {
      const { body } = await activityOf({ token }, contact.id)
      return body.results.map(({ title }: { title: string }) => title)
    }
    expect(await titles(of.token)).toEqual(['Second', 'First'])
    const other = { signers: [{ firstName: 'Jean', lastName: 'Petit', email: 'jean@example.com' }] }
    await call('PATCH', `/v1/signature-requests/${second.id}`, { token: of.token, json: other })
    expect(await titles(of.token)).toEqual(['First'])
    await call('DELETE', `/v1/signature-requests/${first.id}`, of)
    expect(await titles(of.token)).toEqual([])
  })

  it('can be twenty signers with fields, in place of twenty others', async () => {
    const of = await tenant()
    const fields = [{ type: 'signature', page: 1, x: 10, y: 10, width: 100, height: 40 }]
    const twenty = async (name: string) =>
      await inParallel(
        Array.from({ length: 20 }, (_, index) => `${name}${index}@example.com`),
        5,
        async (email) => ({ contactId: (await contactOf(of, { email })).id, fields }),
      )
    const { id } = await create(of, { draft: true, signers: await twenty('first') })
    const signers = await twenty('second')
    const changed = await call('PATCH', `/v1/signature-requests/${id}`, { token: of.token, json: { signers } })
    expect(changed.status).toBe(200)
    const told = (await read(of, id)).signers
    expect(told.map(({ contactId }: { contactId: string }) => contactId)).toEqual(signers.map((each) => each.contactId))
    expect(told.map((each: { fields: unknown[] }) => each.fields.length)).toEqual(Array(20).fill(1))
  })

  it.each<[string, object, object, ErrorCode]>([
    ['one without an e-mail', { email: null }, {}, 'invalid_input'],
    ['one without a last name', { lastName: null, email: 'claire@example.com' }, {}, 'invalid_input'],
    ['none at all, and no name', {}, { contactId: undefined, email: 'claire@example.com' }, 'invalid_request'],
  ])('cannot be %s', async (_, fields, more, code) => {
    const contact = await contactOf(home, fields)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await contract())]), 'a.pdf')
    const signers = [{ contactId: contact.id, ...more }]
    form.set('data', JSON.stringify({ entityId: home.entity.id, title: 'A contract', signers }))
    expectRefused(await call('POST', '/v1/signature-requests', { token: home.token, body: form }), code)
  })

  it('cannot be what the sender may not see', async () => {
    const { token } = await personOf(home, 'member')
    const hidden = await contactOf({ ...home, token }, { email: 'hidden@example.com', isPrivate: true })
    const { id } = await create(home, { draft: true })
    const json = { signers: [{ contactId: hidden.id }] }
    expectRefused(await call('PATCH', `/v1/signature-requests/${id}`, { token: home.token, json }), 'invalid_contact')
  })
})
