import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { maxMoved } from '../../../functions/organizations/api/subtree.ts'
import { makeEntity, makeGroup, makeMembership } from '../../../infra/local/tenant.ts'
import { keyFor, managerOf, postKey, revokeKey } from '../../support/api-keys.ts'
import { call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectEverythingInPlace } from '../../support/places.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  deleteNode,
  getMembership,
  getNode,
  invitation,
  invite,
  listOf,
  nodeUnder,
  patchMembership,
  patchNode,
  personAt,
  postNode,
  removeMembership,
} from '../../support/structure.ts'
import { table, tenant, tokenFor } from '../../support/tenant.ts'

/** An entity with two branches, and a group with another one in it in the first. */
async function branches() {
  const of = await tenant()
  const [first, second] = await Promise.all([
    makeGroup(table(), of.entity, 'First'),
    makeGroup(table(), of.entity, 'Second'),
  ])
  const sales = await makeGroup(table(), first, 'Sales')
  const north = await makeGroup(table(), sales, 'North')
  return { of, first, second, sales, north }
}

const emails = ({ body }: { body: { results: { user: { email: string } }[] } }) =>
  body.results.map(({ user }) => user.email).toSorted()

describe.concurrent('a group', () => {
  it('moves with everything below it, and with whoever is there', async () => {
    const { of, first, second, sales, north } = await branches()
    const manager = await managerOf(of)
    const [ofFirst, ofSecond, ofNorth] = await Promise.all([
      personAt(of, first, 'manager'),
      personAt(of, second, 'manager'),
      personAt(of, north, 'manager'),
    ])
    const pending = (await invite(of, invitation(of, { nodeId: sales.id }))).body
    const [key, revoked] = [await keyFor(manager, { nodeId: north.id }), await keyFor(manager, { nodeId: north.id })]
    await revokeKey(manager, revoked.id)
    const moved = await patchNode(of, sales.id, { parentId: second.id, name: 'Sales and more' })
    expect([moved.status, moved.body.version, moved.headers.get('etag')]).toEqual([200, 2, 'W/"2"'])
    expect(moved.body).toMatchObject({ parentId: second.id, entityId: of.entity.id, name: 'Sales and more' })
    expect((await patchNode(of, sales.id, { parentId: second.id })).body.version).toBe(2)
    await expectEverythingInPlace(of)
    expectRefused(await getNode(ofFirst, north.id), 'node_not_found')
    expectRefused(await getMembership(ofFirst, pending.id), 'membership_not_found')
    expect((await patchNode(ofSecond, north.id, { name: 'Far north' })).status).toBe(200)
    const below = await listOf(of, 'members', `?nodeId=${second.id}`)
    expect(emails(below)).toEqual([ofSecond.email, ofNorth.email, pending.user.email].toSorted())
    for (const token of [ofNorth.token, await tokenFor(key)])
      expect((await postNode({ org: of.org, token }, { parentId: north.id, type: 'group', name: 'Pole' })).status).toBe(
        201,
      )
    await removeMembership(of, ofFirst.membershipId)
    expect((await deleteNode(of, first.id)).status).toBe(204)
    expectRefused(await deleteNode(of, second.id), 'node_not_empty')
    const entries = (await auditLogOf(of.org.id)).filter(({ target }) => target.id === sales.id)
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['node.renamed', [{ field: 'name', from: 'Sales', to: 'Sales and more' }]],
      ['node.moved', [{ field: 'parentId', from: first.id, to: second.id }]],
    ])
  })

  it('moves up as well, to its entity', async () => {
    const { of, sales, north } = await branches()
    expect((await patchNode(of, north.id, { parentId: of.entity.id })).status).toBe(200)
    expect((await patchNode(of, sales.id, { parentId: north.id })).status).toBe(200)
    await expectEverythingInPlace(of)
  })

  it('stands in its entity, and not below itself', async () => {
    const { of, sales, north } = await branches()
    const second = await makeEntity(table(), of.org)
    const elsewhere = await makeGroup(table(), second)
    for (const parentId of [sales.id, north.id, of.org.id, second.id, elsewhere.id])
      expectRefused(await patchNode(of, sales.id, { parentId }), 'invalid_parent')
    expectRefused(await patchNode(of, of.entity.id, { parentId: sales.id }), 'invalid_parent')
    expectRefused(await patchNode(of, of.org.id, { parentId: sales.id }), 'invalid_parent')
    expect((await patchNode(of, of.entity.id, { parentId: of.org.id })).body.version).toBe(1)
    for (const parentId of [randomUUID(), (await tenant()).entity.id])
      expectRefused(await patchNode(of, sales.id, { parentId }), 'node_not_found')
    for (const json of [{}, { parentId: 'no-uuid' }, { parentId: null }])
      expectRefused(await patchNode(of, sales.id, json), 'invalid_request')
    expectRefused(await patchNode(of, sales.id, { parentId: of.entity.id, name: ' ' }), 'invalid_node_name')
    expectRefused(await patchNode(of, sales.id, { parentId: of.entity.id, version: 7 }), 'precondition_failed')
    expect((await getNode(of, sales.id)).body.version).toBe(1)
  })

  it('of another organization is no parent, even for who is in both', async () => {
    const [{ of, sales }, other] = await Promise.all([branches(), tenant()])
    const both = await personAt(of, of.org, 'admin')
    await makeMembership(table(), both.account, other.org, 'admin')
    expectRefused(await patchNode(both, sales.id, { parentId: other.entity.id }), 'invalid_parent')
  })

  it('moves for whoever may manage both where it was and where it is to be', async () => {
    const { of, first, second, sales, north } = await branches()
    const ofSales = await personAt(of, sales, 'manager')
    expectRefused(await patchNode(ofSales, sales.id, { parentId: of.entity.id }), 'forbidden')
    expectRefused(await patchNode(ofSales, north.id, { parentId: first.id }), 'forbidden')
    expectRefused(await patchNode(ofSales, north.id, { parentId: second.id }), 'node_not_found')
    await makeMembership(table(), ofSales.account, second, 'viewer')
    expectRefused(await patchNode(ofSales, north.id, { parentId: second.id }), 'forbidden')
    const ofFirst = await personAt(of, first, 'manager')
    expect((await patchNode(ofFirst, north.id, { parentId: first.id })).status).toBe(200)
    await expectEverythingInPlace(of)
  })

  it('is nowhere deeper than six levels with all that is below it', async () => {
    const { of, second, sales, north } = await branches()
    const third = await makeGroup(table(), second)
    const fourth = await makeGroup(table(), third)
    expectRefused(
      await patchNode(of, sales.id, { parentId: (await makeGroup(table(), fourth)).id }),
      'max_depth_reached',
    )
    expect((await patchNode(of, sales.id, { parentId: fourth.id })).status).toBe(200)
    expectRefused(
      await nodeUnder(of, north.id).catch(() => postNode(of, { parentId: north.id, type: 'group', name: 'A' })),
      'max_depth_reached',
    )
    await expectEverythingInPlace(of)
  })

  it(`moves with ${maxMoved} groups and members at most, and with others once they have moved`, async () => {
    const { of, second, sales, north } = await branches()
    const groups = []
    for (let count = 0; count < maxMoved - 3; count++) groups.push(await makeGroup(table(), north, `Team ${count}`))
    const { membershipId } = await personAt(of, north, 'viewer')
    const more = await makeGroup(table(), north, 'More')
    expectRefused(await patchNode(of, sales.id, { parentId: second.id }), 'node_not_empty')
    expect((await patchNode(of, more.id, { parentId: second.id })).status).toBe(200)
    expect((await patchNode(of, sales.id, { parentId: second.id })).status).toBe(200)
    expect((await getMembership(of, membershipId)).status).toBe(200)
    expect(groups).toHaveLength(maxMoved - 3)
    await expectEverythingInPlace(of)
  })
})

