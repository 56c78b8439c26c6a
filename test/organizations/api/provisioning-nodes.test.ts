import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { installedPartner, type Partner } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import {
  change,
  lookUp,
  made,
  memberBody,
  nodesIn,
  ownId,
  provision,
  provisioned,
  provisioner,
  remove,
} from '../../support/provisioning.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { type Tenant, tenant, userToken } from '../../support/tenant.ts'

let home: Tenant
let partner: Partner
/** An organization of the partner's, with its first entity and its owner. */
let org: { id: string; externalId: string }
let entity: { id: string; externalId: string }
let ownerToken: string
let nodesPath: string

beforeAll(async () => {
  home = await tenant()
  partner = await provisioner(home)
  const { org: own, nodes, owner } = await provisioned(partner)
  org = own
  entity = nodes[1]
  ownerToken = await userToken(owner.user.id)
  nodesPath = `orgs/${org.id}/nodes`
})

const group = (more: Record<string, unknown> = {}) => ({
  type: 'group',
  name: 'Team',
  externalId: ownId('group'),
  parentExternalId: entity.externalId,
  ...more,
})

describe('an application creates', () => {
  test('an entity, which stands under the organization', async () => {
    const externalId = ownId('entity')
    const { status, body, headers } = await provision(partner, nodesPath, {
      type: 'entity',
      name: ' North ',
      externalId,
    })
    expect([status, headers.get('etag')]).toEqual([201, 'W/"1"'])
    expect(body).toMatchObject({ type: 'entity', parentId: org.id, entityId: body.id, name: 'North', externalId })
    expect(body.created).toBe(true)
    const audited = (await auditLogOf(org.id)).filter(({ target }) => target.id === body.id)
    expect(audited).toMatchObject([{ action: 'node.created', actor: { type: 'application', id: partner.clientId } }])
  })

  test('a group, under a parent by either id', async () => {
    const first = await made(partner, nodesPath, group())
    expect(first).toMatchObject({ type: 'group', parentId: entity.id, entityId: entity.id })
    const below = await made(partner, nodesPath, group({ parentExternalId: undefined, parentId: first.id }))
    expect(below).toMatchObject({ parentId: first.id, entityId: entity.id })
  })

  test('what it does not name, each time anew', async () => {
    const body = { type: 'entity', name: 'Nameless' }
    const [one, other] = [await provision(partner, nodesPath, body), await provision(partner, nodesPath, body)]
    expect([one.status, other.status, one.body.externalId]).toEqual([201, 201, null])
    expect(one.body.id).not.toBe(other.body.id)
  })
})

