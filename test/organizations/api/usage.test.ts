import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { choose } from '../../../infra/local/tenant.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { installedPartner } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { codeOf, create, draftFor, post } from '../../support/signature.ts'
import { personAt } from '../../support/structure.ts'
import { keyOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const usageOf = ({ token }: Pick<Tenant, 'token'>, { org }: Pick<Tenant, 'org'>) =>
  call('GET', `/v1/orgs/${org.id}/usage`, { token })

const thisMonth = () => timestamp(Date.now()).slice(0, 'YYYY-MM'.length)

function quota(limit: number, blocking: boolean) {
  return { quotas: { signature_requests: { limit, blocking } } }
}

describe.concurrent('the usage of an organization', () => {
  it('shows the quotas of the organization and of entities, and the use by month', async () => {
    const of = await tenant()
    await choose(table(), of.org, quota(50, true))
    await choose(table(), of.entity, quota(9, true))
    const PK = `QUOTA#organization#${of.org.id}#signature_requests`
    await table().client.send(new PutCommand({ TableName: table().name, Item: { PK, SK: '2025-12', used: 7 } }))
    await create(of)
    await create(of)
    const { status, body } = await usageOf(of, of)
    expect(status).toBe(200)
    expect(body.orgId).toBe(of.org.id)
    expect(body.quotas).toEqual([
      expect.objectContaining({
        metric: 'signature_requests',
        scope: 'organization',
        entityId: null,
        limit: 50,
        used: 2,
      }),
      expect.objectContaining({ metric: 'registered_mail_items', scope: 'organization', limit: 200, used: 0 }),
      expect.objectContaining({ scope: 'entity', entityId: of.entity.id, limit: 9, used: 2, remaining: 7 }),
    ])
    expect(body.months).toEqual([
      { month: thisMonth(), metric: 'signature_requests', used: 2 },
      { month: '2025-12', metric: 'signature_requests', used: 7 },
    ])
  })

  it('counts the requests of each API key, and those that were refused', async () => {
    const of = await tenant({ client: { requestsPerMinute: 100 } })
    const limited = await keyOf(of, 'viewer', { requestsPerMinute: 1 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('GET', '/v1/me', { token: limited.token })))
    const refused = answers.filter((answer) => answer.status === 429).length
    expect(refused).toBeGreaterThan(0)
    const { body } = await usageOf(of, of)
    expect(body.clients).toEqual([
      expect.objectContaining({
        clientId: limited.clientId,
        requests: 4,
        refusedRequests: refused,
        lastUsedAt: expect.any(String),
      }),
      expect.objectContaining({ clientId: of.key.clientId, refusedRequests: 0 }),
    ])
  })

  it('is read by those who manage the settings of the organization itself, and by partners with the scope', async () => {
    const [of, stranger] = await Promise.all([tenant(), tenant()])
    const [atEntity, manager] = await Promise.all([personAt(of, of.entity, 'admin'), keyOf(of, 'manager')])
    expectRefused(await usageOf(atEntity, of), 'forbidden')
    expectRefused(await usageOf(manager, of), 'forbidden')
    expectRefused(await usageOf(stranger, of), 'organization_not_found')
    const [reader, other] = await Promise.all([
      installedPartner(of, { scopes: ['usage:read'] }),
      installedPartner(of, { scopes: ['settings:write'] }),
    ])
    expect((await usageOf(reader, of)).status).toBe(200)
    expectRefused(await usageOf(other, of), 'insufficient_scope')
  })
})

describe.concurrent('a quota that does not block', () => {
  it('is only reported', async () => {
    const of = await tenant()
    await choose(table(), of.org, quota(1, false))
    expect(codeOf(await post(of, draftFor(of)))).toBe('201')
    expect(codeOf(await post(of, draftFor(of)))).toBe('201')
    const { body } = await call('GET', `/v1/signature-requests/options?entityId=${of.entity.id}`, { token: of.token })
    expect(body.quota).toMatchObject({ limit: 1, used: 2, remaining: 0, blocking: false })
  })

  it('leaves another one to block', async () => {
    const of = await tenant()
    await choose(table(), of.org, quota(5, false))
    await choose(table(), of.entity, quota(1, true))
    expect(codeOf(await post(of, draftFor(of)))).toBe('201')
    const refused = await post(of, draftFor(of))
    expectRefused(refused, 'quota_exceeded')
    expect(refused.body.error.details).toMatchObject({ scope: 'entity', limit: 1, blocking: true })
    const { body } = await call('GET', `/v1/nodes/${of.entity.id}/settings`, { token: of.token })
    expect(body.quotas).toEqual({ signature_requests: { limit: 1, blocking: true }, registered_mail_items: null })
  })
})