describe.concurrent('at the same moment as a group moves', () => {
  it('somebody is invited to it, added to it and taken away, and groups are made in it: all are in their place', async () => {
    const { of, first, second, sales, north } = await branches()
    const manager = await managerOf(of)
    for (let round = 0; round < 6; round++) {
      const leaving = (await invite(of, invitation(of, { nodeId: north.id, sendInvitation: false }))).body
      const elsewhere = await personAt(of, of.entity, 'viewer')
      const parentId = round % 2 === 0 ? second.id : first.id
      const answers = await Promise.all([
        patchNode(of, sales.id, { parentId }),
        invite(of, invitation(of, { nodeId: north.id })),
        invite(of, invitation(of, { nodeId: sales.id, sendInvitation: false })),
        removeMembership(of, leaving.id),
        patchMembership(of, elsewhere.membershipId, { nodeId: north.id }),
        postNode(of, { parentId: sales.id, type: 'group', name: `Round ${round}` }),
        postKey(manager, { name: `Round ${round}`, role: 'viewer', nodeId: north.id }),
      ])
      for (const { status } of answers) expect([200, 201, 204, 409]).toContain(status)
      await expectEverythingInPlace(of)
    }
    // In quiet it moves with all of them.
    expect((await patchNode(of, sales.id, { parentId: of.entity.id })).status).toBe(200)
    await expectEverythingInPlace(of)
  })

  it('another one moves into it: one of the two does', async () => {
    for (let round = 0; round < 4; round++) {
      const { of, first, second } = await branches()
      const answers = await Promise.all([
        patchNode(of, first.id, { parentId: second.id }),
        patchNode(of, second.id, { parentId: first.id }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
      await expectEverythingInPlace(of)
    }
  })

  it('its new parent moves, or is deleted: it is never left without one', async () => {
    for (let round = 0; round < 4; round++) {
      const { of, first, second, sales } = await branches()
      const [moved, deleted] = await Promise.all([
        patchNode(of, sales.id, { parentId: second.id }),
        deleteNode(of, second.id),
      ])
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([moved.status, deleted.status])
      const third = await makeGroup(table(), of.entity)
      const fourth = await makeGroup(table(), of.entity)
      const both = await Promise.all([
        patchNode(of, sales.id, { parentId: third.id }),
        patchNode(of, third.id, { parentId: fourth.id }),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect((await getNode(of, first.id)).status).toBe(200)
      await expectEverythingInPlace(of)
    }
  })

  it('its member gets another role: they keep both', async () => {
    const { of, second, sales, north } = await branches()
    const { membershipId, token } = await personAt(of, north, 'viewer')
    const [moved, changed] = await Promise.all([
      patchNode(of, sales.id, { parentId: second.id }),
      patchMembership(of, membershipId, { role: 'manager' }),
    ])
    expect([moved.status, changed.status]).toEqual([200, 200])
    await expectEverythingInPlace(of)
    const json = { parentId: north.id, type: 'group', name: 'Pole' }
    expect((await call('POST', `/v1/orgs/${of.org.id}/nodes`, { token, json })).status).toBe(201)
  })
})
