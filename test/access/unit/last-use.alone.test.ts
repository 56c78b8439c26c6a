import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { noteUse } from '../../../shared/auth/grants/last-use.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { logError } from '../../../shared/platform/log.ts'
import { tableAt } from '../../../shared/store/table.ts'

vi.mock('../../../shared/platform/log.ts', () => ({ logError: vi.fn() }))
beforeEach(() => vi.mocked(logError).mockClear())

const nowMs = Date.UTC(2026, 2, 1, 12)
const orgId = '0195a000-0000-7000-8000-000000000001'

/** A table that counts what it is sent, and answers each as told. */
function tableThat(answer: () => object) {
  const client = new DynamoDBClient({ region: 'eu-west-3', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  let calls = 0
  client.middlewareStack.add(
    () => async () => {
      calls++
      return { response: {}, output: { $metadata: {}, ...answer() } }
    },
    { step: 'initialize', name: 'answered' },
  )
  return { table: tableAt(client, 'table'), calls: () => calls }
}

function principalWith(lastUsedAt: string | null): Principal {
  const grant: Grant = {
    id: '0195a000-0000-7000-8000-000000000002',
    applicationId: 'app',
    orgId,
    livemode: true,
    kind: 'installed',
    role: null,
    scopes: [],
    delegatedScopes: [],
    requestedScopes: [],
    onBehalfOf: null,
    userId: null,
    status: 'active',
    grantedBy: null,
    grantedAt: null,
    revokedBy: null,
    revokedAt: null,
    lastUsedAt,
    createdAt: timestamp(0),
    version: 3,
  }
  const profile = {
    id: 'app',
    kind: 'service' as const,
    email: null,
    firstName: 'App',
    lastName: null,
    locale: 'en',
    avatarUrl: null,
    welcomeCompletedAt: null,
    providerId: orgId,
    createdAt: timestamp(0),
    version: 1,
  }
  const application = { id: 'app', name: 'App', scopes: [], grants: [grant], visibleMemberships: [] }
  return { kind: 'partner', id: 'app', clientId: 'app', profile, memberships: [], scopes: [], application }
}

describe('the use of a grant', () => {
  test.each([
    ['never noted', null, [orgId], 1],
    ['noted an hour and a millisecond ago', timestamp(nowMs - hourMs - 1), [orgId], 1],
    ['noted an hour ago', timestamp(nowMs - hourMs), [orgId], 0],
    ['noted now', timestamp(nowMs), [orgId], 0],
    ['of another organization', null, ['0195a000-0000-7000-8000-000000000009'], 0],
    ['of none', null, [], 0],
  ])('%s', async (_, lastUsedAt, orgIds, expected) => {
    const { table, calls } = tableThat(() => ({}))
    await noteUse({ table, nowMs }, principalWith(lastUsedAt), orgIds)
    expect(calls()).toBe(expected)
  })

  test('that another request notes at the same moment is noted', async () => {
    const { table } = tableThat(() => {
      throw new TransactionCanceledException({ message: 'taken', $metadata: {} })
    })
    await noteUse({ table, nowMs }, principalWith(null), [orgId])
    expect(logError).not.toHaveBeenCalled()
  })

  test('that cannot be noted is logged, and the request stays answered', async () => {
    const { table } = tableThat(() => {
      throw new Error('throttled')
    })
    await noteUse({ table, nowMs }, principalWith(null), [orgId])
    expect(logError).toHaveBeenCalledOnce()
  })
})
