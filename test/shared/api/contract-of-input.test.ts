import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { imported } from '../../support/contact-import.ts'
import { contactOf, contactsPath, listContacts } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { create, draftFor, pathOf, post, read, signer } from '../../support/signature.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'

let home: Tenant
beforeAll(async () => {
  home = await tenant()
})

describe('an empty filter', () => {
  const lists = {
    '/v1/signature-requests': ['q', 'status', 'entityId', 'contactId', 'createdByMe', 'createdFrom', 'vendor'],
    '/v1/registered-mails': ['q', 'status', 'type', 'senderAccountId', 'sentTo'],
    '/v1/contacts': ['q', 'kind', 'tag', 'visibility', 'companyId', 'sort', 'externalRef'],
    '/v1/tasks': ['q', 'status', 'assigneeId', 'overdue', 'from', 'sort'],
    members: ['q', 'status', 'role', 'nodeId'],
    nodes: ['type'],
    'audit-log': ['actorId', 'action', 'targetId', 'from'],
  }
  it.each(Object.entries(lists))('is ignored in %s', async (what, names) => {
    const path = what.startsWith('/') ? what : `/v1/orgs/${home.org.id}/${what}`
    const all = await call('GET', path, { token: home.token })
    for (const name of names)
      for (const empty of ['', '%20']) {
        const { status, body } = await call('GET', `${path}?${name}=${empty}`, { token: home.token })
        expect([status, body.results], name).toEqual([200, all.body.results])
      }
  })

  it('says nothing where a value is needed, and an empty page size is wrong', async () => {
    expectRefused(await call('GET', '/v1/contacts/options?entityId=', { token: home.token }), 'invalid_request')
    expectRefused(await call('GET', '/v1/contacts?pageSize=', { token: home.token }), 'invalid_input')
  })
})

describe('null in an optional field', () => {
  /** Optional fields of a schema that do not take null. */
  function refusing(schema: v.GenericSchema, path = ''): string[] {
    const entries: Record<string, v.GenericSchema> = 'entries' in schema ? Object(schema.entries) : {}
    const own = Object.entries(entries).flatMap(([name, entry]) => {
      const isOptional = v.safeParse(v.object({ field: entry }), {}).success
      const isRefused = isOptional && !v.safeParse(entry, null).success
      return [...(isRefused ? [`${path}${name}`] : []), ...refusing(entry, `${path}${name}.`)]
    })
    const inner = ['item', 'wrapped'].flatMap((name) => (name in schema ? [Reflect.get(schema, name)] : []))
    return [...own, ...inner.flatMap((each) => refusing(each, path))]
  }

  it('counts as absent in every POST', () => {
    const posts = allOperations.filter(({ method, access }) => method === 'POST' && access.to !== 'link')
    const wrong = posts.flatMap(({ id, body }) =>
      body?.schema ? refusing(body.schema).map((name) => `${id}: ${name}`) : [],
    )
    expect(wrong).toEqual([])
  })

  it('and an empty text leave what is known as it is', async () => {
    const { token } = await personOf(home, 'member')
    const { body } = await call('PATCH', '/v1/me', { token, json: { locale: 'FR-ca' } })
    expect(body.user.locale).toBe('fr-CA')
    for (const locale of ['', '  '])
      expect((await call('PATCH', '/v1/me', { token, json: { locale } })).body.user.locale).toBe('fr-CA')
    const request = await create(home, { signers: [signer('', { locale: 'fr' })] })
    const path = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    await call('PATCH', path, { token: home.token, json: { locale: '', lastName: 'Roe' } })
    expect((await read(home, request.id)).signers[0]).toMatchObject({ locale: 'fr', lastName: 'Roe' })
    const json = {
      email: `${randomUUID()}@example.com`,
      firstName: 'A',
      lastName: 'B',
      nodeId: home.entity.id,
      role: 'member',
    }
    const invited = await call('POST', `/v1/orgs/${home.org.id}/members`, {
      token: home.token,
      json: { ...json, locale: null, message: null, expiresInDays: null, sendInvitation: null },
    })
    expect([invited.status, invited.body.status]).toEqual([201, 'pending'])
  })
})

describe('metadata', () => {
  it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '__defineGetter__'])(
    'keeps the key %s',
    async (key) => {
      const { id, metadata } = await create(home, { draft: true, metadata: { [key]: 'a', other: 'b' } })
      expect(metadata).toEqual({ [key]: 'a', other: 'b' })
      expect((await read(home, id)).metadata).toEqual({ [key]: 'a', other: 'b' })
      const json = { entityId: home.entity.id, metadata: { [key]: 'a' } }
      expect((await call('POST', '/v1/registered-mails', { token: home.token, json })).body.metadata).toEqual({
        [key]: 'a',
      })
    },
  )

  it('has no key that would change objects, in a form as in JSON', async () => {
    const data = JSON.stringify(draftFor(home)).replace(/}$/, ',"metadata":{"__proto__":"a"}}')
    expectRefused(await post(home, {}, { data }), 'bad_request')
  })
})

