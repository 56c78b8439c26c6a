import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeEntity, makeGroup, makeMembership } from '../../../infra/local/tenant.ts'
import { systemRoles } from '../../../shared/auth/permissions.ts'
import { call } from '../../support/client.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  deleteNode,
  getMembership,
  invitation,
  invite,
  listOf,
  nodeUnder,
  patchMembership,
  personAt,
  removeMembership,
  roleOf,
} from '../../support/structure.ts'
import { keyOf, type Tenant, table, tenant } from '../../support/tenant.ts'

async function eventsOf({ org }: Pick<Tenant, 'org'>) {
  return (await outboxEntriesOf(org.id)).flatMap(({ events }) => events)
}

const emails = (answer: { body: { results: { user: { email: string } }[] } }) =>
  answer.body.results.map(({ user }) => user.email)

describe.concurrent('a member', () => {
  it('is read by whoever may read members of the node', async () => {
    const of = await tenant()
    const { account, email, membershipId } = await personAt(of, of.entity, 'member')
    const read = await getMembership(of, membershipId)
    expect([read.status, read.headers.get('etag')]).toEqual([200, 'W/"1"'])
    expect(read.body).toMatchObject({
      id: membershipId,
      user: { id: account.id, email, firstName: 'Paul', lastName: 'Person' },
      node: { id: of.entity.id, type: 'entity', name: 'Head office' },
      role: { id: systemRoles.member.id, key: 'member', name: 'Member' },
      status: 'active',
      invitationExpiresAt: null,
      invitationResentAt: null,
      invitedBy: null,
      version: 1,
    })
    const elsewhere = await personAt(of, await makeEntity(table(), of.org), 'admin')
    expectRefused(await getMembership(elsewhere, membershipId), 'membership_not_found')
    expectRefused(await getMembership(await tenant(), membershipId), 'membership_not_found')
  })

  it('gets another role, which counts at once', async () => {
    const of = await tenant()
    const { token, membershipId } = await personAt(of, of.entity, 'viewer')
    const changed = await patchMembership(of, membershipId, { role: 'manager' })
    expect([changed.status, changed.body.role.key, changed.body.version]).toEqual([200, 'manager', 2])
    expect((await nodeUnder({ org: of.org, token }, of.entity.id)).type).toBe('group')
    const same = await patchMembership(of, membershipId, { role: systemRoles.manager.id })
    expect([same.status, same.body.version]).toEqual([200, 2])
    const updates = (await eventsOf(of)).filter(({ type }) => type === 'member.updated')
    expect(updates).toEqual([
      {
        type: 'member.updated',
        data: expect.objectContaining({ membershipId, role: 'manager', status: 'active' }),
        path: of.entity.id,
      },
    ])
    const [entry] = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'member.role_changed')
    expect(entry).toMatchObject({
      target: { type: 'membership', id: membershipId },
      changes: [{ field: 'role', from: 'viewer', to: 'manager' }],
    })
    const { results } = (await listOf(of, 'roles')).body
    const counts = results.map(({ key, memberCount }: { key: string; memberCount: number }) => [key, memberCount])
    expect(counts).toContainEqual(['manager', 1])
    expect(counts).toContainEqual(['viewer', 0])
  })

  it('is asked for one change at a time, of what there is', async () => {
    const of = await tenant()
    const { membershipId } = await personAt(of, of.entity, 'viewer')
    for (const json of [{}, { role: 'admin', nodeId: of.entity.id }, { role: 5 }])
      expectRefused(await patchMembership(of, membershipId, json), 'invalid_request')
    for (const role of ['captain', randomUUID()])
      expectRefused(await patchMembership(of, membershipId, { role }), 'role_not_found')
    expectRefused(await patchMembership(of, membershipId, { version: 7, role: 'member' }), 'precondition_failed')
  })

  it('moves within its entity, and nowhere else', async () => {
    const of = await tenant()
    const [sales, second] = await Promise.all([makeGroup(table(), of.entity), makeEntity(table(), of.org)])
    const { membershipId } = await personAt(of, of.entity, 'member')
    const moved = await patchMembership(of, membershipId, { nodeId: sales.id })
    expect([moved.status, moved.body.node.id, moved.body.version]).toEqual([200, sales.id, 2])
    expect((await patchMembership(of, membershipId, { nodeId: sales.id })).body.version).toBe(2)
    expectRefused(await deleteNode(of, sales.id), 'node_not_empty')
    for (const nodeId of [second.id, of.org.id])
      expectRefused(await patchMembership(of, membershipId, { nodeId }), 'membership_move_other_entity')
    for (const nodeId of [randomUUID(), (await tenant()).entity.id])
      expectRefused(await patchMembership(of, membershipId, { nodeId }), 'node_not_found')
    const ofSales = await personAt(of, sales, 'manager')
    expectRefused(await patchMembership(ofSales, membershipId, { nodeId: of.entity.id }), 'forbidden')
    const whole = await personAt(of, of.org, 'viewer')
    expectRefused(await patchMembership(of, whole.membershipId, { nodeId: sales.id }), 'membership_move_other_entity')
  })

  it('is removed: the account stays, and may do nothing there', async () => {
    const of = await tenant()
    const { token, account, membershipId } = await personAt(of, of.entity, 'member')
    expect((await removeMembership(of, membershipId)).status).toBe(204)
    expectRefused(await getMembership(of, membershipId), 'membership_not_found')
    expectRefused(await listOf({ org: of.org, token }, 'members'), 'organization_not_found')
    expect((await call('GET', '/v1/me', { token })).body.user.id).toBe(account.id)
    const data = { membershipId, userId: account.id, nodeId: of.entity.id }
    expect(await eventsOf(of)).toEqual([{ type: 'member.removed', data, path: of.entity.id }])
    await makeMembership(table(), account, of.entity, 'viewer')
    expect(emails(await listOf(of, 'members'))).toEqual([account.email])
  })
})

