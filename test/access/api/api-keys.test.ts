import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyNames } from '../../../functions/access/api-keys/key-name.ts'
import { makeMembership, put } from '../../../infra/local/tenant.ts'
import { apiKeys, issuedKeyIn } from '../../../shared/auth/api-key.ts'
import { clientKey, clients } from '../../../shared/auth/client.ts'
import { dayMs, timestamp } from '../../../shared/platform/clock.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import {
  getKey,
  keyFor,
  keysPath,
  type Manager,
  managerOf,
  patchKey,
  postKey,
  revokeKey,
} from '../../support/api-keys.ts'
import { call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { deleteNode, nodeUnder, personAt } from '../../support/structure.ts'
import { table, tenant, tokenFor } from '../../support/tenant.ts'

const inAnHour = () => timestamp(Date.now() + 3_600_000)
const listed = async (of: Manager) => (await call('GET', keysPath(of), { token: of.token })).body.results

/** A manager in an organization of their own. */
async function home() {
  const of = await tenant()
  return { ...of, ...(await managerOf(of)), key: of.key, machine: of.token }
}

/** Lets a key have expired a while ago. */
async function expire(keyId: string): Promise<void> {
  const issued = issuedKeyIn(await queryPartition(table(), clientKey(keyId).PK, ''))
  if (!issued) throw new Error(`there is no key ${keyId}`)
  const validUntil = '2020-01-01T00:00:00.000Z'
  const { orgId } = issued.key
  await put(table(), clients, { ...issued.client, validUntil })
  await put(table(), keyNames, { orgId, name: issued.client.name, keyId, validUntil })
}

describe.concurrent('an API key', () => {
  it('is created, read, changed, listed and revoked, and each of it is audited', async () => {
    const of = await home()
    const json = { name: ' Billing ', role: 'member', ipAllowlist: ['127.0.0.0/8', '2001:db8::/32'] }
    const made = await postKey(of, json)
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    const { apiKey, clientSecret } = made.body
    expect(clientSecret).toMatch(/^sk_test_[A-Za-z0-9_-]{43}$/)
    expect(made.headers.get('location')).toBe(keysPath(of, `/${apiKey.id}`))
    expect(apiKey).toEqual({
      id: apiKey.clientId,
      orgId: of.org.id,
      name: 'Billing',
      clientId: expect.any(String),
      secretHint: clientSecret.slice(-4),
      node: expect.objectContaining({ id: of.org.id }),
      role: expect.objectContaining({ key: 'member' }),
      ipAllowlist: json.ipAllowlist,
      expiresAt: null,
      status: 'active',
      livemode: false,
      requestCount: 0,
      refusedCount: 0,
      lastUsedAt: null,
      lastUsedIp: null,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: expect.objectContaining({ firstName: 'Paul' }),
      revokedAt: null,
      revokedBy: null,
      previousSecretExpiresAt: null,
      version: 1,
    })
    expect((await getKey(of, apiKey.id)).body).toEqual(apiKey)
    const expiresAt = inAnHour()
    const changed = await patchKey(of, apiKey.id, { name: 'Invoices', ipAllowlist: null, expiresAt, role: 'viewer' })
    expect(changed.body).toEqual({
      ...apiKey,
      name: 'Invoices',
      ipAllowlist: [],
      expiresAt,
      version: 2,
      role: expect.objectContaining({ key: 'viewer' }),
    })
    expect((await patchKey(of, apiKey.id, { name: 'Invoices', expiresAt })).body.version).toBe(2)
    expect((await patchKey(of, apiKey.id, { expiresAt: null })).body).toMatchObject({ expiresAt: null, version: 3 })
    const revoked = await revokeKey(of, apiKey.id)
    expect(revoked.body).toMatchObject({ status: 'revoked', revokedBy: apiKey.createdBy, version: 4 })
    expect((await revokeKey(of, apiKey.id)).body).toEqual(revoked.body)
    const entries = (await auditLogOf(of.org.id)).map(({ action, target, actor }) => [action, target.id, actor.type])
    expect(entries).toEqual(
      ['created', 'changed', 'changed', 'revoked'].map((action) => [`api_key.${action}`, apiKey.id, 'user']),
    )
    expect(await listed(of)).toContainEqual(revoked.body)
  })

  it('is audited with its role, its place and its limits', async () => {
    const of = await home()
    const limits = { ipAllowlist: ['127.0.0.0/8'], expiresAt: inAnHour() }
    const [limited, free] = [
      await postKey(of, { name: 'A', role: 'viewer', nodeId: of.entity.id, ...limits }),
      await keyFor(of),
    ]
    const entries = await auditLogOf(of.org.id)
    const changesOf = (id: string) => entries.find(({ target }) => target.id === id)?.changes
    expect(changesOf(limited.body.apiKey.id)).toEqual([
      { field: 'role', from: null, to: 'viewer' },
      { field: 'nodeId', from: null, to: of.entity.id },
      { field: 'ipAllowlist', from: null, to: limits.ipAllowlist },
      { field: 'expiresAt', from: null, to: limits.expiresAt },
    ])
    expect(changesOf(free.id)?.map(({ field }) => field)).toEqual(['role', 'nodeId'])
  })

  it('is listed with others, the newest first, and without its secret', async () => {
    const of = await home()
    const [older, newer] = [await keyFor(of), await keyFor(of, { nodeId: of.entity.id })]
    const results = await listed(of)
    expect(results.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id, of.key.clientId])
    expect(results[0].node).toMatchObject({ id: of.entity.id, type: 'entity' })
    for (const { clientSecret } of [older, newer]) expect(JSON.stringify(results)).not.toContain(clientSecret)
  })

  it('is listed for 90 days once it is revoked', async () => {
    const of = await home()
    const { id } = await keyFor(of)
    await revokeKey(of, id)
    const issued = issuedKeyIn(await queryPartition(table(), clientKey(id).PK, ''))
    const by = issued?.key.revocation?.by
    if (!issued || !by) throw new Error('the key is not revoked')
    const revokedAgo = (days: number) =>
      put(table(), apiKeys, { ...issued.key, revocation: { at: timestamp(Date.now() - days * dayMs), by } })
    await revokedAgo(89.9)
    expect(await listed(of)).toHaveLength(2)
    await revokedAgo(90)
    expect(await listed(of)).toHaveLength(1)
  })

  it('acts at its node and below it, with its role, and counts what it asks', async () => {
    const of = await home()
    const key = await keyFor(of, { nodeId: of.entity.id, role: 'viewer' })
    const token = await tokenFor(key)
    const me = await call('GET', '/v1/me', { token })
    expect(me.body).toMatchObject({ principalType: 'api_key', user: { id: key.id, email: null } })
    const json = { parentId: of.entity.id, type: 'group', name: 'A group' }
    expectRefused(await call('POST', `/v1/orgs/${of.org.id}/nodes`, { token, json }), 'forbidden')
    expect((await patchKey(of, key.id, { role: 'manager', name: 'Renamed' })).status).toBe(200)
    expect((await call('POST', `/v1/orgs/${of.org.id}/nodes`, { token, json })).status).toBe(201)
    expect((await call('GET', '/v1/me', { token })).body.user.firstName).toBe('Renamed')
    const { requestCount, refusedCount, lastUsedAt, lastUsedIp } = (await getKey(of, key.id)).body
    // What its role forbids is not refused for the key's sake.
    expect([requestCount, refusedCount, lastUsedIp]).toEqual([4, 0, '127.0.0.1'])
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now())
  })

  it('keeps its node from being deleted until it is revoked', async () => {
    const of = await home()
    const { id: nodeId } = await nodeUnder(of, of.entity.id)
    const { id } = await keyFor(of, { nodeId })
    expectRefused(await deleteNode(of, nodeId), 'node_not_empty')
    await revokeKey(of, id)
    expect((await deleteNode(of, nodeId)).status).toBe(204)
    expect((await getKey(of, id)).body.node).toBeNull()
    expectRefused(await postKey(of, { name: 'Late', role: 'viewer', nodeId }), 'node_not_found')
  })

  it('has a name that no other active key has', async () => {
    const of = await home()
    const named = (name: string) => postKey(of, { name, role: 'viewer' })
    const [first, second] = [await named('One'), await named('Two')]
    for (const same of ['One', 'ONE', 'Ｏne', ' One\u200b']) expectRefused(await named(same), 'already_exists')
    expectRefused(await patchKey(of, second.body.apiKey.id, { name: 'One' }), 'already_exists')
    const { id } = first.body.apiKey
    expect((await patchKey(of, id, { name: 'Three' })).status).toBe(200)
    expect((await named('One')).status).toBe(201)
    await revokeKey(of, id)
    expect((await named('Three')).status).toBe(201)
    const outcomes = await Promise.all([named('Four'), named('Four'), named('Four')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('once expired, can only be extended', async () => {
    const of = await home()
    const made = await postKey(of, { name: 'Short', role: 'viewer', expiresAt: inAnHour() })
    const { id } = made.body.apiKey
    await expire(id)
    expect((await getKey(of, id)).body.status).toBe('expired')
    expectRefused(await patchKey(of, id, { name: 'Longer', expiresAt: inAnHour() }), 'invalid_input')
    expect((await patchKey(of, id, { expiresAt: inAnHour() })).body.status).toBe('active')
    await revokeKey(of, id)
    expectRefused(await patchKey(of, id, { expiresAt: inAnHour() }), 'invalid_input')
  })

  it('once expired, leaves its name to another one, and is then revoked without taking it away', async () => {
    const of = await home()
    const named = (more = {}) => postKey(of, { name: 'Same', role: 'viewer', ...more })
    const { id } = (await named({ expiresAt: inAnHour() })).body.apiKey
    await expire(id)
    expect((await named()).status).toBe(201)
    expectRefused(await patchKey(of, id, { expiresAt: inAnHour() }), 'already_exists')
    expect((await revokeKey(of, id)).status).toBe(200)
    expectRefused(await named(), 'already_exists')
  })
})

describe.concurrent('what cannot be a key', () => {
  it.each([
    ['a range that is none', { ipAllowlist: ['10.0.0.0/33'] }, 'invalid_input'],
    ['a host name', { ipAllowlist: ['example.com'] }, 'invalid_input'],
    ['an address with a zone', { ipAllowlist: ['fe80::1%eth0'] }, 'invalid_input'],
    ['51 ranges', { ipAllowlist: Array(51).fill('10.0.0.0/8') }, 'invalid_request'],
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'invalid_input'],
    ['an expiry in three years', { expiresAt: timestamp(Date.now() + 3 * 366 * dayMs) }, 'invalid_input'],
    ['a role that is none', { role: 'king' }, 'role_not_found'],
    ['the owner’s role', { role: 'owner' }, 'role_escalation'],
    ['a name of no character', { name: ' ' }, 'invalid_request'],
  ] as const)('%s', async (_, more, code) => {
    const of = await home()
    const { id } = await keyFor(of)
    expectRefused(await postKey(of, { name: 'A key', role: 'viewer', ...more }), code)
    expectRefused(await patchKey(of, id, more), code)
    expect(await listed(of)).toHaveLength(2)
  })

  it('stands at a node of another organization, or at one that nobody shows', async () => {
    const [of, other] = await Promise.all([home(), tenant()])
    const at = (nodeId: string, token = of.token) =>
      postKey({ ...of, token }, { name: randomUUID(), role: 'viewer', nodeId })
    expectRefused(await at(randomUUID()), 'node_not_found')
    expectRefused(await at(other.entity.id), 'node_not_found')
    expectRefused(await at('no-uuid'), 'invalid_request')
    const both = await personAt(other, other.org, 'viewer')
    await makeMembership(table(), both.account, of.org, 'admin')
    expectRefused(await at(other.entity.id, both.token), 'invalid_node_path')
  })
})