describe('the same again', () => {
  test('answers 200 with the node as it is now', async () => {
    const body = group()
    const { id } = await made(partner, nodesPath, body)
    await change(partner, `nodes/${id}`, { name: 'Renamed' })
    const again = await provision(partner, nodesPath, { ...body, name: '', parentExternalId: 'unknown' })
    expect([again.status, again.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(again.body).toMatchObject({ id, name: 'Renamed', externalId: body.externalId, created: false })
  })

  test('answers 200 to its externalId alone, and asks for the name of a new node', async () => {
    const { id, externalId } = await made(partner, nodesPath, group())
    const again = await provision(partner, nodesPath, { type: 'group', externalId })
    expect([again.status, again.body.id, again.body.created]).toEqual([200, id, false])
    const refused = await provision(partner, nodesPath, group({ name: undefined }))
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error).toMatchObject({
      message: 'The body is not valid: name: This field is required.',
      details: { issues: [{ code: 'missing_key', path: ['name'], message: 'This field is required.' }] },
    })
  })

  test('in another type, or in another organization: external_id_taken', async () => {
    const { externalId } = entity
    const asGroup = await provision(
      partner,
      nodesPath,
      group({ externalId, parentId: entity.id, parentExternalId: '' }),
    )
    expectRefused(asGroup, 'external_id_taken')
    expect(asGroup.body.error.details).toEqual({ kind: 'node', externalId })
    const { org: other } = await provisioned(partner)
    const there = { type: 'entity', name: 'There', externalId }
    expectRefused(await provision(partner, `orgs/${other.id}/nodes`, there), 'external_id_taken')
    expect(await nodesIn(other.id)).toHaveLength(2)
  })

  test('after it was deleted makes another one, whoever deleted it', async () => {
    const body = group()
    const ids: string[] = []
    const byPartner = (id: string) => remove(partner, `nodes/${id}`)
    const byOwner = (id: string) => call('DELETE', `/v1/nodes/${id}`, { token: ownerToken })
    for (const remove of [byPartner, byOwner]) {
      const { id } = await made(partner, nodesPath, body)
      ids.push(id)
      expect((await remove(id)).status).toBe(204)
      expect((await lookUp(partner, `${nodesPath}?externalId=${body.externalId}`)).body.results).toEqual([])
    }
    ids.push((await made(partner, nodesPath, body)).id)
    expect(new Set(ids).size).toBe(3)
  })

  test('of two applications names two nodes, and neither sees the other’s id', async () => {
    const other = await installedPartner(home, { scopes: ['nodes:write'] })
    const mine = await installedPartner(home, { scopes: ['nodes:write'] })
    const externalId = ownId('entity')
    const path = `orgs/${home.org.id}/nodes`
    const body = { type: 'entity', name: 'Both', externalId }
    const [first, second] = [await made(mine, path, body), await made(other, path, body)]
    expect(second.id).not.toBe(first.id)
    const { results } = (await lookUp(other, path)).body
    const seen = results.filter(({ id }: { id: string }) => [first.id, second.id].includes(id))
    expect(seen).toMatchObject([
      { id: first.id, externalId: null },
      { id: second.id, externalId },
    ])
    expect((await change(other, `nodes/${first.id}`, { name: 'Seen' })).body.externalId).toBeNull()
  })
})

describe('a node is not created', () => {
  test.each([
    ['group without a parent', { type: 'group', name: 'A' }, 'invalid_parent'],
    ['entity under an entity', { type: 'entity', name: 'A', parentId: 'entity' }, 'invalid_parent'],
    ['group under the organization', { type: 'group', name: 'A', parentId: 'org' }, 'invalid_parent'],
    ['group under nothing known', { type: 'group', name: 'A', parentId: randomUUID() }, 'node_not_found'],
    ['group under nothing so called', { type: 'group', name: 'A', parentExternalId: 'unknown' }, 'node_not_found'],
    [
      'group under itself',
      { type: 'group', name: 'A', externalId: 'self', parentExternalId: 'self' },
      'node_not_found',
    ],
    ['entity without a name', { type: 'entity', name: ' ' }, 'invalid_node_name'],
    ['organization', { type: 'organization', name: 'A' }, 'invalid_request'],
    ['group under two', { type: 'group', name: 'A', parentId: 'entity', parentExternalId: 'b' }, 'invalid_request'],
  ] as const)('%s', async (_, body, code) => {
    const ids: Record<string, string> = { entity: entity.id, org: org.id }
    const parentId = 'parentId' in body ? (ids[body.parentId] ?? body.parentId) : undefined
    expectRefused(await provision(partner, nodesPath, { ...body, parentId }), code)
  })

  test('below the sixth level: max_depth_reached', async () => {
    let { id: parentId } = entity
    for (let depth = 2; depth <= 6; depth++)
      parentId = (await made(partner, nodesPath, group({ parentExternalId: undefined, parentId }))).id
    const deeper = group({ parentExternalId: undefined, parentId })
    expectRefused(await provision(partner, nodesPath, deeper), 'max_depth_reached')
  })

  test('under a node of another organization: node_not_found', async () => {
    const { nodes } = await provisioned(partner)
    const [, { id: parentId, externalId: parentExternalId }] = nodes
    for (const parent of [{ parentId, parentExternalId: undefined }, { parentExternalId }])
      expectRefused(await provision(partner, nodesPath, group(parent)), 'node_not_found')
  })

  test('by an application whose grant has not the permission: forbidden', async () => {
    const weak = await installedPartner(home, { scopes: ['nodes:write'], role: 'member' })
    const body = { type: 'entity', name: 'A' }
    expectRefused(await provision(weak, `orgs/${home.org.id}/nodes`, body), 'forbidden')
  })
})

describe('the nodes of an organization', () => {
  test('are listed with what the application calls them', async () => {
    const { status, body } = await lookUp(partner, nodesPath)
    expect(status).toBe(200)
    expect(body.results[0]).toMatchObject({ id: org.id, type: 'organization', externalId: org.externalId })
    expect(body.results.find(({ id }: { id: string }) => id === entity.id)).toMatchObject({
      externalId: entity.externalId,
    })
    expect(body.results).toHaveLength((await nodesIn(org.id)).length)
  })

  test('come in pages where they are asked for', async () => {
    const ids: string[] = []
    let query = '?pageSize=2'
    for (let pages = 0; pages < 50 && query; pages++) {
      const { body } = await lookUp(partner, `${nodesPath}${query}`)
      ids.push(...body.results.map(({ id }: { id: string }) => id))
      query = body.nextPageToken ? `?pageSize=2&pageToken=${body.nextPageToken}` : ''
    }
    expect(ids.sort()).toEqual((await nodesIn(org.id)).map(({ id }) => id).sort())
    expectRefused(await lookUp(partner, `${nodesPath}?pageSize=0`), 'invalid_input')
    expectRefused(await lookUp(partner, `${nodesPath}?pageToken=x`), 'invalid_page_token')
  })

  test('are found by what the application calls them, in their organization alone', async () => {
    const { body } = await lookUp(partner, `${nodesPath}?externalId=${entity.externalId}`)
    expect(body).toMatchObject({ results: [{ id: entity.id, externalId: entity.externalId }] })
    const { org: other } = await provisioned(partner)
    const elsewhere = await lookUp(partner, `orgs/${other.id}/nodes?externalId=${entity.externalId}`)
    expect(elsewhere.body).toEqual({ results: [] })
    expect((await lookUp(partner, `${nodesPath}?externalId=unknown`)).body).toEqual({ results: [] })
    expectRefused(await lookUp(partner, `${nodesPath}?externalId=`), 'external_id_required')
  })
})

describe('a node', () => {
  test('gets another name, and keeps what the application calls it', async () => {
    const { id, externalId } = await made(partner, nodesPath, group())
    for (let tries = 0; tries < 2; tries++) {
      const { status, body } = await change(partner, `nodes/${id}`, { name: 'South' })
      expect([status, body.name, body.version, body.externalId]).toEqual([200, 'South', 2, externalId])
    }
    expectRefused(await change(partner, `nodes/${id}`, { name: 'a\tb' }), 'invalid_node_name')
  })

  test('stays where something is left in it, and organizations always do', async () => {
    const { id: parentId } = await made(partner, nodesPath, group())
    await made(partner, nodesPath, group({ parentExternalId: undefined, parentId }))
    expectRefused(await remove(partner, `nodes/${parentId}`), 'node_not_empty')
    const inhabited = await made(partner, nodesPath, { type: 'entity', name: 'Home', externalId: ownId('entity') })
    await made(partner, `orgs/${org.id}/members`, memberBody({ nodeId: inhabited.id }))
    expectRefused(await remove(partner, `nodes/${inhabited.id}`), 'node_not_empty')
    expectRefused(await remove(partner, `nodes/${org.id}`), 'cannot_delete_organization')
  })

  test('stays where signature requests are of it: still_referenced', async () => {
    const { token } = await installedPartner(home, { scopes: ['nodes:write'] })
    await create(home, { draft: true })
    expectRefused(await remove({ token }, `nodes/${home.entity.id}`), 'still_referenced')
  })

  test('of another application’s organization is not there', async () => {
    const other = await provisioner(home)
    expectRefused(await change(other, `nodes/${entity.id}`, { name: 'Mine' }), 'node_not_found')
    expectRefused(await remove(other, `nodes/${entity.id}`), 'node_not_found')
    expectRefused(await lookUp(other, nodesPath), 'consent_required')
    expectRefused(await lookUp(other, `orgs/${randomUUID()}/nodes`), 'organization_not_found')
  })
})
