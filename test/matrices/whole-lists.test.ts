import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Grant, grants } from '../../shared/auth/grants/grant.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { toItem } from '../../shared/store/collection.ts'
import { type Entity, entitiesOf, nodes } from '../../shared/store/entities.ts'
import { putItems } from '../../shared/store/table.ts'
import { grantsPath, installedPartner } from '../support/applications.ts'
import { call } from '../support/client.ts'
import { personOf, table, tenant } from '../support/tenant.ts'

/** More than a list once told. */
const many = Array.from({ length: 1_005 }, (_, place) => place)
const at = new Date().toISOString()

describe('a list in one answer', () => {
  it('has the grant of a partner behind any number of consents', async () => {
    const of = await tenant()
    const { token } = await personOf(of, 'admin')
    const { clientId, grant } = await installedPartner(of, { scopes: ['nodes:read'] })
    const consents = many.map(
      (): Grant => ({
        id: systemIds(),
        applicationId: clientId,
        orgId: of.org.id,
        livemode: false,
        kind: 'delegated',
        role: null,
        scopes: [],
        delegatedScopes: [],
        requestedScopes: [],
        onBehalfOf: 'self',
        userId: randomUUID(),
        status: 'active',
        grantedBy: null,
        grantedAt: at,
        revokedBy: null,
        revokedAt: null,
        lastUsedAt: null,
        createdAt: at,
        version: 1,
      }),
    )
    await putItems(
      table(),
      consents.map((each) => toItem(grants, each)),
    )
    const { results } = (await call('GET', grantsPath(of), { token })).body
    expect(results).toHaveLength(many.length + 1)
    expect(results.at(-1).id).toBe(grant.id)
  })

  it('of entities has every one', async () => {
    const orgId = randomUUID()
    const entities = many.map(
      (place): Entity => ({
        id: randomUUID(),
        orgId,
        providerId: randomUUID(),
        name: `Entity ${place}`,
        createdAt: at,
        version: 1,
        livemode: false,
        type: 'entity',
        parentId: orgId,
      }),
    )
    await putItems(
      table(),
      entities.map((each) => toItem(nodes, each)),
    )
    expect(await entitiesOf(table(), orgId)).toHaveLength(many.length)
  })
})
