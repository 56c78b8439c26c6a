import { describe, expect, it, test } from 'vitest'
import { subscribableTypes } from '../../../events/catalog.ts'
import { type Envelope, serializedEnvelope } from '../../../events/envelope.ts'
import { exampleEnvelope } from '../../../events/examples.ts'
import { makeGrant } from '../../../infra/local/application-grants.ts'
import { makeEntity, makeGroup, put } from '../../../infra/local/tenant.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { idAt, uuidV7 } from '../../../shared/platform/ids.ts'
import { type OutboxEntry, outboxEntries, settledAfterMs } from '../../../shared/store/outbox-entry.ts'
import { delegatedFor, installedPartner, partnerWith } from '../../support/applications.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { invited, nodeUnder, personAt } from '../../support/structure.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

type Reader = Pick<Tenant, 'org' | 'token'>

/** Asks for events of the reader's organization. */
async function events({ org, token }: Reader, query: Record<string, string> = {}): Promise<Answer> {
  return await call('GET', `/v1/events?${new URLSearchParams({ orgId: org.id, ...query })}`, { token })
}

/** The same where it has to work. */
async function page(of: Reader, query: Record<string, string> = {}) {
  const answer = await events(of, query)
  demand(answer, 200)
  const { results, nextPageToken, cursor }: { results: Envelope[]; nextPageToken?: string; cursor: string } =
    answer.body
  return { results, nextPageToken, cursor }
}

const typesOf = ({ results }: { results: Envelope[] }) => results.map(({ type }) => type)
const idsOf = ({ results }: { results: Envelope[] }) => results.map(({ id }) => id)

/** What was committed at some time, with one event at a place. */
async function committedAt(of: Tenant, atMs: number, more: Partial<OutboxEntry> = {}): Promise<string> {
  const id = idAt(uuidV7(atMs), 0)
  const data = { userId: of.key.clientId, nodeId: of.entity.id, newAccount: false }
  await put(table(), outboxEntries, {
    id,
    orgId: of.org.id,
    livemode: false,
    at: timestamp(atMs),
    providerId: of.org.providerId,
    events: [{ type: 'member.added', data, path: of.entity.id }],
    jobs: [],
    author: null,
    audited: [],
    links: null,
    publishedAt: null,
    ...more,
  })
  return id
}

