import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeApiKey, makeEntity, makeGroup, makeMembership } from '../../../infra/local/tenant.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { deleteNode, getNode, listOf, nodeUnder, patchNode, personAt, postNode } from '../../support/structure.ts'
import { table, tenant, tokenFor } from '../../support/tenant.ts'

const names = (answer: { body: { results: { name: string }[] } }) => answer.body.results.map(({ name }) => name)

describe.concurrent('a node', () => {
  it('is created, read, renamed and deleted, and each of it is audited', async () => {
    const of = await tenant()
    const made = await postNode(of, { parentId: of.org.id, type: 'entity', name: '  Lyon  ' })
    expect(made.status).toBe(201)
    expect(made.headers.get('etag')).toBe('W/"1"')
    const entity = made.body
    expect(entity).toEqual({
      id: expect.any(String),
      orgId: of.org.id,
      type: 'entity',
      parentId: of.org.id,
      entityId: entity.id,
      name: 'Lyon',
      parentOrgId: null,
      twinNodeId: null,
      createdAt: expect.stringMatching(/Z$/),
      version: 1,
    })
    const group = (await postNode(of, { parentId: entity.id, type: 'group', name: 'Sales' })).body
    expect(group).toMatchObject({ type: 'group', parentId: entity.id, entityId: entity.id })
    const renamed = await patchNode(of, group.id, { name: 'Sales and more' })
    expect([renamed.status, renamed.body.version, renamed.headers.get('etag')]).toEqual([200, 2, 'W/"2"'])
    expect((await patchNode(of, group.id, { name: 'Sales and more' })).body.version).toBe(2)
    expect((await getNode(of, group.id)).body).toEqual(renamed.body)
    expect((await deleteNode(of, group.id)).status).toBe(204)
    expectRefused(await getNode(of, group.id), 'node_not_found')
    const entries = (await auditLogOf(of.org.id)).map(({ action, target }) => [action, target.id])
    expect(entries).toEqual([
      ['node.created', entity.id],
      ['node.created', group.id],
      ['node.renamed', group.id],
      ['node.deleted', group.id],
    ])
  })

  it('works at once as the entity of business data', async () => {
    const of = await tenant()
    const entity = await nodeUnder(of, of.org.id, 'Lyon')
    const request = await create({ ...of, entity: { ...of.entity, id: entity.id } })
    expect(request.entityId).toBe(entity.id)
    expectRefused(await deleteNode(of, entity.id), 'still_referenced')
  })

  it('has a name of 1 to 120 characters on one line', async () => {
    const of = await tenant()
    const { id } = await nodeUnder(of, of.org.id)
    for (const name of ['', '   ', 'x'.repeat(121), 'two\nlines', 'two\u2028lines', 'Bank: https://evil.example']) {
      expectRefused(await postNode(of, { parentId: of.org.id, type: 'entity', name }), 'invalid_node_name')
      expectRefused(await patchNode(of, id, { name }), 'invalid_node_name')
    }
    expectRefused(await postNode(of, { parentId: of.org.id, type: 'entity', name: 5 }), 'invalid_request')
    expect((await patchNode(of, id, { name: '😀'.repeat(120) })).status).toBe(200)
  })

  it('stands where its kind can stand', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { id: groupId } = await nodeUnder(of, of.entity.id)
    const under = (parentId: string, type: string) => postNode(of, { parentId, type, name: 'A' })
    expectRefused(await under(of.entity.id, 'entity'), 'invalid_parent')
    expectRefused(await under(groupId, 'entity'), 'invalid_parent')
    expectRefused(await under(of.org.id, 'group'), 'invalid_parent')
    expectRefused(await under(randomUUID(), 'group'), 'node_not_found')
    expectRefused(await under(other.entity.id, 'group'), 'node_not_found')
    expectRefused(await under('no-uuid', 'group'), 'invalid_request')
  })

  it('cannot stand in an organization that its parent is not of', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const both = await personAt(of, of.org, 'admin')
    await makeMembership(table(), both.account, other.org, 'admin')
    const refused = await postNode(both, { parentId: other.entity.id, type: 'group', name: 'A' })
    expectRefused(refused, 'invalid_parent')
  })

  it('is at most six levels below its organization', async () => {
    const of = await tenant()
    let parentId = of.entity.id
    for (let depth = 2; depth <= 6; depth++) parentId = (await nodeUnder(of, parentId)).id
    expectRefused(await postNode(of, { parentId, type: 'group', name: 'A' }), 'max_depth_reached')
  })

  it('goes only when nothing stands at it', async () => {
    const of = await tenant()
    const { id: entityId } = await nodeUnder(of, of.org.id)
    const { id: groupId } = await nodeUnder(of, entityId)
    expectRefused(await deleteNode(of, of.org.id), 'cannot_delete_organization')
    expectRefused(await deleteNode(of, entityId), 'node_not_empty')
    expect((await deleteNode(of, groupId)).status).toBe(204)
    expect((await deleteNode(of, entityId)).status).toBe(204)
    await personAt(of, of.entity, 'viewer')
    expectRefused(await deleteNode(of, of.entity.id), 'node_not_empty')
  })

  it('is never left without its parent, whoever is faster', async () => {
    const of = await tenant()
    for (let round = 0; round < 6; round++) {
      const { id } = await nodeUnder(of, of.entity.id)
      const [added, deleted] = await Promise.all([
        postNode(of, { parentId: id, type: 'group', name: 'Below' }),
        deleteNode(of, id),
      ])
      const outcome = [added.status, deleted.status]
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual(outcome)
      expect((await getNode(of, id)).status).toBe(added.status === 201 ? 200 : 404)
    }
  })
})

