import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePartner } from '../../../infra/local/tenant.ts'
import { tokenAbout } from '../../support/access-token.ts'
import {
  connectedApp,
  consent,
  consentBody,
  consented,
  exchangeable,
  grantsPath,
  installedPartner,
  partnerWith,
} from '../../support/applications.ts'
import { call, demand } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { expectRefused } from '../../support/refused.ts'
import { nodesPath, personAt } from '../../support/structure.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

let home: Tenant
beforeAll(async () => {
  home = await tenant()
})

const get = (path: string, token: string) => call('GET', path, { token })

describe('the consent that an application lacks', () => {
  it('is asked for with the organization that the request names, after an unknown one is not found', async () => {
    const [other, { clientId }, { account }] = [
      await tenant(),
      await partnerWith(home, []),
      await personOf(home, 'admin'),
    ]
    const acting = await tokenAbout(clientId, account.id)
    for (const path of [
      nodesPath(home),
      `/v1/events?orgId=${home.org.id}`,
      `/v1/contacts?entityId=${home.entity.id}`,
    ]) {
      const refused = await get(path, acting)
      expectRefused(refused, 'consent_required')
      expect(refused.body.error.details.orgId).toBe(home.org.id)
      expect(refused.body.error.details.authorizeUrl).toContain(home.org.id)
    }
    for (const orgId of [other.org.id, randomUUID(), 'none'])
      expectRefused(await get(`/v1/orgs/${orgId}/nodes`, acting), 'organization_not_found')
  })

  it('is told of memberships and nodes too, once a grant was revoked, and not before there was one', async () => {
    const of = await tenant()
    const [admin, member] = [await personOf(of, 'admin'), await personAt(of, of.entity, 'member')]
    const { token, grant } = await installedPartner(of, { scopes: ['nodes:write', 'members:write', 'settings:read'] })
    const stranger = await partnerWith(of, ['nodes:write', 'members:write'])
    const paths = [`/v1/memberships/${member.membershipId}`, `/v1/nodes/${of.entity.id}`]
    const changes = [`/v1/provisioning/memberships/${member.membershipId}`, `/v1/provisioning/nodes/${of.entity.id}`]
    for (const path of paths) expect((await get(path, token)).status).toBe(200)
    demand(await call('POST', grantsPath(of, `/${grant.id}/revoke`), { token: admin.token }), 200)
    const asked = async (by: string) => [
      ...(await Promise.all(paths.map((path) => get(path, by)))),
      ...(await Promise.all(changes.map((path) => call('DELETE', path, { token: by })))),
    ]
    for (const refused of await asked(token)) {
      expectRefused(refused, 'consent_required')
      expect(refused.body.error.details).toEqual({ orgId: of.org.id })
    }
    for (const refused of await asked(stranger.token))
      expect(['node_not_found', 'membership_not_found']).toContain(refused.body.error.code)
  })
})

describe('a consent of an administrator', () => {
  it.each([
    ['for all members', ['contacts:read'], 'contacts:manage'],
    ['for all members, of an area', ['signature:send'], 'profile:read'],
  ] as const)('%s approves exactly the scopes that it names', async (_, named, beyond) => {
    const of = await tenant()
    const [admin, manager] = [await personOf(of, 'admin'), await personOf(of, 'manager')]
    const { clientId } = await connectedApp(of)
    await consented(admin.token, consentBody(of, clientId, { onBehalfOf: 'organization', scope: [...named] }))
    const codeFor = async (scope: readonly string[]) =>
      (await consent(manager.token, consentBody(of, clientId, { scope }))).body.code
    expect(await codeFor(named)).not.toBeNull()
    expect(await codeFor([...named, beyond])).toBeNull()
  })

  it('by an installation approves no more than that', async () => {
    const of = await tenant()
    const member = await personOf(of, 'member')
    const { clientId } = await connectedApp(of)
    const admin = await personOf(of, 'admin')
    const json = { applicationId: clientId, scopes: ['members:read'], role: 'viewer' }
    expectRefused(await call('POST', grantsPath(of), { token: admin.token, json }), 'invalid_input')
    const registered = await makePartner(table(), {
      providerId: of.org.providerId,
      name: 'Installed',
      scopes: ['members:read'],
      client: { redirectUris: ['https://app.example.com/callback'] },
    })
    const install = { ...json, applicationId: registered.clientId }
    demand(await call('POST', grantsPath(of), { token: admin.token, json: install }), 201)
    const codeFor = async (scope: string[]) =>
      (await consent(member.token, consentBody(of, registered.clientId, { scope }))).body.code
    expect(await codeFor(['members:read'])).not.toBeNull()
    expect(await codeFor(['members:read', 'signature:read'])).toBeNull()
  })
})