describe.concurrent('the events of an organization', () => {
  it('are what webhooks send, oldest first, and nothing that only jobs are told or that was only audited', async () => {
    const of = await tenant()
    const { id: draftId } = await create(of, { draft: true })
    const { id, title } = await create(of, { clientReference: 'order-7' })
    const member = await invited(of)
    await nodeUnder(of, of.entity.id)
    const { results, nextPageToken } = await page(of)
    const common = { apiVersion: '1', providerId: of.org.providerId, orgId: of.org.id, livemode: false }
    const ofEach = { ...common, id: expect.any(String), createdAt: expect.stringMatching(/Z$/) }
    expect(results).toEqual([
      { ...ofEach, type: 'signature.created', data: { requestId: id, title, clientReference: 'order-7' } },
      {
        ...ofEach,
        type: 'member.added',
        data: { userId: member.user.id, nodeId: of.entity.id, newAccount: true },
      },
    ])
    expect(nextPageToken).toBeUndefined()
    expect(JSON.stringify(results)).not.toContain(draftId)
    // In the very order of what is posted.
    for (const event of results) expect(JSON.stringify(event)).toBe(serializedEnvelope(event))
  })

  it('come in pages, each once', async () => {
    const of = await tenant()
    const nowMs = Date.now()
    const made: string[] = []
    for (let count = 0; count < 5; count++) made.push(await committedAt(of, nowMs - 600_000 + count))
    const got: string[] = []
    let query: Record<string, string> = { pageSize: '2' }
    for (;;) {
      const { results, nextPageToken } = await page(of, query)
      got.push(...results.map(({ id }) => id))
      if (!nextPageToken) break
      expect(results).toHaveLength(2)
      query = { pageSize: '2', pageToken: nextPageToken }
    }
    expect(got).toEqual(made)
  })

  it('are followed by a cursor, which an empty page has too', async () => {
    const of = await tenant()
    const nothing = await page(of)
    expect(nothing.results).toEqual([])
    const [first, second] = [await create(of), await create(of)]
    const both = await page(of, { cursor: nothing.cursor })
    expect(both.results.map(({ data }) => data.requestId)).toEqual([first.id, second.id])
    const still = await page(of, { cursor: both.cursor })
    expect(still.results).toEqual([])
    const third = await create(of)
    for (const { cursor } of [both, still])
      expect((await page(of, { cursor })).results.map(({ data }) => data.requestId)).toEqual([third.id])
  })

  it('are given also where they appear before one that was read', async () => {
    const of = await tenant()
    const nowMs = Date.now()
    const read = await committedAt(of, nowMs)
    const { results, cursor } = await page(of)
    expect(results.map(({ id }) => id)).toEqual([read])
    const slow = await committedAt(of, nowMs - settledAfterMs / 2)
    expect(idsOf(await page(of, { cursor }))).toEqual([slow])
    expect(idsOf(await page(of))).toEqual([slow, read])
  })

  it('can be read for thirty days, also where they are kept longer for the audit log', async () => {
    const of = await tenant()
    const nowMs = Date.now()
    await committedAt(of, nowMs - 30 * dayMs - 60_000)
    const read = await committedAt(of, nowMs - 30 * dayMs + 60_000)
    expect(idsOf(await page(of))).toEqual([read])
  })

  it('are filtered by type, entity and time', async () => {
    const of = await tenant()
    const second = await makeEntity(table(), of.org)
    const [atMs, laterMs] = [Date.now() - 7_200_000, Date.now() - 3_600_000]
    const data = { requestId: of.entity.id, title: 'Lease' }
    const created = { type: 'signature.created', data }
    const here = await committedAt(of, atMs, { events: [{ ...created, path: of.entity.id }] })
    const there = await committedAt(of, laterMs, { events: [{ ...created, path: second.id }] })
    const member = await committedAt(of, laterMs + 1)
    expect(idsOf(await page(of, { types: 'signature.created' }))).toEqual([here, there])
    expect(idsOf(await page(of, { types: 'member.added,grant.created' }))).toEqual([member])
    expect(idsOf(await page(of, { entityId: of.entity.id }))).toEqual([here, member])
    expect(idsOf(await page(of, { entityId: second.id, types: 'signature.created' }))).toEqual([there])
    const [at, later] = [timestamp(atMs), timestamp(laterMs)]
    expect(idsOf(await page(of, { from: at, to: at }))).toEqual([here])
    expect(idsOf(await page(of, { from: timestamp(atMs + 1), to: later }))).toEqual([there])
    expect(idsOf(await page(of, { from: timestamp(laterMs + 1) }))).toEqual([member])
    expect(idsOf(await page(of, { to: timestamp(atMs - 1) }))).toEqual([])
    expect(idsOf(await page(of, { from: '2100-01-01T00:00:00Z' }))).toEqual([])
  })

  it('cannot be asked for by what is no event, no place of theirs, or two positions', async () => {
    const of = await tenant()
    const other = await tenant()
    const { cursor } = await page(of)
    for (const types of ['signature.rejected', 'signature.created,webhook.test'])
      expectRefused(await events(of, { types }), 'invalid_input')
    expect((await events(of, { types: '' })).status).toBe(200)
    expectRefused(await events(of, { pageSize: '0' }), 'invalid_input')
    expectRefused(await events(of, { cursor, pageToken: cursor }), 'invalid_input')
    expectRefused(await events(of, { entityId: other.entity.id }), 'entity_not_found')
    expectRefused(await events(of, { entityId: of.org.id }), 'invalid_node_path')
    expectRefused(await events({ org: other.org, token: of.token }), 'organization_not_found')
  })
})

