import { randomUUID } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { customRoleKey } from '../../../shared/auth/custom-role.ts'
import { systemRoleKeys, systemRoles } from '../../../shared/auth/permissions.ts'
import { keyFor, managerOf, patchKey, postKey, revokeKey, rotateSecret } from '../../support/api-keys.ts'
import { call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  deleteRole,
  getMembership,
  invitation,
  invite,
  listOf,
  nodeUnder,
  patchMembership,
  patchRole,
  personAt,
  postNode,
  postRole,
  removeMembership,
  roleOf,
  rolesPath,
} from '../../support/structure.ts'
import { keyOf, personOf, type Tenant, table, tenant, tokenFor } from '../../support/tenant.ts'

const listed = async (of: Pick<Tenant, 'org' | 'token'>) => (await listOf(of, 'roles')).body.results

/** Somebody at the tenant's entity who has a role of the organization's own. */
async function holderOf(of: Tenant, role: { id: string }) {
  const person = await personAt(of, of.entity, 'viewer')
  expect((await patchMembership(of, person.membershipId, { role: role.id })).status).toBe(200)
  return person
}

/** A group below the entity is something that only some roles can make. */
const makesGroup = async (of: Pick<Tenant, 'entity' | 'org'>, { token }: { token: string }) =>
  (await postNode({ org: of.org, token }, { parentId: of.entity.id, type: 'group', name: 'A group' })).status

