import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { put } from '../../../infra/local/tenant.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { installedPartner, type Partner } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { messagesTo } from '../../support/emails.ts'
import { auditLogOf, outboxEntriesOf } from '../../support/inspection.ts'
import {
  change,
  lookUp,
  made,
  memberBody,
  membersIn,
  ownId,
  personBody,
  provision,
  provisioned,
  provisioner,
  remove,
} from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import { personAt, roleOf } from '../../support/structure.ts'
import { personOf, type Tenant, table, tenant, userToken } from '../../support/tenant.ts'

let home: Tenant
let partner: Partner
/** An organization of the partner's, with its first entity and its owner. */
let org: { id: string; externalId: string }
let entity: { id: string; externalId: string }
let owner: { id: string; user: { id: string; email: string } }
let membersPath: string

beforeAll(async () => {
  home = await tenant()
  partner = await provisioner(home)
  const { nodes, ...others } = await provisioned(partner)
  org = others.org
  owner = others.owner
  entity = nodes[1]
  membersPath = `orgs/${org.id}/members`
})

const inEntity = (more: Record<string, unknown> = {}) => memberBody({ nodeId: entity.id, ...more })

async function groupOf(): Promise<{ id: string; externalId: string }> {
  const body = { type: 'group', name: 'Team', externalId: ownId('group'), parentId: entity.id }
  return await made(partner, `orgs/${org.id}/nodes`, body)
}

describe('an application makes a person a member', () => {
  test('who is new to the service, without writing to them', async () => {
    const body = inEntity()
    const { status, body: member, headers } = await provision(partner, membersPath, body)
    expect([status, headers.get('etag')]).toEqual([201, 'W/"1"'])
    expect(member).toMatchObject({
      created: true,
      externalId: body.externalId,
      status: 'active',
      role: { key: 'member' },
      user: { email: body.email, firstName: 'Olga', lastName: 'Owner' },
      node: { id: entity.id },
      invitationExpiresAt: null,
      invitedBy: { id: partner.clientId },
    })
    const [outboxEntry, ...others] = (await outboxEntriesOf(org.id)).filter(({ events }) =>
      events.some(({ data }) => data.userId === member.user.id),
    )
    expect(others).toEqual([])
    expect(outboxEntry?.events).toEqual([
      { type: 'member.added', data: { userId: member.user.id, nodeId: entity.id, newAccount: true }, path: entity.id },
    ])
    expect(outboxEntry?.audited).toMatchObject([{ action: 'member.added', target: { id: member.id } }])
    expect(outboxEntry?.author?.actor).toEqual({ type: 'application', id: partner.clientId, name: 'A partner' })
    const token = await userToken(member.user.id)
    expect((await call('GET', '/v1/me', { token })).body.memberships).toHaveLength(1)
  })

  test('and invites them, unless it says otherwise', async () => {
    const { email, externalId } = personBody()
    const body = { ...inEntity({ email, externalId }), sendInvitation: undefined }
    expect((await provision(partner, membersPath, body)).body).toMatchObject({ status: 'pending' })
    const [letter] = await messagesTo(email, 1)
    expect(letter?.text).toContain('/invitations/')
  })

  test('by its own id of the node, also of a group, and at the whole organization', async () => {
    const group = await groupOf()
    const body = memberBody({ nodeExternalId: group.externalId })
    expect((await made(partner, membersPath, body)).node.id).toBe(group.id)
    expect((await made(partner, membersPath, inEntity({ nodeId: org.id, role: 'admin' }))).node.id).toBe(org.id)
  })

  test('who has an account, and may be a member elsewhere', async () => {
    const { account } = await personOf(home, 'viewer')
    const body = inEntity({ email: account.email })
    const member = await made(partner, membersPath, body)
    expect(member).toMatchObject({ user: { id: account.id, firstName: 'Olga' }, externalId: body.externalId })
    const { nodes } = await provisioned(partner)
    const elsewhere = await made(partner, `orgs/${nodes[0].id}/members`, { ...body, nodeId: nodes[1].id })
    expect(elsewhere).toMatchObject({ user: { id: account.id }, externalId: body.externalId, created: true })
  })
})