describe.concurrent('whoever has a part of a tree', () => {
  async function branches() {
    const of = await tenant()
    const second = await makeEntity(table(), of.org, { name: 'Second' })
    const sales = await makeGroup(table(), of.entity, 'Sales')
    const north = await makeGroup(table(), sales, 'North')
    const support = await makeGroup(table(), of.entity, 'Support')
    return { of, second, sales, north, support }
  }

  it('sees what is above as context, and everything below', async () => {
    const { of, second, sales } = await branches()
    const inSales = await personAt(of, sales, 'manager')
    expect(names(await listOf(inSales, 'nodes'))).toEqual(['Test organization', 'Head office', 'Sales', 'North'])
    const inSecond = await personAt(of, second, 'viewer')
    expect(names(await listOf(inSecond, 'nodes'))).toEqual(['Test organization', 'Second'])
    const whole = names(await listOf(of, 'nodes'))
    expect(whole.slice(0, 1)).toEqual(['Test organization'])
    expect(whole.toSorted()).toEqual(['Head office', 'North', 'Sales', 'Second', 'Support', 'Test organization'])
    expect(names(await listOf(inSales, 'nodes', '?type=group'))).toEqual(['Sales', 'North'])
    expect(names(await listOf(of, 'nodes', '?type=organization'))).toEqual(['Test organization'])
    expect(names(await listOf(of, 'nodes', '?type=entity')).toSorted()).toEqual(['Head office', 'Second'])
  })

  it('sees what is above after its group was moved, also as a key', async () => {
    const { of, sales, north, support } = await branches()
    const key = await tokenFor(await makeApiKey(table(), { role: 'viewer', node: north }))
    const { token: person } = await personAt(of, north, 'viewer')
    for (const [parent, above] of [
      [support.id, ['Support', 'Sales', 'North']],
      [of.entity.id, ['Sales', 'North']],
    ] as const) {
      expect((await patchNode(of, sales.id, { parentId: parent })).status).toBe(200)
      const seen = ['Test organization', 'Head office', ...above]
      for (const token of [key, person]) expect(names(await listOf({ ...of, token }, 'nodes'))).toEqual(seen)
    }
  })

  it('changes that part alone', async () => {
    const { of, second, sales, north, support } = await branches()
    const manager = await personAt(of, sales, 'manager')
    expect((await patchNode(manager, north.id, { name: 'Far north' })).status).toBe(200)
    expect((await postNode(manager, { parentId: sales.id, type: 'group', name: 'South' })).status).toBe(201)
    expectRefused(await patchNode(manager, of.entity.id, { name: 'Mine' }), 'forbidden')
    expectRefused(await postNode(manager, { parentId: of.entity.id, type: 'group', name: 'A' }), 'forbidden')
    expectRefused(await postNode(manager, { parentId: of.org.id, type: 'entity', name: 'A' }), 'forbidden')
    for (const { id } of [second, support]) {
      expectRefused(await getNode(manager, id), 'node_not_found')
      expectRefused(await patchNode(manager, id, { name: 'Mine' }), 'node_not_found')
      expectRefused(await deleteNode(manager, id), 'node_not_found')
      expectRefused(await postNode(manager, { parentId: id, type: 'group', name: 'A' }), 'node_not_found')
    }
    expect((await getNode(manager, of.org.id)).body.name).toBe('Test organization')
  })

  it('is told nothing of another organization', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    expectRefused(await listOf({ org: other.org, token: of.token }, 'nodes'), 'organization_not_found')
    expectRefused(await getNode(of, other.entity.id), 'node_not_found')
  })
})

describe.concurrent('the list of nodes', () => {
  it('comes whole, or page by page where pages are asked for', async () => {
    const of = await tenant()
    for (let count = 0; count < 26; count++) await nodeUnder(of, of.entity.id, `Group ${count}`)
    const whole = await listOf(of, 'nodes')
    expect([whole.body.results.length, whole.body.nextPageToken]).toEqual([28, undefined])
    const limited = await personAt(of, of.entity, 'viewer')
    for (const caller of [of, limited]) {
      const paged: unknown[] = []
      let query = '?pageSize=10'
      for (;;) {
        const { body } = await listOf(caller, 'nodes', query)
        paged.push(...body.results)
        if (!body.nextPageToken) break
        query = `?pageSize=10&pageToken=${body.nextPageToken}`
      }
      expect(paged).toEqual(whole.body.results)
    }
  })

  it('refuses sizes and tokens that are none', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    for (const size of ['0', '101', 'x']) expectRefused(await listOf(of, 'nodes', `?pageSize=${size}`), 'invalid_input')
    expectRefused(await listOf(of, 'nodes', '?pageToken=forged'), 'invalid_page_token')
    const { nextPageToken } = (await listOf(other, 'nodes', '?pageSize=1')).body
    expectRefused(await listOf(of, 'nodes', `?pageSize=1&pageToken=${nextPageToken}`), 'invalid_page_token')
  })
})
