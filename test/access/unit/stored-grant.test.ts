import * as v from 'valibot'
import { expect, it } from 'vitest'
import { type Grant, grants } from '../../../shared/auth/grants/grant.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { fromItem, toItem } from '../../../shared/store/collection.ts'

const id = v.parse(uuid, '01980f31-5e42-7b19-a3d8-4c5d6e7f8091')

const grant: Grant = {
  id,
  applicationId: 'app',
  orgId: id,
  livemode: true,
  kind: 'delegated',
  role: null,
  scopes: [],
  delegatedScopes: ['contacts:read'],
  requestedScopes: [],
  onBehalfOf: 'self',
  userId: 'somebody',
  status: 'active',
  grantedBy: null,
  grantedAt: null,
  revokedBy: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 3,
}

it('a grant that was stored without requested scopes has none', () => {
  const item = toItem(grants, grant)
  const { requestedScopes: _, ...record } = { ...grant, ...(item.record as object) }
  expect(fromItem(grants, { ...item, record })).toEqual(grant)
})
