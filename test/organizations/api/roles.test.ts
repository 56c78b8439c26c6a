import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeGroup } from '../../../infra/local/tenant.ts'
import { systemRoles } from '../../../shared/auth/permissions.ts'
import { installedPartner } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { patchRole, personAt, roleOf, rolesPath } from '../../support/structure.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const getRole = ({ org, token }: Pick<Tenant, 'org' | 'token'>, id: string) =>
  call('GET', rolesPath({ org }, id), { token })

describe('a role', () => {
  it('is read with its version, which a change asks for', async () => {
    const of = await tenant()
    const { id } = await roleOf(of, ['contacts.read'])
    const answer = await getRole(of, id)
    expect(answer).toMatchObject({ status: 200, body: { id, system: false, orgId: of.org.id, version: 1 } })
    expect(answer.headers.get('etag')).toBe('W/"1"')
    expectRefused(await patchRole(of, id, { name: 'Late', version: 9 }), 'precondition_failed')
    expect((await patchRole(of, id, { description: 'Reads', version: 1 })).body).toMatchObject({ version: 2 })
    expect((await getRole(of, id)).body).toMatchObject({ version: 2, description: 'Reads' })
  })

  it('can be a built-in one', async () => {
    const of = await tenant()
    const { id, key, permissions } = systemRoles.viewer
    const told = { id, key, system: true, orgId: null, permissions: [...permissions], version: 1 }
    expect((await getRole(of, id)).body).toMatchObject(told)
  })

  it('of another organization, or of none, does not exist', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { id } = await roleOf(other, ['contacts.read'])
    for (const unknown of [id, randomUUID(), 'no-id']) expectRefused(await getRole(of, unknown), 'role_not_found')
  })
})

describe('the name of an organization', () => {
  const renameBy = (token: string, { org }: Tenant, name = 'Another name') =>
    call('PATCH', `/v1/nodes/${org.id}`, { token, json: { name } })

  it('is changed by who manages the organization, and audited as such', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'owner')
    expect(await renameBy(token, of)).toMatchObject({ status: 200, body: { name: 'Another name' } })
    const log = await call('GET', `/v1/orgs/${of.org.id}/audit-log`, { token })
    expect(log.body.results[0]).toMatchObject({
      action: 'organization.renamed',
      target: { type: 'organization', id: of.org.id },
      changes: [{ field: 'name', from: of.org.name, to: 'Another name' }],
    })
  })

  it('is not changed by who may manage nodes alone', async () => {
    const of = await tenant()
    const admin = await personAt(of, of.org, 'admin')
    for (const token of [admin.token, of.token]) expectRefused(await renameBy(token, of), 'forbidden')
    // The name that it has is no other name.
    expect((await renameBy(admin.token, of, of.org.name)).status).toBe(200)
  })

  it.each(['/v1/nodes/', '/v1/provisioning/nodes/'])(
    'is changed through %s by an application with orgs:write alone',
    async (path) => {
      const of = await tenant()
      const change = { json: { name: 'By an application' } }
      const nodes = await installedPartner(of, { scopes: ['nodes:write'] })
      expectRefused(await call('PATCH', `${path}${of.org.id}`, { token: nodes.token, ...change }), 'insufficient_scope')
      const orgs = await installedPartner(of, { scopes: ['nodes:write', 'orgs:write'] })
      expect((await call('PATCH', `${path}${of.org.id}`, { token: orgs.token, ...change })).status).toBe(200)
      const actions = (await auditLogOf(of.org.id)).map(({ action }) => action)
      expect(actions.filter((action) => action.endsWith('.renamed'))).toEqual(['organization.renamed'])
    },
  )
})

describe('an entityId that names no entity', () => {
  it('answers invalid_node_path to everybody who sees the node, and entity_not_found to others', async () => {
    const of = await tenant()
    const group = await makeGroup(table(), of.entity)
    const [inGroup, elsewhere] = [await personAt(of, group, 'manager'), await makeGroup(table(), of.entity)]
    const create = (entityId: string) =>
      call('POST', '/v1/contacts', { token: inGroup.token, json: { entityId, kind: 'person', lastName: 'Zola' } })
    for (const seen of [of.org.id, group.id]) expectRefused(await create(seen), 'invalid_node_path')
    for (const unseen of [elsewhere.id, (await tenant()).org.id])
      expectRefused(await create(unseen), 'entity_not_found')
  })
})
