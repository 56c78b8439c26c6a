import { describe, expect, it } from 'vitest'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import { call } from '../../support/client.ts'
import { contactOf, listContacts, postContact } from '../../support/contacts.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import {
  deleteNode,
  deleteRole,
  getNode,
  listOf,
  nodeUnder,
  patchMembership,
  patchNode,
  patchRole,
  personAt,
  removeMembership,
  roleOf,
} from '../../support/structure.ts'
import { feedOf, readTask, taskOf } from '../../support/tasks.ts'
import { personOf } from '../../support/tenant.ts'
import {
  disableTestMode,
  enableTestMode,
  getTestMode,
  liveHome,
  liveWithTestMode,
  resetTestMode,
  settledMs,
  steps,
  testModePath,
  untilLookedThrough,
} from '../../support/test-mode.ts'
import { until } from '../../support/until.ts'

describe.concurrent('enabling test mode', () => {
  it('creates a test organization, which is ready within seconds', async () => {
    const live = await liveHome()
    const off = await getTestMode(live)
    expect(off.status).toBe(200)
    expect(off.body).toMatchObject({ enabled: false, status: 'none', twinOrgId: null, purgeAt: null })
    const enabled = await enableTestMode(live)
    expect(enabled.status).toBe(201)
    expect(enabled.body).toMatchObject({ enabled: true, status: 'creating', twinOrgId: twinIdOf(live.org.id) })
    const ready = await until('the test organization', async () => {
      const { body } = await getTestMode(live)
      return body.status === 'ready' && body
    })
    expect(ready.progress).toEqual({ done: 2, total: 2 })
    expect(ready.emails).toMatchObject({ sentToday: 0, dailyCap: 100 })
    expect((await enableTestMode(live)).status).toBe(200)
    const node = await getNode(live, live.entity.id)
    expect(node.body.twinNodeId).toBe(twinIdOf(live.entity.id))
    const twin = await getNode({ token: live.owner.token }, twinIdOf(live.entity.id))
    expect(twin.body).toMatchObject({ name: live.entity.name, twinNodeId: live.entity.id, orgId: ready.twinOrgId })
  })

  it('is for live organizations', async () => {
    const { live, test } = await liveWithTestMode()
    const path = testModePath(test)
    for (const [method, json] of [['GET'], ['POST'], ['DELETE', { confirmName: 'x' }]] as const)
      expectRefused(await call(method, path, { token: live.owner.token, json }), 'test_mode_not_available')
    expectRefused(
      await call('POST', `${path}/reset`, { token: live.owner.token, json: { confirmName: 'x' } }),
      'test_mode_not_available',
    )
  })
})