describe.concurrent('a role that exceeds the caller’s', () => {
  it('is neither given, nor changed, nor taken away', async () => {
    const of = await tenant()
    const [owner, , viewer] = await Promise.all([
      personAt(of, of.org, 'owner'),
      personAt(of, of.org, 'owner'),
      personAt(of, of.entity, 'viewer'),
    ])
    expectRefused(await patchMembership(of, viewer.membershipId, { role: 'owner' }), 'role_escalation')
    expectRefused(await patchMembership(of, owner.membershipId, { role: 'viewer' }), 'role_escalation')
    expectRefused(await removeMembership(of, owner.membershipId), 'role_escalation')
    const manager = await keyOf(of, 'manager')
    expectRefused(await patchMembership(manager, viewer.membershipId, { role: 'admin' }), 'role_escalation')
    expect((await patchMembership(manager, viewer.membershipId, { role: 'manager' })).status).toBe(200)
    expectRefused(await removeMembership(await keyOf(of, 'member'), viewer.membershipId), 'forbidden')
  })

  it('is measured at the node alone', async () => {
    const of = await tenant()
    const second = await makeEntity(table(), of.org)
    const caller = await personAt(of, of.entity, 'admin')
    await makeMembership(table(), caller.account, second, 'manager')
    const there = await personAt(of, second, 'viewer')
    expectRefused(await patchMembership(caller, there.membershipId, { role: 'admin' }), 'role_escalation')
  })
})