describe.concurrent('a cursor', () => {
  const altered = (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`

  it('counts unchanged alone, for the same principal and the same filters', async () => {
    const of = await tenant()
    await create(of)
    const { cursor } = await page(of, { types: 'signature.created' })
    const refused = async (reader: Reader, query: Record<string, string>) =>
      expectRefused(await events(reader, query), 'invalid_page_token')
    await refused(of, { cursor: altered(cursor), types: 'signature.created' })
    await refused(of, { cursor: 'x', types: 'signature.created' })
    await refused(of, { cursor })
    await refused(of, { cursor, types: 'signature.created', from: '2026-01-01T00:00:00Z' })
    await refused({ org: of.org, token: (await keyOf(of, 'admin')).token }, { cursor, types: 'signature.created' })
    expect((await page(of, { cursor, types: 'signature.created', pageSize: '1' })).results).toEqual([])
  })

  it('is no page token, nor the other way round', async () => {
    const of = await tenant()
    const nowMs = Date.now()
    for (const agoMs of [2_000, 1_000]) await committedAt(of, nowMs - agoMs)
    const { cursor, nextPageToken = '' } = await page(of, { pageSize: '1' })
    expectRefused(await events(of, { pageToken: cursor }), 'invalid_page_token')
    expectRefused(await events(of, { cursor: nextPageToken }), 'invalid_page_token')
    expect(idsOf(await page(of, { cursor }))).toEqual(idsOf(await page(of, { pageToken: nextPageToken })))
  })
})

/** Something of every family at every level of the organization. */
async function everywhere() {
  const of = await tenant()
  const [second, group] = [await makeEntity(table(), of.org), await makeGroup(table(), of.entity)]
  const data = { requestId: of.entity.id, title: 'Lease' }
  const member = { userId: of.key.clientId, nodeId: of.entity.id, newAccount: false }
  const grant = { grantId: of.org.id, applicationId: 'an-application', kind: 'installed' }
  const named = {
    'request here': { type: 'signature.created', data, path: of.entity.id },
    'request there': { type: 'signature.created', data, path: second.id },
    'member of all': { type: 'member.added', data: member, path: '' },
    'member here': { type: 'member.added', data: member, path: of.entity.id },
    'member in the group': { type: 'member.added', data: member, path: `${of.entity.id}/${group.id}` },
    grant: { type: 'grant.created', data: grant, path: '' },
    'request nobody knows where': { type: 'signature.created', data, path: null },
  }
  const names = Object.keys(named)
  const root = await committedAt(of, Date.now() - 600_000, { events: Object.values(named) })
  /** What a reader gets of it, by its names. */
  const seenBy = async (token: string, query: Record<string, string> = {}) => {
    const ids = idsOf(await page({ org: of.org, token }, query))
    return names.filter((_, place) => ids.includes(idAt(root, place)))
  }
  return { of, group, second, names, seenBy }
}

describe.concurrent('who may read what', () => {
  it('follows from the role and from where it is held', async () => {
    const { of, group, second, names, seenBy } = await everywhere()
    const inGroup = ['request here', 'member in the group']
    const inEntity = ['request here', 'member here', 'member in the group']
    const withoutGrants = names.filter((name) => name !== 'grant')
    expect(await seenBy(of.token)).toEqual(names)
    expect(await seenBy((await personOf(of, 'owner')).token)).toEqual(names)
    expect(await seenBy((await personOf(of, 'viewer')).token)).toEqual(withoutGrants)
    expect(await seenBy((await personAt(of, of.entity, 'admin')).token)).toEqual(inEntity)
    expect(await seenBy((await personAt(of, second, 'viewer')).token)).toEqual(['request there'])
    expect(await seenBy((await personAt(of, group, 'admin')).token)).toEqual(inGroup)
  })

  it('leaves out what belongs to a feature that is off', async () => {
    const of = await tenant({ entity: { featuresOff: ['signature'] } })
    const data = { requestId: of.entity.id, title: 'Lease' }
    await committedAt(of, Date.now(), { events: [{ type: 'signature.created', data, path: of.entity.id }] })
    const shown = await committedAt(of, Date.now() + 1)
    expect(idsOf(await page(of))).toEqual([shown])
  })

  it('is for a partner what its grant reaches, with the scope for it', async () => {
    const { of, names, seenBy } = await everywhere()
    const scopes = ['events:read'] as const
    expect(await seenBy((await installedPartner(of, { scopes })).token)).toEqual(names)
    const weak = await installedPartner(of, { scopes, role: 'viewer' })
    expect(await seenBy(weak.token)).toEqual(names.filter((name) => name !== 'grant'))
    const { org } = of
    expectRefused(await events({ org, token: (await partnerWith(of, scopes)).token }), 'consent_required')
    const unscoped = await installedPartner(of, { scopes: ['nodes:read'] })
    expectRefused(await events({ org, token: unscoped.token }), 'insufficient_scope')
    const ungranted = await installedPartner(of, { scopes: ['events:read', 'nodes:read'], granted: ['nodes:read'] })
    expectRefused(await events({ org, token: ungranted.token }), 'insufficient_scope')
  })

  it('is for an application that acts for a person what both may', async () => {
    const { of, names, seenBy } = await everywhere()
    const about = (what: string) => names.filter((name) => name.startsWith(what))
    const reading = await delegatedFor(of, { scopes: ['signature:read'] })
    expect(await seenBy(reading.token)).toEqual(about('request'))
    const ofMembers = await delegatedFor(of, { scopes: ['members:read'], role: 'viewer' })
    expect(await seenBy(ofMembers.token)).toEqual(about('member'))
    const ofTasks = await delegatedFor(of, { scopes: ['tasks:use'] })
    expect(await seenBy(ofTasks.token)).toEqual([])
    const { token } = await delegatedFor(of, { scopes: ['profile:read'] })
    expectRefused(await events({ org: of.org, token }), 'insufficient_scope')
  })

  it('shows nothing of what is left out, not even by counts', async () => {
    const { of, group, seenBy } = await everywhere()
    const { token } = await personAt(of, group, 'viewer')
    const { results, nextPageToken } = await page({ org: of.org, token }, { pageSize: '2' })
    expect([results.length, nextPageToken]).toEqual([2, undefined])
    expect(await seenBy(token, { types: 'grant.created' })).toEqual([])
    const stranger = { org: of.org, token: (await personOf(await tenant(), 'owner')).token }
    expectRefused(await events(stranger), 'organization_not_found')
  })
})

describe.concurrent('without orgId', () => {
  const without = async (token: string) => await call('GET', '/v1/events', { token })

  it('a person is asked which organization they mean', async () => {
    const of = await tenant()
    const answer = await without((await personOf(of, 'admin')).token)
    expectRefused(answer, 'invalid_request')
    const issue = { code: 'missing_key', path: ['orgId'], message: expect.any(String) }
    expect(answer.body.error.details).toEqual({ issues: [issue] })
  })

  it('machines and applications get what is theirs alone, and a cursor that holds with orgId too', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const partner = await installedPartner(of, { scopes: ['events:read'] })
    const delegated = await delegatedFor(of, { scopes: ['signature:read'] })
    for (const { token } of [of, partner, delegated]) {
      const { status, body } = await without(token)
      expect([status, body.results[0]?.data.requestId]).toEqual([200, id])
      expect(typesOf(await page({ org: of.org, token }, { cursor: body.cursor }))).toEqual([])
    }
  })

  it('a partner that works with several organizations, or with none, is asked which it means', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const partner = await partnerWith(of, ['events:read'])
    expectRefused(await without(partner.token), 'invalid_request')
    for (const { org } of [of, other])
      await makeGrant(table(), org, partner.clientId, { scopes: ['events:read'], role: 'admin' })
    expectRefused(await without(partner.token), 'invalid_request')
    expect((await page({ org: other.org, token: partner.token })).results).toEqual([])
  })
})

test('the catalog tells every type that can be subscribed to, with an example and a schema of its data', async () => {
  const of = await tenant()
  const answer = await call('GET', '/v1/webhook-events', { token: of.token })
  demand(answer, 200)
  const { results } = answer.body
  expect(results.map(({ type }: { type: string }) => type)).toEqual(subscribableTypes)
  expect(results[0]).toMatchObject({
    type: 'signature.created',
    description: 'a request was sent to its signers',
    feature: 'signature',
    example: exampleEnvelope('signature.created'),
    schema: { type: 'object', required: ['requestId', 'title'] },
  })
  const added = results.find(({ type }: { type: string }) => type === 'member.added')
  expect(added.feature).toBeNull()
  expect(added.schema.properties).toMatchObject({
    userId: { type: 'string', format: 'uuid' },
    nodeId: { type: 'string', format: 'uuid' },
    newAccount: { type: 'boolean' },
  })
})
