import * as v from 'valibot'
import { type CustomRole, customRoles, customRolesOf } from '../../../shared/auth/custom-role.ts'
import { systemRoleKeys } from '../../../shared/auth/permissions.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type Table, wholeIndexRange } from '../../../shared/store/table.ts'
import { readMemberCounts } from '../model/members/member-counts.ts'
import { roleView, toRole, toSystemRole } from './role-view.ts'

export const listRoles = operation({
  id: 'listRoles',
  method: 'GET',
  path: '/v1/orgs/{orgId}/roles',
  tag: 'Structure',
  summary: 'List the roles of an organization',
  description:
    'First the built-in roles, the strongest first, then the custom roles by name. Each comes with its ' +
    'permissions.',
  access: { to: 'organization', permission: 'members.read', scope: 'members:read' },
  responses: { 200: v.object({ results: v.array(roleView) }) },
  errors: [],
  preload: ({ table, path }) => readRoles(table, path.orgId),
  async handle({ preloaded: { countOf, custom } }) {
    const own = custom.toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
    const system = systemRoleKeys.map((key) => toSystemRole(key, countOf))
    return reply(200, { results: [...system, ...own.map((role) => toRole(role, countOf))] })
  },
})

async function readRoles(table: Table, orgId: string) {
  const range = { index: 'GSI1', partition: customRolesOf(orgId) } as const
  const [countOf, items] = await Promise.all([readMemberCounts(table, orgId), wholeIndexRange(table, range)])
  const custom: CustomRole[] = recordsOf(customRoles, items)
  return { countOf, custom }
}