describe.concurrent('the last owner', () => {
  it('stays, and stays owner', async () => {
    const of = await tenant()
    const [owner, other] = await Promise.all([personAt(of, of.org, 'owner'), personAt(of, of.org, 'admin')])
    expectRefused(await removeMembership(owner, owner.membershipId), 'last_owner')
    expectRefused(await patchMembership(owner, owner.membershipId, { role: 'admin' }), 'last_owner')
    // An owner of an entity is none of the organization.
    await personAt(of, of.entity, 'owner')
    expectRefused(await removeMembership(owner, owner.membershipId), 'last_owner')
    expect((await patchMembership(owner, other.membershipId, { role: 'owner' })).status).toBe(200)
    expect((await removeMembership(owner, owner.membershipId)).status).toBe(204)
  })

  it('is one of two who remove each other at the same moment', async () => {
    const of = await tenant()
    const [one, two] = await Promise.all([personAt(of, of.org, 'owner'), personAt(of, of.org, 'owner')])
    const answers = await Promise.all([
      removeMembership(one, two.membershipId),
      removeMembership(two, one.membershipId),
      patchMembership(one, one.membershipId, { role: 'viewer' }),
    ])
    const [removedTwo, removedOne, leftByOne] = answers.map(({ status }) => status < 300)
    // An owner who became a viewer first may then be removed by the other owner.
    expect(removedTwo).toBe(!(removedOne || leftByOne))
    const { results } = (await listOf(of, 'members')).body
    const owners = results.filter(({ role }: { role: { key: string } }) => role.key === 'owner')
    expect(owners).toHaveLength(1)
  })
})

describe.concurrent('at the same moment', () => {
  it('a node is deleted and a member moved to it: one of the two happens', async () => {
    const of = await tenant()
    for (let round = 0; round < 5; round++) {
      const { id } = await nodeUnder(of, of.entity.id)
      const { membershipId } = await personAt(of, of.entity, 'viewer')
      const [moved, deleted] = await Promise.all([
        patchMembership(of, membershipId, { nodeId: id }),
        deleteNode(of, id),
      ])
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([moved.status, deleted.status])
      const { node } = (await getMembership(of, membershipId)).body
      expect(node.id).toBe(moved.status === 200 ? id : of.entity.id)
    }
  })

  it('a member is moved to several nodes: they stand at one, and count there alone', async () => {
    const of = await tenant()
    const groups = await Promise.all([1, 2, 3].map(() => makeGroup(table(), of.entity)))
    const { membershipId } = await personAt(of, of.entity, 'viewer')
    const moves = groups.map(({ id }) => patchMembership(of, membershipId, { nodeId: id }))
    for (const { status } of await Promise.all(moves)) expect([200, 409]).toContain(status)
    const at = (await getMembership(of, membershipId)).body.node.id
    for (const { id } of groups) expect((await deleteNode(of, id)).status).toBe(id === at ? 409 : 204)
  })
})