it('a code that is used a second time ends the access tokens of the first use', async () => {
  const of = await tenant()
  const { token, json } = await exchangeable(of)
  const exchange = () => call('POST', '/v1/oauth/grants/exchange', { token, json })
  const { accessToken } = (await exchange()).body.token
  expect((await get('/v1/signature-requests', accessToken)).status).toBe(200)
  expectRefused(await exchange(), 'invalid_grant')
  expectRefused(await get('/v1/signature-requests', accessToken), 'invalid_token')
  expectRefused(await get('/v1/me', accessToken), 'invalid_token')
})

it.each([
  ['nodes:write', 'nodes:read', 200],
  ['settings:write', 'settings:read', 200],
  ['nodes:read', 'nodes:write', 400],
  ['nodes:write', 'members:read', 400],
] as const)('a token of an application registered for %s may ask for %s: %i', async (registered, asked, status) => {
  const { providerId } = home.org
  const { clientId, clientSecret } = await makePartner(table(), { providerId, name: 'P', scopes: [registered] })
  const response = await fetch(`${cloud().authUrl}/oauth/v2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: `urn:svc:api:aud ${asked}` }),
  })
  expect(response.status).toBe(status)
})

it('an application sees what it calls nodes and people on every path, and nobody else does', async () => {
  const of = await tenant()
  const partner = await installedPartner(of, { scopes: ['nodes:write', 'members:write'] })
  const other = await installedPartner(of, { scopes: ['nodes:read', 'members:read'] })
  const [nodeName, personName] = [randomUUID(), randomUUID()]
  const provision = async (what: string, json: object) => {
    const made = await call('POST', `/v1/provisioning/orgs/${of.org.id}/${what}`, { token: partner.token, json })
    demand(made, 201)
    return made.body
  }
  const node = await provision('nodes', { externalId: nodeName, name: 'N', type: 'group', parentId: of.entity.id })
  const member = await provision('members', {
    externalId: personName,
    email: `${randomUUID()}@example.com`,
    firstName: 'A',
    lastName: 'B',
    nodeId: node.id,
    role: 'member',
  })
  expect(member.node.externalId).toBe(nodeName)
  const views = async (token: string) => {
    const [one, listed, person, people] = await Promise.all(
      [`/v1/nodes/${node.id}`, nodesPath(of), `/v1/memberships/${member.id}`, `/v1/orgs/${of.org.id}/members`].map(
        async (path) => (await get(path, token)).body,
      ),
    )
    const among = (results: { id: string }[], id: string) => results.find((each) => each.id === id)
    return {
      nodes: [one, among(listed.results, node.id), person.node],
      people: [person, among(people.results, member.id)],
    }
  }
  const own = await views(partner.token)
  for (const each of own.nodes) expect(each).toMatchObject({ externalId: nodeName })
  for (const each of own.people) expect(each).toMatchObject({ externalId: personName })
  const foreign = await views(other.token)
  for (const each of [...foreign.nodes, ...foreign.people]) expect(each).toMatchObject({ externalId: null })
  const key = await views(of.token)
  for (const each of [...key.nodes, ...key.people]) expect(each).not.toHaveProperty('externalId')
})

it('nodes in /v1/me are whole', async () => {
  const { body } = await get('/v1/me', home.token)
  expect(body.memberships[0].node).toEqual((await get(`/v1/nodes/${home.org.id}`, home.token)).body)
})