describe('the same again', () => {
  test('answers 200 with the membership, and neither the role nor the node that is sent counts', async () => {
    const body = inEntity()
    const { created: _, ...first } = await made(partner, membersPath, body)
    const group = await groupOf()
    const more = { role: 'unheard of', nodeId: group.id, email: body.email.toUpperCase(), firstName: 'Ignored' }
    const again = await provision(partner, membersPath, { ...body, ...more })
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...first, created: false })
  })

  test('answers 200 without the names, which a new member needs', async () => {
    const { firstName: _, lastName: __, ...body } = { ...inEntity() } as Record<string, unknown>
    const missing = ['firstName', 'lastName'].map((name) => ({ code: 'missing_key', path: [name] }))
    const refused = await provision(partner, membersPath, body)
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error.details.issues).toMatchObject(missing)
    const batch = await provision(partner, `${membersPath}/batch`, { members: [body] })
    expect(batch.body.results).toMatchObject([{ status: 422, error: { code: 'invalid_request' } }])
    const { id } = await made(partner, membersPath, { ...body, firstName: 'Olga', lastName: 'Owner' })
    const again = await provision(partner, membersPath, body)
    expect([again.status, again.body.id, again.body.user.lastName]).toEqual([200, id, 'Owner'])
  })

  test('whoever has the whole organization is a member of each entity', async () => {
    const body = inEntity({ nodeId: org.id, role: 'viewer' })
    const { id } = await made(partner, membersPath, body)
    const again = await provision(partner, membersPath, { ...body, nodeId: entity.id })
    expect([again.status, again.body.id, again.body.node.id]).toEqual([200, id, org.id])
  })

  test('in another entity is another membership of the same person', async () => {
    const body = inEntity()
    const first = await made(partner, membersPath, body)
    const { id: nodeId } = await made(partner, `orgs/${org.id}/nodes`, { type: 'entity', name: 'Second' })
    const second = await made(partner, membersPath, { ...body, nodeId })
    expect([second.user.id, second.externalId]).toEqual([first.user.id, body.externalId])
    expect(second.id).not.toBe(first.id)
  })

  test('after the membership was removed makes one for the same person', async () => {
    const body = inEntity()
    const first = await made(partner, membersPath, body)
    expect((await remove(partner, `memberships/${first.id}`)).status).toBe(204)
    const second = await made(partner, membersPath, body)
    expect(second.user.id).toBe(first.user.id)
    expect(second.id).not.toBe(first.id)
  })

  test('without an id of the application’s: already_member', async () => {
    const body = inEntity({ externalId: undefined })
    expect((await made(partner, membersPath, body)).externalId).toBeNull()
    expectRefused(await provision(partner, membersPath, body), 'already_member')
    expectRefused(await provision(partner, membersPath, { ...body, externalId: ownId('user') }), 'already_member')
  })

  test.each([
    ['of somebody else', (body: object) => ({ ...body, email: `${randomUUID()}@example.com` })],
    ['of the same person', (body: object) => ({ ...body, externalId: ownId('user') })],
  ])('with another id %s: external_id_taken', async (_, changed) => {
    const body = inEntity()
    await made(partner, membersPath, body)
    const refused = await provision(partner, membersPath, changed(body))
    expectRefused(refused, 'external_id_taken')
    expect(refused.body.error.details).toEqual({ kind: 'user', externalId: expect.any(String) })
  })

  test('of two applications: each has its own id of a person', async () => {
    const [one, other] = await Promise.all([0, 1].map(() => installedPartner(home, { scopes: ['members:write'] })))
    if (!one || !other) throw new Error('two are needed')
    const path = `orgs/${home.org.id}/members`
    const body = memberBody({ nodeId: home.entity.id })
    const first = await made(one, path, body)
    expectRefused(await provision(other, path, body), 'already_member')
    expectRefused(await lookUp(other, `users?externalId=${body.externalId}`), 'user_not_found')
    const elsewhere = await made(other, path, memberBody({ nodeId: home.entity.id, externalId: body.externalId }))
    expect(elsewhere.user.id).not.toBe(first.user.id)
    const { body: seen } = await lookUp(one, `users?externalId=${body.externalId}`)
    expect(seen.user.id).toBe(first.user.id)
    expect((await change(other, `memberships/${first.id}`, { role: 'viewer' })).body.externalId).toBeNull()
  })
})

