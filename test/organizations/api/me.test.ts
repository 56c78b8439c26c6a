import { describe, expect, test } from 'vitest'
import { makeEntity, makeGroup, makeMembership } from '../../../infra/local/tenant.ts'
import { type DelegatedScope, systemRoles } from '../../../shared/auth/permissions.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { delegatedFor } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { partnerOf, personOf, table, tenant } from '../../support/tenant.ts'

const me = async (token: string) => await call('GET', '/v1/me', { token })
const roleOf = (key: 'admin' | 'viewer' | 'member') => {
  const { id, name } = systemRoles[key]
  return { id, key, name }
}

describe('a connected app', () => {
  const scopes = ['profile:read', 'signature:read'] as const

  test.each<[string, readonly DelegatedScope[], readonly DelegatedScope[], boolean]>([
    ['was let', scopes, scopes, true],
    ['did not ask for it', ['signature:read'], scopes, false],
    ['was not let', scopes, ['signature:read'], false],
  ])('is told who its person is only with profile:read: it %s', async (_, asked, consented, isTold) => {
    const { account, token } = await delegatedFor(await tenant(), { role: 'member', scopes: asked, consented })
    const { status, body } = await me(token)
    expect([status, body.principalType]).toEqual([200, 'delegated'])
    const { email, firstName, lastName } = isTold ? account : { email: null, firstName: null, lastName: null }
    expect(body.user).toMatchObject({ id: account.id, email, firstName, lastName, locale: account.locale })
  })
})

describe('GET /v1/me', () => {
  test('tells a person who they are, where they belong and what they may do there', async () => {
    const home = await tenant()
    const { account, token } = await personOf(home, 'viewer', 'Paul@example.com')
    const { status, body } = await me(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      principalType: 'user',
      user: {
        id: account.id,
        email: 'Paul@example.com',
        firstName: 'Paul',
        lastName: 'Person',
        locale: 'en',
        avatarUrl: null,
        welcomeCompletedAt: null,
      },
      provider: { id: home.org.providerId, name: expect.any(String), slug: expect.any(String) },
      orgs: [
        {
          id: home.org.id,
          name: 'Test organization',
          permissions: ['members.read', 'contacts.read', 'signature.read', 'registered_mail.read'],
          role: roleOf('viewer'),
          features: ['tasks', 'signature', 'registered_mail'],
          admin: { sections: [] },
          parentId: null,
          ancestorIds: [],
          depth: 0,
          contractMode: 'own',
          access: 'member',
          environment: 'test',
          twinOrgId: null,
          logoUrl: null,
        },
      ],
      scopes: [
        {
          orgId: home.org.id,
          orgName: 'Test organization',
          entityId: home.entity.id,
          entityName: home.entity.name,
          nodeId: home.org.id,
          twinNodeId: null,
          permissions: ['members.read', 'contacts.read', 'signature.read', 'registered_mail.read'],
          features: ['tasks', 'signature', 'registered_mail'],
          role: roleOf('viewer'),
        },
      ],
      memberships: [
        {
          id: expect.any(String),
          orgId: home.org.id,
          orgName: 'Test organization',
          node: {
            id: home.org.id,
            orgId: home.org.id,
            type: 'organization',
            parentId: null,
            entityId: null,
            name: 'Test organization',
            parentOrgId: null,
            twinNodeId: null,
            createdAt: expect.stringMatching(/Z$/),
            version: 1,
          },
          entityName: null,
          role: roleOf('viewer'),
        },
      ],
      invitations: [],
      blockedOrgs: [],
    })
  })

  test('tells an API key its service account, which has no e-mail', async () => {
    const { key, token, org } = await tenant({ livemode: true })
    const { body } = await me(token)
    expect(body).toMatchObject({ principalType: 'api_key', orgs: [{ id: org.id, environment: 'live' }] })
    expect(body.user).toMatchObject({ id: key.clientId, email: null, firstName: 'admin key', lastName: null })
    expect(body.orgs[0].admin.sections).toEqual(
      expect.arrayContaining(['structure', 'members', 'roles', 'settings', 'integrations', 'audit', 'test_mode']),
    )
    expect(body.orgs[0].admin.sections).not.toContain('organization')
  })

  test('tells a partner application that it is one', async () => {
    const partner = await partnerOf(await tenant())
    const { status, body } = await me(await tokenAbout(partner.clientId))
    expect(status).toBe(200)
    expect(body).toMatchObject({ principalType: 'partner', orgs: [], scopes: [], memberships: [] })
    expect(body.user).toMatchObject({ id: partner.clientId, email: null, firstName: 'A partner' })
  })

  test('shows a member of one entity that entity alone, and of a group its entity', async () => {
    const home = await tenant()
    const [own, other] = [await makeEntity(table(), home.org), await makeEntity(table(), home.org)]
    const group = await makeGroup(table(), other)
    const { account, token } = await personOf(await tenant(), 'member')
    await makeMembership(table(), account, own, 'member')
    await makeMembership(table(), account, group, 'viewer')
    const { body } = await me(token)
    const here = body.scopes.filter(({ orgId }: { orgId: string }) => orgId === home.org.id)
    expect(here.map(({ entityId }: { entityId: string }) => entityId).sort()).toEqual([own.id, other.id].sort())
    expect(here.find(({ entityId }: { entityId: string }) => entityId === other.id)).toMatchObject({
      nodeId: group.id,
      role: roleOf('viewer'),
    })
    expect(body.orgs).toHaveLength(2)
    expect(body.memberships).toHaveLength(3)
    expect(body.orgs.find(({ id }: { id: string }) => id === home.org.id).role).toBeNull()
  })

  test('tells somebody with over a hundred memberships all of them', async () => {
    const home = await tenant()
    const { account, token } = await personOf(await tenant(), 'member')
    const entities = await Promise.all(Array.from({ length: 120 }, () => makeEntity(table(), home.org)))
    for (const entity of entities) await makeMembership(table(), account, entity, 'viewer')
    const { status, body } = await me(token)
    expect(status).toBe(200)
    expect(body.memberships).toHaveLength(121)
    expect(body.scopes).toHaveLength(121)
  })
})
