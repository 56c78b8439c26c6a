import { describe, expect, it } from 'vitest'
import { countAgainstQuota, quotaScopes } from '../../../shared/store/quota.ts'
import { tableFrom } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'

const table = tableFrom('table')
const author = { actor: { type: 'system' as const, id: null, name: 'Test' }, requestId: 'r', ip: null, userAgent: null }

function counted(limit: number | null, at: string) {
  const nowMs = Date.parse(at)
  const work = new UnitOfWork({ table, clock: () => nowMs, ids: () => 'id', author })
  countAgainstQuota(work, 'signature_requests', { scope: 'organization', id: 'org', limit, blocking: true })
  const [write] = work.writes
  if (!write?.item.Update || write.ifConditionFails === 'stale') throw new Error('no counter was written')
  return { update: write.item.Update, refusal: write.ifConditionFails }
}

describe('a month of a quota', () => {
  it.for([
    ['2026-01-31T23:59:59.999Z', '2026-01', '2026-02-01T00:00:00.000Z'],
    ['2026-02-01T00:00:00.000Z', '2026-02', '2026-03-01T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-02', '2028-03-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2026-03-29T01:30:00.000+02:00', '2026-03', '2026-04-01T00:00:00.000Z'],
    ['2026-04-01T01:30:00.000+02:00', '2026-03', '2026-04-01T00:00:00.000Z'],
  ] as const)('of %s is %s in UTC, and starts anew at %s', ([at, month, resetsAt]) => {
    const { update, refusal } = counted(3, at)
    expect(update.Key).toEqual({ PK: 'QUOTA#organization#org#signature_requests', SK: month })
    expect(refusal.details).toMatchObject({ resetsAt, limit: 3, used: 3, remaining: 0, blocking: true })
  })

  it('counts only where there is room, and always where there is no limit', () => {
    const at = '2026-03-01T00:00:00.000Z'
    expect(counted(3, at).update.ConditionExpression).toBe('attribute_not_exists(used) OR used <= :room')
    expect(counted(0, at).update.ConditionExpression).toBe('used <= :room')
    expect(counted(null, at).update.ConditionExpression).toBeUndefined()
  })
})

describe('whose quota counts', () => {
  const place = { orgId: 'org', entityId: 'entity', livemode: true }
  const quotas = (limit: number | null) => ({
    signature_requests: limit === null ? null : { limit, blocking: true },
    registered_mail_items: null,
  })
  const scopes = (own: { organization: number | null; entity: number | null }, livemode = true) =>
    quotaScopes(
      'signature_requests',
      { ...place, livemode },
      { quotas: { organization: quotas(own.organization), entity: quotas(own.entity) } },
    )

  it('the organization’s, and the entity’s where it has one', () => {
    const organization = { scope: 'organization', id: 'org', limit: 5, blocking: true }
    expect(scopes({ organization: 5, entity: null })).toEqual([organization])
    expect(scopes({ organization: 5, entity: 0 })).toEqual([
      organization,
      { scope: 'entity', id: 'entity', limit: 0, blocking: true },
    ])
  })

  it('where the operator gave none: 200 a month in test organizations, no limit in live ones', () => {
    expect(scopes({ organization: null, entity: null }, false)).toMatchObject([{ limit: 200, blocking: true }])
    expect(scopes({ organization: null, entity: null })).toMatchObject([{ limit: null, blocking: false }])
  })
})