describe('a role of an organization’s own', () => {
  /** Its owner makes one: that is nothing that an application does. */
  const ownRole = async (permissions: readonly ['members.read', ...'organization.manage'[]]) =>
    await roleOf({ ...home, org: { ...home.org, id: org.id }, token: await userToken(owner.user.id) }, permissions)

  test('is given, by its id and by its key, and shown by its name', async () => {
    const role = await ownRole(['members.read'])
    const shown = { id: role.id, key: role.key, name: role.name }
    const member = await made(partner, membersPath, inEntity({ role: role.key }))
    expect((await change(partner, `memberships/${member.id}`, { role: 'viewer' })).body.role.key).toBe('viewer')
    expect((await change(partner, `memberships/${member.id}`, { role: role.id })).body.role).toEqual(shown)
    expect((await lookUp(partner, `users?externalId=${member.externalId}`)).body.memberships).toMatchObject([
      { role: shown },
    ])
  })

  test('is not given where it owns the organization, or is of another one', async () => {
    const [owning, foreign] = [
      await ownRole(['members.read', 'organization.manage']),
      await roleOf(await tenant(), ['members.read']),
    ]
    const { id } = await made(partner, membersPath, inEntity())
    for (const [role, code] of [
      [owning.id, 'role_escalation'],
      [foreign.id, 'role_other_org'],
    ] as const) {
      expectRefused(await provision(partner, membersPath, inEntity({ role })), code)
      expectRefused(await change(partner, `memberships/${id}`, { role }), code)
    }
  })
})

describe('nobody becomes a member', () => {
  test.each([
    ['who is to own the organization', { role: 'owner' }, 'role_escalation'],
    ['who is to own it, by the id of the role', { role: '00000000-0000-7000-8000-000000000050' }, 'role_escalation'],
    ['in a role that is none', { role: 'emperor' }, 'role_not_found'],
    ['at a node that is none', { nodeId: randomUUID() }, 'node_not_found'],
    ['at a node that is called otherwise', { nodeId: undefined, nodeExternalId: 'unknown' }, 'node_not_found'],
    ['at no node', { nodeId: undefined }, 'invalid_request'],
    ['at two nodes', { nodeExternalId: 'another' }, 'invalid_request'],
    ['without a name', { firstName: undefined }, 'invalid_request'],
    ['without an e-mail', { email: 'nobody' }, 'invalid_request'],
  ] as const)('%s', async (_, more, code) => {
    expectRefused(await provision(partner, membersPath, inEntity(more)), code)
  })

  test('at a node of another organization, though it is the application’s own: node_not_found', async () => {
    const { nodes } = await provisioned(partner)
    const [, other] = nodes
    for (const node of [{ nodeId: other.id }, { nodeId: undefined, nodeExternalId: other.externalId }])
      expectRefused(await provision(partner, membersPath, inEntity(node)), 'node_not_found')
  })

  test('who is a machine: service_account', async () => {
    const email = `${randomUUID()}@machines.example.com`
    await put(table(), accountEmails, {
      email,
      userId: home.key.clientId,
      kind: 'service',
      firstName: 'Key',
      lastName: null,
      locale: 'en',
    })
    expectRefused(await provision(partner, membersPath, inEntity({ email })), 'service_account')
  })

  test('in a role that exceeds that of the grant: role_escalation', async () => {
    const weaker = await installedPartner(home, { scopes: ['members:write'], role: 'manager' })
    const body = memberBody({ nodeId: home.entity.id, role: 'admin' })
    expectRefused(await provision(weaker, `orgs/${home.org.id}/members`, body), 'role_escalation')
  })
})