describe.concurrent('a test organization', () => {
  it('is open to the members of the live organization, with their roles there', async () => {
    const { live, test } = await liveWithTestMode()
    const manager = await personOf(live, 'manager')
    const me = await call('GET', '/v1/me', { token: manager.token })
    const orgs = me.body.orgs.map(
      (org: { id: string; environment: string; twinOrgId: string; role: { key: string } }) => [
        org.id,
        org.environment,
        org.twinOrgId,
        org.role.key,
      ],
    )
    expect(orgs).toEqual([
      [live.org.id, 'live', test.org.id, 'manager'],
      [test.org.id, 'test', live.org.id, 'manager'],
    ])
    const scopes = me.body.scopes.map((scope: { nodeId: string; twinNodeId: string }) => [
      scope.nodeId,
      scope.twinNodeId,
    ])
    expect(scopes).toEqual([
      [live.org.id, test.org.id],
      [test.org.id, live.org.id],
    ])
    const members = await listOf(test, 'members')
    expect(members.body.results.map((member: { user: { id: string } }) => member.user.id).sort()).toEqual(
      [live.owner.account.id, manager.account.id].sort(),
    )
  })

  it('is closed to whoever leaves the live organization, at once', async () => {
    const { live, test } = await liveWithTestMode()
    const { token, account } = await personOf(live, 'admin')
    const path = `/v1/orgs/${test.org.id}/nodes`
    expect((await call('GET', path, { token })).status).toBe(200)
    const members = await listOf(live, 'members')
    const { id } = members.body.results.find((member: { user: { id: string } }) => member.user.id === account.id)
    expect((await removeMembership({ token: live.owner.token }, id)).status).toBe(204)
    expectRefused(await call('GET', path, { token }), 'organization_not_found')
  })

  it('shows the members of the live organization, and changes none of them', async () => {
    const { live, test } = await liveWithTestMode()
    const [member] = (await listOf(test, 'members')).body.results
    const path = `/v1/memberships/${member.id}`
    expect((await call('GET', path, { token: test.token })).body).toMatchObject({ user: { id: live.owner.account.id } })
    for (const [method, part, json] of [
      ['PATCH', '', { role: 'viewer' }],
      ['DELETE', ''],
      ['POST', '/resend-invitation'],
    ] as const)
      expectRefused(await call(method, `${path}${part}`, { token: live.owner.token, json }), 'forbidden')
    const json = { email: 'new@example.com', firstName: 'N', lastName: 'N', nodeId: test.org.id, role: 'viewer' }
    expectRefused(await call('POST', `/v1/orgs/${test.org.id}/members`, { token: live.owner.token, json }), 'forbidden')
  })

  it('follows new, renamed, moved and removed nodes', async () => {
    const { live, test } = await liveWithTestMode()
    const [a, b] = [await nodeUnder(live, live.entity.id, 'A'), await nodeUnder(live, live.entity.id, 'B')]
    await until('the new groups', async () => (await getNode(test, twinIdOf(b.id))).status === 200)
    await patchNode(live, b.id, { parentId: a.id, name: 'B below A' })
    await until('the moved group', async () => {
      const { body } = await getNode(test, twinIdOf(b.id))
      return body.parentId === twinIdOf(a.id) && body.name === 'B below A'
    })
    await deleteNode(live, b.id)
    await until('the end of the group', async () => (await getNode(test, twinIdOf(b.id))).status === 404)
    expectRefused(await patchNode(test, twinIdOf(a.id), { name: 'Mine' }), 'forbidden')
    expectRefused(await deleteNode(test, twinIdOf(a.id)), 'forbidden')
  })

  it('follows new, changed and removed roles, with which members work there', async () => {
    const { live, test } = await liveWithTestMode()
    const owner = { org: live.org, token: live.owner.token }
    const role = await roleOf(owner, ['contacts.read'], 'Reader')
    const twin = async () =>
      (await listOf(test, 'roles')).body.results.find(({ id }: { id: string }) => id === twinIdOf(role.id))
    await until('the new role', async () => (await twin())?.name === 'Reader')
    expect(await twin()).toMatchObject({ key: role.key, permissions: ['contacts.read'] })
    const member = await personAt(live, live.org, 'viewer')
    expect((await patchMembership(owner, member.membershipId, { role: role.id })).status).toBe(200)
    const home = { entity: test.entity, token: member.token }
    expect((await listContacts(home)).status).toBe(200)
    expectRefused(await postContact(home), 'forbidden')

    await patchRole(owner, role.id, { name: 'Writer', permissions: ['contacts.read', 'contacts.write'] })
    await until('the changed role', async () => (await twin())?.name === 'Writer')
    expect((await postContact(home)).status).toBe(201)
    const there = { org: test.org, token: live.owner.token }
    expectRefused(await patchRole(there, twinIdOf(role.id), { name: 'Mine' }), 'forbidden')
    expectRefused(await deleteRole(there, twinIdOf(role.id)), 'forbidden')

    await patchMembership(owner, member.membershipId, { role: 'viewer' })
    expect((await deleteRole(owner, role.id)).status).toBe(204)
    await until('the end of the role', async () => !(await twin()))
  })

  it('keeps what is its own, and a node that holds it', async () => {
    const { live, test } = await liveWithTestMode()
    const group = await nodeUnder(live, live.entity.id, 'Sales')
    await steps(live)
    const own = await nodeUnder(test, twinIdOf(group.id), 'Own')
    await deleteNode(live, group.id)
    await steps(live)
    expect((await getNode(test, own.id)).status).toBe(200)
    expect((await getNode(test, twinIdOf(group.id))).body).toMatchObject({ name: 'Sales', twinNodeId: null })
    expect((await patchNode(test, twinIdOf(group.id), { name: 'Ours' })).status).toBe(200)
  })
})

describe.concurrent('resetting and disabling test mode', () => {
  it('asks for the name of the live organization', async () => {
    const { live } = await liveWithTestMode()
    expectRefused(await resetTestMode(live, 'Another name'), 'confirm_name_mismatch')
    expectRefused(await disableTestMode(live, 'Another name'), 'confirm_name_mismatch')
    const off = await liveHome()
    expectRefused(await resetTestMode(off), 'test_mode_disabled')
    expectRefused(await disableTestMode(off), 'test_mode_disabled')
  })

  it('deletes what was made, and keeps the tree and the keys', async () => {
    const { live, test } = await liveWithTestMode()
    const contact = await contactOf(test)
    const request = await create(test)
    const task = await taskOf(test)
    expect((await resetTestMode(live)).body).toMatchObject({ enabled: true, status: 'resetting' })
    expectRefused(await listOf(test, 'nodes'), 'test_mode_disabled')
    await untilLookedThrough(live)
    await steps(live, settledMs)
    expect((await getTestMode(live)).body).toMatchObject({ status: 'ready' })
    expect((await listOf(test, 'nodes')).status).toBe(200)
    expectRefused(await call('GET', `/v1/contacts/${contact.id}`, { token: test.token }), 'contact_not_found')
    expectRefused(await readTask(test, task.id), 'task_not_found')
    expectRefused(
      await call('GET', `/v1/signature-requests/${request.id}`, { token: test.token }),
      'signature_request_not_found',
    )
  })

  it('deletes the test organization with everything in it', async () => {
    const { live, test } = await liveWithTestMode()
    await contactOf(test)
    const { token } = live.owner
    const [kept] = [await feedOf(token), await feedOf(token, test.entity.id)]
    expect((await disableTestMode(live)).status).toBe(204)
    expectRefused(await listOf(test, 'nodes'), 'test_mode_disabled')
    expect((await getTestMode(live)).body).toMatchObject({ enabled: false, status: 'purging' })
    expectRefused(await enableTestMode(live), 'test_mode_not_available')
    await steps(live)
    await steps(live, settledMs)
    expect((await getTestMode(live)).body).toMatchObject({ enabled: false, status: 'none' })
    expectRefused(await call('GET', '/v1/me', { token: test.token }), 'unknown_client')
    expect((await getNode(live, live.entity.id)).body.twinNodeId).toBeNull()
    const feeds = await call('GET', '/v1/me/calendar-feeds', { token })
    expect(feeds.body.results.map(({ id }: { id: string }) => id)).toEqual([kept.feed.id])
  })
})