describe.concurrent('the list of members', () => {
  it('holds those of a node and below, where they may be read', async () => {
    const of = await tenant()
    const [second, sales] = await Promise.all([makeEntity(table(), of.org), makeGroup(table(), of.entity)])
    const north = await makeGroup(table(), sales)
    const [whole, ofEntity, ofSales, ofNorth, ofSecond] = await Promise.all(
      [of.org, of.entity, sales, north, second].map((node) => personAt(of, node, 'viewer')),
    )
    const listed = async (caller: { token: string } | undefined, query = '') =>
      emails(await listOf({ org: of.org, token: caller?.token ?? '' }, 'members', query)).toSorted()
    const addresses = (...people: ({ email: string } | undefined)[]) => people.map((one) => one?.email).toSorted()
    const all = addresses(whole, ofEntity, ofSales, ofNorth, ofSecond)
    expect(await listed(of)).toEqual(all)
    expect(await listed(of, `?nodeId=${of.org.id}`)).toEqual(all)
    expect(await listed(of, `?nodeId=${of.entity.id}`)).toEqual(addresses(ofEntity, ofSales, ofNorth))
    expect(await listed(of, `?nodeId=${sales.id}`)).toEqual(addresses(ofSales, ofNorth))
    expect(await listed(ofSales)).toEqual(addresses(ofSales, ofNorth))
    expect(await listed(ofSales, `?nodeId=${of.entity.id}`)).toEqual(addresses(ofSales, ofNorth))
    expect(await listed(ofSales, `?nodeId=${north.id}`)).toEqual(addresses(ofNorth))
    const foreign = await listOf({ org: of.org, token: ofSales?.token ?? '' }, 'members', `?nodeId=${second.id}`)
    expectRefused(foreign, 'node_not_found')
    const other = await tenant()
    await makeMembership(table(), (await personAt(of, of.org, 'viewer')).account, other.org, 'viewer')
    expectRefused(await listOf(of, 'members', `?nodeId=${other.entity.id}`), 'node_not_found')
  })

  it('knows a node of another organization from one that is not there', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const both = await personAt(of, of.org, 'viewer')
    await makeMembership(table(), both.account, other.org, 'viewer')
    expectRefused(await listOf(both, 'members', `?nodeId=${other.entity.id}`), 'invalid_node_path')
    expectRefused(await listOf({ org: other.org, token: of.token }, 'members'), 'organization_not_found')
  })

  it('comes page by page, and by status', async () => {
    const of = await tenant()
    for (let count = 0; count < 5; count++) await personAt(of, of.entity, 'viewer')
    const whole = (await listOf(of, 'members')).body
    expect([whole.results.length, whole.nextPageToken]).toEqual([5, undefined])
    const first = (await listOf(of, 'members', '?pageSize=3&status=active')).body
    const token = first.nextPageToken
    const second = (await listOf(of, 'members', `?pageSize=3&status=active&pageToken=${token}`)).body
    expect([...first.results, ...second.results]).toEqual(whole.results)
    expect(second.nextPageToken).toBe(undefined)
    expect((await listOf(of, 'members', '?status=pending')).body.results).toEqual([])
    expectRefused(await listOf(of, 'members', `?pageSize=3&pageToken=${token}`), 'invalid_page_token')
    expectRefused(await listOf(of, 'members', '?pageSize=0'), 'invalid_input')
  })

  it('is searched by role, and by words of names and e-mails', async () => {
    const of = await tenant()
    const clerk = await roleOf(of, ['members.read'], 'Clerks')
    const join = async (firstName: string, lastName: string, email: string, role: string) => {
      const json = invitation(of, { firstName, lastName, email, role, sendInvitation: false })
      expect((await invite(of, json)).status).toBe(201)
      return email
    }
    const domain = `${randomUUID()}.example`
    const elodie = await join('Élodie', 'Le Goff', `elodie@${domain}`, clerk.key)
    const jean = await join('Jean-Marie', 'Goffard', `jm.paris@${domain}`, 'viewer')
    const found = async (query: string) => emails(await listOf(of, 'members', `?${query}`)).toSorted()
    for (const role of [clerk.key, clerk.id, clerk.id.toUpperCase()])
      expect(await found(`role=${role}`)).toEqual([elodie])
    expect(await found('role=captain')).toEqual([])
    expect(await found('role=viewer&q=elodie')).toEqual([])
    expect(await found('q=GOFF')).toEqual([elodie, jean])
    expect(await found('q=goff%20%C3%A9lo')).toEqual([elodie])
    expect(await found('q=marie')).toEqual([jean])
    expect(await found('q=jm.par')).toEqual([jean])
    expect(await found('q=off')).toEqual([])
    expect(await found('q=%20')).toEqual([elodie, jean])
    expect(await found(`q=${domain.slice(0, 8)}&status=active`)).toEqual([elodie, jean])
    const first = (await listOf(of, 'members', '?q=goff&pageSize=1')).body
    const second = (await listOf(of, 'members', `?q=goff&pageSize=1&pageToken=${first.nextPageToken}`)).body
    expect([...emails({ body: first }), ...emails({ body: second })].toSorted()).toEqual([elodie, jean])
    const other = `?q=other&pageSize=1&pageToken=${first.nextPageToken}`
    expectRefused(await listOf(of, 'members', other), 'invalid_page_token')
  })
})