describe('a batch of members', () => {
  test('tells of each by itself what alone would have been answered', async () => {
    const known = inEntity()
    const { id } = await made(partner, membersPath, known)
    const [one, other] = [inEntity(), inEntity()]
    const batch = [one, known, inEntity({ role: 'owner' }), other, { ...one, externalId: undefined }]
    const { status, body } = await provision(partner, `${membersPath}/batch`, { members: batch })
    expect(status).toBe(200)
    const outcomes = body.results.map(({ status, error }: { status: number; error: { code: string } | null }) => [
      ...[status, error?.code ?? null],
    ])
    expect(outcomes).toEqual([
      [201, null],
      [200, null],
      [403, 'role_escalation'],
      [201, null],
      [409, 'already_member'],
    ])
    expect(body.results[0].member).toMatchObject({ created: true, externalId: one.externalId })
    expect(body.results[1].member).toMatchObject({ created: false, id })
    expect(body.results[4]).toMatchObject({ member: null, error: { message: expect.any(String) } })
    const added = (await auditLogOf(org.id)).filter(({ action, target }) => {
      return action === 'member.added' && [one.email, other.email].includes(String(target.label))
    })
    expect(added).toHaveLength(2)
  })

  test('knows at each one what those before have made', async () => {
    const first = inEntity()
    const whole = { ...first, externalId: undefined, nodeId: org.id, role: 'viewer' }
    const batch = [first, whole, inEntity({ externalId: first.externalId }), first]
    const { body } = await provision(partner, `${membersPath}/batch`, { members: batch })
    const outcomes = body.results.map(({ status, error }: { status: number; error: { code: string } | null }) => [
      ...[status, error?.code ?? null],
    ])
    expect(outcomes).toEqual([
      [201, null],
      [201, null],
      [409, 'external_id_taken'],
      [200, null],
    ])
    expect(body.results[1].member.externalId).toBe(first.externalId)
    expect(body.results[3].member.id).toBe(body.results[0].member.id)
  })

  test('is taken up to a hundred, and can come again', async () => {
    const { org: own, nodes } = await provisioned(partner)
    const members = Array.from({ length: 100 }, () => memberBody({ nodeId: nodes[1].id }))
    const path = `orgs/${own.id}/members/batch`
    for (const expected of [201, 200]) {
      const { body } = await provision(partner, path, { members })
      expect(new Set(body.results.map(({ status }: { status: number }) => status))).toEqual(new Set([expected]))
    }
    expect(await membersIn(own.id)).toHaveLength(101)
  })

  test.each([
    { members: [] },
    { members: Array.from({ length: 101 }, () => ({ email: 'a@example.com', role: 'member', nodeExternalId: 'x' })) },
    { members: [{ email: 'a@example.com', role: 'member' }] },
    {},
  ])('is refused as a whole where it is none', async (body) => {
    expectRefused(await provision(partner, `${membersPath}/batch`, body), 'invalid_request')
  })
})