describe.concurrent('a custom role', () => {
  it('is made, changed, listed and deleted, and each of it is audited', async () => {
    const of = await tenant()
    const json = {
      name: '  Équipe d’accueil ',
      description: '',
      permissions: ['tasks.use', 'members.read', 'tasks.use'],
    }
    const made = await postRole(of, json)
    expect([made.status, made.headers.get('etag')]).toEqual([201, 'W/"1"'])
    expect(made.body).toEqual({
      id: expect.any(String),
      key: 'custom_equipe_d_accueil',
      name: 'Équipe d’accueil',
      description: null,
      system: false,
      permissions: ['members.read', 'tasks.use'],
      orgId: of.org.id,
      memberCount: 0,
      version: 1,
    })
    const { id, key } = made.body
    const other = await roleOf(of, ['signature.read'], 'Auditors')
    const changed = await patchRole(of, id, {
      name: 'Front desk',
      description: 'At the door',
      permissions: ['tasks.use'],
    })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(changed.body).toMatchObject({
      key,
      name: 'Front desk',
      description: 'At the door',
      permissions: ['tasks.use'],
    })
    const same = await patchRole(of, id, { name: 'Front desk' })
    expect(same.headers.get('etag')).toBe('W/"2"')
    const roles = await listed(of)
    expect(roles.map((role: { key: string }) => role.key)).toEqual([...systemRoleKeys, other.key, key])
    expect((await deleteRole(of, id)).status).toBe(204)
    expect((await listed(of)).map((role: { key: string }) => role.key)).not.toContain(key)
    const entries = (await auditLogOf(of.org.id)).filter(({ target }) => target.id === id)
    expect(entries.map(({ action, nodeId }) => [action, nodeId])).toEqual(
      ['created', 'changed', 'deleted'].map((action) => [`role.${action}`, of.org.id]),
    )
    expect(entries[1]?.changes).toEqual([
      { field: 'name', from: 'Équipe d’accueil', to: 'Front desk' },
      { field: 'description', from: null, to: 'At the door' },
      { field: 'permissions', from: ['members.read', 'tasks.use'], to: ['tasks.use'] },
    ])
  })

  it('has a name of its own, and a key that nothing else gets while it is there', async () => {
    const of = await tenant()
    const permissions = ['members.read']
    const first = await roleOf(of, ['members.read'], 'Sales')
    for (const name of ['Sales', ' sALES ', 'Ｓales', 'owner', 'ADMINISTRATOR'])
      expectRefused(await postRole(of, { name, permissions }), 'already_exists')
    const second = await roleOf(of, ['members.read'], 'Sales!')
    expect(second.key).toMatch(/^custom_sales_[0-9a-f]{6}$/)
    for (const name of ['SALES', 'Viewer']) expectRefused(await patchRole(of, second.id, { name }), 'already_exists')
    expect((await patchRole(of, first.id, { name: 'SALES' })).body).toMatchObject({
      name: 'SALES',
      key: 'custom_sales',
    })
    expect((await patchRole(of, first.id, { name: 'Selling' })).status).toBe(200)
    expect((await postRole(of, { name: 'Sales', permissions })).body.key).not.toBe('custom_sales')
    expect((await roleOf(of, ['members.read'], '販売')).key).toBe('custom_role')
    const elsewhere = await tenant()
    expect((await roleOf(elsewhere, ['members.read'], 'Sales')).key).toBe('custom_sales')
    const racing = await Promise.all([1, 2, 3].map(() => postRole(of, { name: 'Raced', permissions })))
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    await deleteRole(of, first.id)
    expect((await roleOf(of, ['members.read'], 'Selling')).key).toBe('custom_selling')
  })

  it.each([
    ['no name', { name: ' ' }],
    ['a name of 61 characters', { name: 'x'.repeat(61) }],
    ['a permission that is none', { permissions: ['everything'] }],
    ['no permission', { permissions: [] }],
    ['a text for permissions', { permissions: 'members.read' }],
  ])('cannot have %s', async (_, wrong) => {
    const of = await tenant()
    const { id } = await roleOf(of, ['members.read'])
    expectRefused(await postRole(of, { name: 'A role', permissions: ['members.read'], ...wrong }), 'invalid_request')
    expectRefused(await patchRole(of, id, wrong), 'invalid_request')
    expect(await listed(of)).toHaveLength(6)
  })

  it('permits nothing that whoever makes, changes or deletes it may not do', async () => {
    const of = await tenant()
    const owner = { org: of.org, token: (await personOf(of, 'owner')).token }
    const beyond = { name: 'Owners', permissions: ['organization.manage'] }
    expectRefused(await postRole(of, beyond), 'role_escalation')
    const { id } = await roleOf(owner, ['organization.manage', 'members.read'])
    for (const json of [{ name: 'Mine' }, { permissions: ['members.read'] }])
      expectRefused(await patchRole(of, id, json), 'role_escalation')
    expectRefused(await deleteRole(of, id), 'role_escalation')
    const own = await roleOf(of, ['members.read'])
    expectRefused(await patchRole(of, own.id, { permissions: ['organization.manage'] }), 'role_escalation')
    expect((await patchRole(owner, own.id, { permissions: ['organization.manage'] })).status).toBe(200)
    expect((await deleteRole(owner, id)).status).toBe(204)
  })

  it('is managed by whoever may do so for the whole organization', async () => {
    const of = await tenant()
    const { id } = await roleOf(of, ['members.read'])
    const ofEntity = await personAt(of, of.entity, 'admin')
    const manager = await keyOf(of, 'manager')
    for (const { token } of [ofEntity, manager]) {
      const caller = { org: of.org, token }
      expectRefused(await postRole(caller, { name: 'Mine', permissions: ['members.read'] }), 'forbidden')
      expectRefused(await patchRole(caller, id, { name: 'Mine' }), 'forbidden')
      expectRefused(await deleteRole(caller, id), 'forbidden')
      expect(await listed(caller)).toHaveLength(6)
    }
  })

  it('is not there for another organization, and system roles are nobody’s to change', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { id } = await roleOf(other, ['members.read'])
    for (const named of [id, randomUUID(), 'no-uuid', 'custom_role']) {
      expectRefused(await patchRole(of, named, { name: 'Mine' }), 'role_not_found')
      expectRefused(await deleteRole(of, named), 'role_not_found')
    }
    expectRefused(await patchRole({ org: other.org, token: of.token }, id, { name: 'Mine' }), 'organization_not_found')
    for (const key of systemRoleKeys) {
      expectRefused(await patchRole(of, systemRoles[key].id, { name: 'Mine' }), 'forbidden')
      expectRefused(await deleteRole(of, systemRoles[key].id), 'forbidden')
    }
    expect(await listed(other)).toHaveLength(6)
  })

  it('that somebody else has changed since is not changed by a request that names an older version', async () => {
    const of = await tenant()
    const { id } = await roleOf(of, ['members.read'])
    await patchRole(of, id, { name: 'Newer' })
    expectRefused(await patchRole(of, id, { name: 'Older', version: 1 }), 'precondition_failed')
    const headers = { 'If-Match': 'W/"1"' }
    expectRefused(await call('DELETE', rolesPath(of, id), { token: of.token, headers }), 'precondition_failed')
  })
})

