import { expect, it } from 'vitest'
import { systemRoleKeys, systemRoles } from '../../../shared/auth/permissions.ts'
import { expectRefused } from '../../support/refused.ts'
import { listOf } from '../../support/structure.ts'
import { keyOf, personOf, tenant } from '../../support/tenant.ts'

it('every organization has the system roles, with what they permit and how many have them', async () => {
  const of = await tenant()
  await Promise.all([personOf(of, 'owner'), personOf(of, 'viewer'), personOf(of, 'viewer')])
  const { status, body } = await listOf({ ...of, token: (await keyOf(of, 'viewer')).token }, 'roles')
  expect(status).toBe(200)
  expect(body.results.map(({ key }: { key: string }) => key)).toEqual([...systemRoleKeys])
  const counts = { owner: 1, admin: 0, manager: 0, member: 0, viewer: 2 }
  for (const role of body.results) {
    const { id, name, permissions, key } = systemRoles[role.key as keyof typeof counts]
    const fixed = { id, key, name, permissions, description: null, system: true, orgId: null, version: 1 }
    expect(role).toEqual({ ...fixed, memberCount: counts[key] })
  }
})

it('roles of another organization are not told', async () => {
  const [of, other] = await Promise.all([tenant(), tenant()])
  expectRefused(await listOf({ org: other.org, token: of.token }, 'roles'), 'organization_not_found')
})