describe('a membership', () => {
  test('gets another role, and moves within its entity', async () => {
    const { created: _, ...first } = await made(partner, membersPath, inEntity())
    const promoted = await change(partner, `memberships/${first.id}`, { role: 'manager' })
    expect([promoted.status, promoted.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(promoted.body).toMatchObject({ id: first.id, role: { key: 'manager' }, externalId: first.externalId })
    const group = await groupOf()
    const moved = await change(partner, `memberships/${first.id}`, { nodeId: group.id })
    expect(moved.body).toMatchObject({ node: { id: group.id }, version: 3, externalId: first.externalId })
    const audited = (await auditLogOf(org.id)).filter(({ target }) => target.id === first.id)
    expect(audited.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['member.added', 'application'],
      ['member.role_changed', 'application'],
      ['member.moved', 'application'],
    ])
  })

  test('is not changed otherwise', async () => {
    const { id } = await made(partner, membersPath, inEntity())
    const { id: second } = await made(partner, `orgs/${org.id}/nodes`, { type: 'entity', name: 'Second' })
    const path = `memberships/${id}`
    expectRefused(await change(partner, path, { role: 'owner' }), 'role_escalation')
    expectRefused(await change(partner, path, { role: 'emperor' }), 'role_not_found')
    expectRefused(await change(partner, path, { nodeId: randomUUID() }), 'node_not_found')
    expectRefused(await change(partner, path, { nodeId: second }), 'membership_move_other_entity')
    expectRefused(await change(partner, path, { nodeId: second, role: 'viewer' }), 'invalid_request')
    expectRefused(await change(partner, path, {}), 'invalid_request')
    expect((await membersIn(org.id)).find((member) => member.id === id)?.version).toBe(1)
  })

  test('is removed; what the application calls the person stays', async () => {
    const body = inEntity()
    const first = await made(partner, membersPath, body)
    const { id: nodeId } = await made(partner, `orgs/${org.id}/nodes`, { type: 'entity', name: 'Second' })
    const second = await made(partner, membersPath, { ...body, nodeId })
    expect((await remove(partner, `memberships/${first.id}`)).status).toBe(204)
    expectRefused(await remove(partner, `memberships/${first.id}`), 'membership_not_found')
    const { body: found } = await lookUp(partner, `users?externalId=${body.externalId}`)
    expect(found.memberships.map(({ id }: { id: string }) => id)).toEqual([second.id])
  })

  test('of the only owner stays, as that: last_owner', async () => {
    expectRefused(await remove(partner, `memberships/${owner.id}`), 'last_owner')
    expectRefused(await change(partner, `memberships/${owner.id}`, { role: 'admin' }), 'last_owner')
  })

  test('of an owner who is not alone is above the application’s own role: role_escalation', async () => {
    const { org: own, owner: first, nodes } = await provisioned(partner)
    const token = await userToken(first.user.id)
    const json = { ...memberBody({ role: 'owner', nodeId: own.id }), externalId: undefined }
    expect((await call('POST', `/v1/orgs/${own.id}/members`, { token, json })).status).toBe(201)
    expectRefused(await remove(partner, `memberships/${first.id}`), 'role_escalation')
    for (const body of [{ role: 'admin' }, { nodeId: nodes[1].id }])
      expectRefused(await change(partner, `memberships/${first.id}`, body), 'role_escalation')
    expect(await membersIn(own.id)).toHaveLength(2)
  })

  test('of an owner who has not accepted is withdrawn by the application that sent the invitation', async () => {
    const person = { ...personBody(), sendInvitation: true }
    const { org: own, owner: pending } = await provisioned(partner, { owner: person })
    expectRefused(await change(partner, `memberships/${pending.id}`, { role: 'admin' }), 'role_escalation')
    const admin = await made(partner, `orgs/${own.id}/members`, memberBody({ nodeId: own.id, role: 'admin' }))
    const token = await userToken(admin.user.id)
    expectRefused(await call('DELETE', `/v1/memberships/${pending.id}`, { token }), 'role_escalation')
    const [mail] = await messagesTo(person.email, 1)
    const [path = ''] = /\/invitations\/[\w-]{63}(?![\w-])/.exec(mail?.text ?? '') ?? []
    expect((await remove(partner, `memberships/${pending.id}`)).status).toBe(204)
    expect((await call('GET', path)).text).toContain('This invitation cannot be used')
    const again = await provision(partner, 'orgs', { externalId: own.externalId })
    expect([again.status, again.body.owner]).toEqual([200, null])
  })

  test('of an owner whom another owner invited is not the application’s to withdraw: role_escalation', async () => {
    const { org: own, owner: first } = await provisioned(partner)
    const token = await userToken(first.user.id)
    const { externalId: _, ...person } = { ...personBody(), nodeId: own.id, role: 'owner' }
    const { body: pending } = await call('POST', `/v1/orgs/${own.id}/members`, { token, json: person })
    expect(pending.status).toBe('pending')
    expectRefused(await remove(partner, `memberships/${pending.id}`), 'role_escalation')
  })

  test('above the role of the grant is neither changed nor removed: role_escalation', async () => {
    const weaker = await installedPartner(home, { scopes: ['members:write'], role: 'manager' })
    const { membershipId } = await personAt(home, home.entity, 'admin')
    expectRefused(await change(weaker, `memberships/${membershipId}`, { role: 'viewer' }), 'role_escalation')
    expectRefused(await remove(weaker, `memberships/${membershipId}`), 'role_escalation')
  })

  test('of another application’s organization is not there', async () => {
    const other = await provisioner(home)
    const { id } = await made(partner, membersPath, inEntity({ sendInvitation: true }))
    const path = `memberships/${id}`
    expectRefused(await change(other, path, { role: 'viewer' }), 'membership_not_found')
    expectRefused(await remove(other, path), 'membership_not_found')
    expectRefused(await provision(other, `${path}/resend-invitation`, {}), 'membership_not_found')
  })
})

describe('an invitation', () => {
  test('is sent again, at most once a minute', async () => {
    const body = inEntity({ sendInvitation: true })
    const { id } = await made(partner, membersPath, body)
    await messagesTo(body.email, 1)
    const path = `memberships/${id}/resend-invitation`
    const { status, body: member } = await provision(partner, path, {})
    expect(status).toBe(200)
    expect(member).toMatchObject({ id, status: 'pending', externalId: body.externalId })
    expect(member.invitationResentAt).not.toBeNull()
    await messagesTo(body.email, 2)
    const refused = await provision(partner, path, {})
    expectRefused(refused, 'rate_limited')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('of an active member: already_member', async () => {
    const { id } = await made(partner, membersPath, inEntity())
    expectRefused(await provision(partner, `memberships/${id}/resend-invitation`, {}), 'already_member')
  })

  test('of the owner can be sent again, too', async () => {
    const { sendInvitation: _, ...person } = { ...personBody(), sendInvitation: true }
    const { owner: pending } = await provisioned(partner, { owner: person })
    expect((await provision(partner, `memberships/${pending.id}/resend-invitation`, {})).status).toBe(200)
  })
})

describe('a person', () => {
  test('is found with their memberships in the application’s organizations alone', async () => {
    const body = inEntity()
    const member = await made(partner, membersPath, body)
    const other = await provisioner(home)
    const { org: foreign } = await provisioned(other)
    await made(other, `orgs/${foreign.id}/members`, { ...body, nodeId: foreign.id, role: 'viewer' })
    const { status, body: found } = await lookUp(partner, `users?externalId=${body.externalId}`)
    expect(status).toBe(200)
    const { created: _, ...shown } = member
    expect(found.memberships).toEqual([shown])
    expect(found.user).toEqual({ ...member.user, locale: 'en', externalId: body.externalId })
  })

  test('has to be asked for by an id: external_id_required', async () => {
    for (const query of ['', '?externalId=', '?externalId=%20'])
      expectRefused(await lookUp(partner, `users${query}`), 'external_id_required')
  })

  test('who is unknown, or has left all of them: user_not_found', async () => {
    expectRefused(await lookUp(partner, 'users?externalId=unknown'), 'user_not_found')
    const body = inEntity()
    const { id } = await made(partner, membersPath, body)
    await remove(partner, `memberships/${id}`)
    expectRefused(await lookUp(partner, `users?externalId=${body.externalId}`), 'user_not_found')
  })
})
