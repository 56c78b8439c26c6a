import { describe, expect, it } from 'vitest'
import { makeEntity, makeGroup } from '../../../infra/local/tenant.ts'
import type { AuditRecord } from '../../../shared/store/audit.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { create } from '../../support/signature.ts'
import { listOf, nodeUnder, patchMembership, patchNode, personAt, removeMembership } from '../../support/structure.ts'
import { table, tenant } from '../../support/tenant.ts'

const actions = (answer: { body: { results: AuditRecord[] } }) => answer.body.results.map(({ action }) => action)

describe.concurrent('the audit log', () => {
  it('tells who did what, newest first', async () => {
    const of = await tenant()
    const admin = await personAt(of, of.org, 'admin')
    const group = await nodeUnder(admin, of.entity.id, 'Sales')
    await patchNode(of, group.id, { name: 'Support' })
    const answer = await listOf(of, 'audit-log')
    expect([answer.status, actions(answer)]).toEqual([200, ['node.renamed', 'node.created']])
    const [renamed, created] = answer.body.results
    expect(renamed).toEqual({
      id: expect.any(String),
      orgId: of.org.id,
      at: expect.stringMatching(/Z$/),
      livemode: false,
      actor: { type: 'api_key', id: of.key.clientId, name: 'admin key', onBehalfOf: null },
      action: 'node.renamed',
      target: { type: 'node', id: group.id, label: 'Support' },
      nodeId: group.id,
      changes: [{ field: 'name', from: 'Sales', to: 'Support' }],
      ip: expect.any(String),
      userAgent: expect.any(String),
      requestId: expect.any(String),
      // Their place in the chain follows: see audit-chain.test.ts.
      hash: renamed.hash,
      prevHash: renamed.prevHash,
    })
    expect(created.actor).toMatchObject({ type: 'user', id: admin.account.id, name: 'Paul Person' })
  })

  it('is filtered by who, what, where and when', async () => {
    const of = await tenant()
    const [admin, viewer] = [await personAt(of, of.org, 'admin'), await personAt(of, of.entity, 'viewer')]
    const { id } = await nodeUnder(admin, of.entity.id)
    await patchMembership(of, viewer.membershipId, { role: 'member' })
    await removeMembership(of, viewer.membershipId)
    const filtered = async (query: string) => actions(await listOf(of, 'audit-log', query))
    expect(await filtered(`?actorId=${admin.account.id}`)).toEqual(['node.created'])
    expect(await filtered('?action=member.')).toEqual(['member.removed', 'member.role_changed'])
    expect(await filtered(`?targetId=${viewer.membershipId}&action=member.role`)).toEqual(['member.role_changed'])
    expect(await filtered(`?nodeId=${id}`)).toEqual(['node.created'])
    const [, changed] = (await listOf(of, 'audit-log')).body.results
    expect(await filtered(`?from=${changed.at}&to=${changed.at}`)).toContain('member.role_changed')
    expect(await filtered('?to=2020-01-01T00:00:00Z')).toEqual([])
    expect(await filtered('?from=2100-01-01T00:00:00Z')).toEqual([])
  })

  it('comes in pages, each entry once', async () => {
    const of = await tenant()
    await create(of, { draft: true })
    for (let count = 0; count < 6; count++) await nodeUnder(of, of.entity.id)
    const listed: AuditRecord[] = []
    let query = '?pageSize=3'
    for (;;) {
      const { body } = await listOf(of, 'audit-log', query)
      expect(body.results.length).toBeLessThanOrEqual(3)
      listed.push(...body.results)
      if (!body.nextPageToken) break
      query = `?pageSize=3&pageToken=${body.nextPageToken}`
    }
    const all = (await auditLogOf(of.org.id)).map(({ id }) => id).toSorted()
    expect(listed.map(({ id }) => id)).toEqual(all.toReversed())
    expectRefused(await listOf(of, 'audit-log', '?pageSize=0'), 'invalid_input')
    expectRefused(await listOf(of, 'audit-log', '?pageToken=x'), 'invalid_page_token')
  })

  it('tells an administrator of a part what happened in that part', async () => {
    const of = await tenant()
    const second = await makeEntity(table(), of.org)
    const sales = await makeGroup(table(), of.entity)
    for (const parentId of [second.id, sales.id, of.entity.id]) await nodeUnder(of, parentId)
    const ofEntity = await personAt(of, of.entity, 'admin')
    expect((await listOf(ofEntity, 'audit-log')).body.results).toHaveLength(2)
    const ofSales = await personAt(of, sales, 'admin')
    expect((await listOf(ofSales, 'audit-log')).body.results).toHaveLength(1)
    expectRefused(await listOf(await personAt(of, of.org, 'manager'), 'audit-log'), 'forbidden')
    expectRefused(await listOf({ org: of.org, token: (await tenant()).token }, 'audit-log'), 'organization_not_found')
  })
})