describe('a draft', () => {
  it('counts against the quota when it is sent', async () => {
    const of = await tenant({ signatureRequestLimit: 1 })
    const [first, second] = [await create(of, { draft: true }), await create(of, { draft: true })]
    const send = (id: string) => call('POST', `${pathOf(id)}/send`, { token: of.token, json: {} })
    expect((await send(first.id)).status).toBe(200)
    expect((await send(first.id)).status).toBe(200)
    const refused = await send(second.id)
    expectRefused(refused, 'quota_exceeded')
    expect(refused.body.error.details).toMatchObject({ limit: 1, used: 1 })
    expectRefused(await post(of, draftFor(of)), 'quota_exceeded')
  })
})

describe('the SIREN of a contact', () => {
  const company = { kind: 'company', companyName: 'Acme' }
  it('is never null beside a SIRET', async () => {
    const siret = '73282932000074'
    const json = { entityId: home.entity.id, ...company, siret, siren: null }
    expectRefused(await call('POST', contactsPath, { token: home.token, json }), 'siren_siret_mismatch')
    const { id } = await contactOf(home, { ...company, siret })
    const patch = (change: object) => call('PATCH', `${contactsPath}/${id}`, { token: home.token, json: change })
    expectRefused(await patch({ siren: null }), 'siren_siret_mismatch')
    expect((await patch({ siren: null, siret: null })).body).toMatchObject({ siren: null, siret: null })
    expect((await patch({ siret })).body).toMatchObject({ siren: '732829320', siret })
  })
})

it('words of the domain of an e-mail are found', async () => {
  const of = await tenant()
  const { id } = await contactOf(of, { email: 'x@mail.acme-corp.example.co.uk' })
  for (const q of ['acme', 'corp', 'acme-corp', 'acme-corp.example', 'mail.acme', '@mail', 'example.co'])
    expect((await listContacts(of, { q })).body.results, q).toMatchObject([{ id }])
})

it('a page is not empty while more follow, up to 1,000 entries that do not match', async () => {
  const of = await tenant()
  const rows = Array.from({ length: 700 }, (_, at) => `A${String(at).padStart(3, '0')},x`)
  const mapping = { firstName: 'first', externalRef: 'ref' }
  await imported(of, `first,ref\n${rows.join('\n')}\nZoé,y\n`, { mapping, onDuplicate: 'create' })
  const { token } = await personOf(of, 'admin')
  const found = async (query: Record<string, string>) =>
    (await listContacts({ ...of, token }, { pageSize: '5', ...query })).body
  expect(await found({ createdByMe: 'true' })).toEqual({ results: [] })
  // Half of the words stand in too many contacts for the index.
  expect(await found({ q: 'a z' })).toEqual({ results: [] })
})

it('an answer without credentials names the scheme; the gateway renames the header', async () => {
  const challenge = (headers: Headers) =>
    headers.get('www-authenticate') ?? headers.get('x-amzn-remapped-www-authenticate')
  const nobody = await call('GET', '/v1/me')
  expect([nobody.status, challenge(nobody.headers)]).toEqual([401, 'Bearer'])
  const wrong = await call('GET', '/v1/me', { token: 'no.token.atall' })
  expect([wrong.status, challenge(wrong.headers)]).toEqual([401, 'Bearer error="invalid_token"'])
  const unknown = await call('GET', '/v1/none', { headers: { 'X-Request-Id': 'mine-1' } })
  expect(unknown.headers.get('x-request-id')).toBe('mine-1')
  expect(unknown.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

describe('a path that is percent-encoded without need', () => {
  it('leads to the same path written plainly, with its query', async () => {
    const of = await tenant()
    const url = `${cloud().baseUrl}/v1/%63ontacts?entityId=${of.entity.id}&q=a%20b`
    const headers = { Authorization: `Bearer ${of.token}` }
    const moved = await fetch(url, { headers, redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([
      308,
      `${cloud().baseUrl}/v1/contacts?entityId=${of.entity.id}&q=a+b`,
    ])
    expect(moved.headers.has('ratelimit-limit')).toBe(true)
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it.each(['/v1/%6Eothing', '/v1/%2Fcontacts', '/v1/%2e%2e/contacts', '/v1/%E9'])(
    'leads nowhere where there is none: %s',
    async (path) => {
      expect((await fetch(`${cloud().baseUrl}${path}`)).status).toBe(404)
    },
  )
})