describe.concurrent('a member with a custom role', () => {
  it('may do what it permits, and what it is changed to at once', async () => {
    const of = await tenant()
    const role = await roleOf(of, ['members.read', 'nodes.manage'], 'Builders')
    const holders = await Promise.all([holderOf(of, role), holderOf(of, role)])
    const [first] = holders
    expect((await listed(of)).find(({ id }: { id: string }) => id === role.id).memberCount).toBe(2)
    for (const holder of holders) expect(await makesGroup(of, holder)).toBe(201)
    expect((await patchRole(of, role.id, { permissions: ['members.read'], name: 'Readers' })).body.memberCount).toBe(2)
    for (const holder of holders) expect(await makesGroup(of, holder)).toBe(403)
    const me = (await call('GET', '/v1/me', { token: first.token })).body
    const reference = { id: role.id, key: 'custom_builders', name: 'Readers' }
    expect(me.scopes).toEqual([expect.objectContaining({ permissions: ['members.read'], role: reference })])
    expect(me.memberships[0].role).toEqual(reference)
    expect((await getMembership(of, first.membershipId)).body.role).toEqual(reference)
    const members = (await listOf(of, 'members')).body.results
    expect(members.map((member: { role: unknown }) => member.role)).toEqual([reference, reference])
    await patchRole(of, role.id, { permissions: ['members.read', 'nodes.manage'] })
    expect(await makesGroup(of, first)).toBe(201)
    expect((await patchMembership(of, first.membershipId, { role: 'viewer' })).status).toBe(200)
    expect(await makesGroup(of, first)).toBe(403)
  })

  it('is invited by its key or its id, and keeps it where they move', async () => {
    const of = await tenant()
    const role = await roleOf(of, ['members.read', 'nodes.manage'])
    const pending = await invite(of, invitation(of, { role: role.key }))
    expect([pending.status, pending.body.role.id]).toEqual([201, role.id])
    const active = await invite(of, invitation(of, { role: role.id.toUpperCase(), sendInvitation: false }))
    expect([active.status, active.body.role.key]).toEqual([201, role.key])
    const moved = await patchMembership(of, active.body.id, { nodeId: (await nodeUnder(of, of.entity.id)).id })
    expect(moved.body.role.id).toBe(role.id)
    expect((await listed(of)).find(({ id }: { id: string }) => id === role.id).memberCount).toBe(2)
  })

  it('cannot be given one of another organization, nor one that is not there', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const foreign = await roleOf(other, ['members.read'])
    const { membershipId } = await personAt(of, of.entity, 'viewer')
    const manager = await managerOf(of)
    const { id: keyId } = await keyFor(manager)
    const answers = async (role: string) => [
      await patchMembership(of, membershipId, { role }),
      await invite(of, invitation(of, { role })),
      await postKey(manager, { name: randomUUID(), role }),
      await patchKey(manager, keyId, { role }),
    ]
    for (const answer of await answers(foreign.id)) expectRefused(answer, 'role_other_org')
    for (const role of [foreign.key, 'custom_nothing', randomUUID()])
      for (const answer of await answers(role)) expectRefused(answer, 'role_not_found')
  })

  it('gives, changes and takes away no role that permits more than their own', async () => {
    const of = await tenant()
    const lead = await roleOf(of, ['members.manage', 'members.read', 'signature.read'])
    const [within, beyond] = [await roleOf(of, ['signature.read']), await roleOf(of, ['signature.send'])]
    const caller = await holderOf(of, lead)
    const [low, high] = [await holderOf(of, within), await holderOf(of, beyond)]
    for (const role of ['viewer', 'manager', beyond.key])
      expectRefused(await patchMembership(caller, low.membershipId, { role }), 'role_escalation')
    expect((await patchMembership(caller, low.membershipId, { role: lead.id })).status).toBe(200)
    expectRefused(await patchMembership(caller, high.membershipId, { role: within.id }), 'role_escalation')
    expectRefused(await removeMembership(caller, high.membershipId), 'role_escalation')
    await patchRole(of, beyond.id, { permissions: ['members.read'] })
    expect((await removeMembership(caller, high.membershipId)).status).toBe(204)
  })

  it('whose role is gone against all rules may do nothing', async () => {
    const of = await tenant()
    const role = await roleOf(of, ['members.read', 'nodes.manage'])
    const holder = await holderOf(of, role)
    await loseRole(role.id)
    expect(await makesGroup(of, holder)).toBe(404)
    expectRefused(await listOf(holder, 'members'), 'organization_not_found')
  })
})

