import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { Workspace } from '../../../infra/local/workspace.ts'
import { askWithAssertion } from '../../support/assertion.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { tokenFor } from '../../support/tenant.ts'

const path = () => join(inject('cloud').dataDirectory, 'workspace.json')

function workspace(): Workspace {
  return JSON.parse(readFileSync(path(), 'utf8'))
}

describe('workspace.json', () => {
  test('names all there is to try the local cloud with, and nothing else', () => {
    const id = { id: expect.any(String) }
    const credentials = { clientId: expect.any(String), clientSecret: expect.any(String) }
    const person = { id: expect.any(String), email: expect.any(String), accessToken: expect.any(String) }
    const { baseUrl, authUrl, inboxUrl } = inject('cloud')
    expect(workspace()).toStrictEqual({
      baseUrl,
      authUrl,
      inboxUrl,
      tokenUrl: `${authUrl}/oauth/v2/token`,
      authorizeUrl: `${authUrl}/oauth/v2/authorize`,
      jwksUri: `${authUrl}/oauth/v2/keys`,
      audience: 'urn:svc:api',
      scope: 'urn:svc:api:aud',
      provider: id,
      org: id,
      entity: id,
      testOrg: id,
      testEntity: id,
      apiKeys: { admin: credentials, member: credentials, viewer: credentials, testAdmin: credentials },
      partner: credentials,
      connectedApp: {
        clientId: expect.any(String),
        privateJwk: expect.objectContaining({ kty: 'EC', d: expect.any(String) }),
        redirectUri: expect.any(String),
      },
      users: { owner: person, admin: person, manager: person, member: person, viewer: person },
    })
  })

  test('holds secrets, and is for its owner alone', () => {
    expect(statSync(path()).mode & 0o077).toBe(0)
  })

  test.each(['owner', 'admin', 'manager', 'member', 'viewer'] as const)('holds a token of the %s', async (role) => {
    const { users, org, testOrg } = workspace()
    const me = await call('GET', '/v1/me', { token: users[role].accessToken })
    expect(me.body).toMatchObject({ principalType: 'user', user: { id: users[role].id, email: users[role].email } })
    const roles = Object.fromEntries(
      me.body.orgs.map((of: { id: string; role: { key: string } }) => [of.id, of.role.key]),
    )
    expect(roles).toEqual({ [org.id]: role, [testOrg.id]: role })
  })

  test.each(['admin', 'member', 'viewer', 'testAdmin'] as const)(
    'holds the key %s, which gets tokens',
    async (name) => {
      const { apiKeys, org, testOrg } = workspace()
      const me = await call('GET', '/v1/me', { token: await tokenFor(apiKeys[name]) })
      expect(me.body).toMatchObject({ principalType: 'api_key', user: { email: null } })
      expect(me.body.orgs.map(({ id }: { id: string }) => id)).toEqual([name === 'testAdmin' ? testOrg.id : org.id])
    },
  )

  test('holds a partner application, which gets tokens', async () => {
    const me = await call('GET', '/v1/me', { token: await tokenFor(workspace().partner) })
    expect(me.body).toMatchObject({ principalType: 'partner', orgs: [] })
  })

  test('lets the partner application work with the organization, and the connected app with nobody yet', async () => {
    const { partner, org, users } = workspace()
    const { body } = await call('GET', `/v1/orgs/${org.id}/grants`, { token: users.admin.accessToken })
    expect(body.results).toMatchObject([
      {
        application: { id: partner.clientId, name: 'Demo partner' },
        kind: 'installed',
        status: 'active',
        role: { key: 'admin' },
        scopes: ['orgs:write', 'nodes:write', 'members:write'],
      },
    ])
  })

  test('holds keys whose names are taken as those of other keys are', async () => {
    const { org, users } = workspace()
    const json = { name: 'member key', role: 'member' }
    const again = await call('POST', `/v1/orgs/${org.id}/api-keys`, { token: users.owner.accessToken, json })
    expectRefused(again, 'already_exists')
  })

  test('holds the key by which the connected app proves itself', async () => {
    const ask = await askWithAssertion(workspace().connectedApp)
    const answer = await ask()
    expect(await answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
    expect((await ask()).status, 'the same assertion again').toBe(401)
  })

  test('names addresses that answer', async () => {
    const { authUrl, jwksUri, inboxUrl, tokenUrl } = workspace()
    const discovery = await (await fetch(`${authUrl}/.well-known/openid-configuration`)).json()
    expect(discovery).toMatchObject({ issuer: authUrl, jwks_uri: jwksUri, token_endpoint: tokenUrl })
    expect(await (await fetch(jwksUri)).json()).toMatchObject({ keys: [{ kty: 'EC', crv: 'P-256' }] })
    expect((await fetch(inboxUrl)).headers.get('content-type')).toContain('text/html')
  })
})