describe.concurrent('an API key with a custom role', () => {
  it('may do what it permits now, and keeps it from being deleted until it is revoked', async () => {
    const of = await tenant()
    const manager = await managerOf(of)
    const role = await roleOf(of, ['members.read', 'nodes.manage'], 'Machines')
    const key = await keyFor(manager, { role: role.key })
    const token = await tokenFor(key)
    expect(await makesGroup(of, { token })).toBe(201)
    await patchRole(of, role.id, { permissions: ['members.read'], name: 'Robots' })
    expect(await makesGroup(of, { token })).toBe(403)
    const shown = await call('GET', `/v1/orgs/${of.org.id}/api-keys`, { token: manager.token })
    expect(shown.body.results[0].role).toEqual({ id: role.id, key: 'custom_machines', name: 'Robots' })
    expectRefused(await deleteRole(of, role.id), 'still_referenced')
    expect((await patchKey(manager, key.id, { role: 'viewer' })).body.role.key).toBe('viewer')
    expect((await deleteRole(of, role.id)).status).toBe(204)
    const second = await roleOf(of, ['members.read'])
    expect((await patchKey(manager, key.id, { role: second.id })).body.role.id).toBe(second.id)
    expect((await rotateSecret(manager, key.id)).body.apiKey.role.id).toBe(second.id)
    expectRefused(await deleteRole(of, second.id), 'still_referenced')
    expect((await revokeKey(manager, key.id)).body.role.id).toBe(second.id)
    expect((await deleteRole(of, second.id)).status).toBe(204)
  })

  it('never owns the organization, whatever its role permits later', async () => {
    const of = await tenant()
    const owner = { org: of.org, token: (await personOf(of, 'owner')).token }
    const { id } = await roleOf(owner, ['organization.manage', 'members.read'])
    expectRefused(await postKey(owner, { name: 'Owner', role: id }), 'role_escalation')
    const later = await roleOf(owner, ['members.read'])
    const key = await keyFor(owner, { role: later.id })
    await patchRole(owner, later.id, { permissions: ['organization.manage', 'audit.read'] })
    const me = (await call('GET', '/v1/me', { token: await tokenFor(key) })).body
    expect(me.orgs[0].permissions).toEqual(['audit.read'])
  })
})

describe.concurrent('a role that is deleted', () => {
  it('has no member, no invitation and no API key left', async () => {
    const of = await tenant()
    const role = await roleOf(of, ['members.read'])
    const pending = (await invite(of, invitation(of, { role: role.id }))).body
    const member = await holderOf(of, role)
    expectRefused(await deleteRole(of, role.id), 'still_referenced')
    await removeMembership(of, pending.id)
    expectRefused(await deleteRole(of, role.id), 'still_referenced')
    await patchMembership(of, member.membershipId, { role: 'viewer' })
    expect((await deleteRole(of, role.id)).status).toBe(204)
    expectRefused(await patchMembership(of, member.membershipId, { role: role.id }), 'role_not_found')
    const again = await roleOf(of, ['members.read'], role.name)
    expect([again.key, again.memberCount]).toEqual([role.key, 0])
  })

  it('is never given to anybody at the same moment, whoever is faster', async () => {
    const of = await tenant()
    const manager = await managerOf(of)
    const { membershipId } = await personAt(of, of.entity, 'viewer')
    for (let round = 0; round < 5; round++) {
      const { id } = await roleOf(of, ['members.read'])
      const [deleted, ...given] = await Promise.all([
        deleteRole(of, id),
        patchMembership(of, membershipId, { role: id }),
        postKey(manager, { name: randomUUID(), role: id }),
        invite(of, invitation(of, { role: id })),
      ])
      const got = given.filter(({ status }) => status < 300)
      if (deleted.status === 204) expect(given.map(({ status }) => status)).toEqual([404, 404, 404])
      else expect([deleted.status, got.length > 0]).toEqual([409, true])
    }
  })
})

/** Takes a role's record away behind the back of everything that keeps it. */
async function loseRole(id: string): Promise<void> {
  await table().client.send(new DeleteCommand({ TableName: table().name, Key: customRoleKey(id) }))
}
