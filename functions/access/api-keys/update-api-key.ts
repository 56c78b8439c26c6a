import * as v from 'valibot'
import {
  apiKeys,
  type IssuedKey,
  membershipOfKey,
  namedApiKeys,
  serviceAccountOf,
  statusOfKey,
} from '../../../shared/auth/api-key.ts'
import { changeClient } from '../../../shared/auth/client.ts'
import { type Role, referenceOf } from '../../../shared/auth/custom-role.ts'
import { readRole } from '../../../shared/auth/named-role.ts'
import { memberships, profiles } from '../../../shared/auth/principal.ts'
import { changeRoleUsage } from '../../../shared/auth/role-usage.ts'
import { isRefusal, type Refusal } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import type { AuditEntry } from '../../../shared/store/audit.ts'
import type { Node } from '../../../shared/store/entities.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { grantOf } from '../../organizations/model/members/change-member.ts'
import { auditOfKey } from './audit.ts'
import { claimName, releaseName } from './key-name.ts'
import { partsOfKey, readNode } from './key-place.ts'
import { chosen, heldRoleRefusal, inactiveRefusal, limitsRefusal, roleForKey } from './key-rules.ts'
import { apiKeyView, toApiKey } from './key-view.ts'

const keyChange = v.object({
  name: v.optional(chosen.name),
  role: v.optional(chosen.role),
  ipAllowlist: v.optional(v.nullable(chosen.ipAllowlist)),
  expiresAt: v.optional(v.nullable(chosen.expiresAt)),
  version: v.optional(v.number()),
})
type KeyChange = v.InferOutput<typeof keyChange>

export const updateApiKey = operation({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}/api-keys/{keyId}',
  tag: 'API keys',
  summary: 'Change an API key',
  description:
    'Changes the name, the role, the allowed addresses or the expiry. An expired key accepts only a later ' +
    'expiresAt, and then works again. A revoked key cannot be changed.',
  access: { to: 'peopleOnlyResource', resource: namedApiKeys, permission: 'integrations.manage' },
  recentSignIn: ({ body }) => body.role !== undefined || body.ipAllowlist !== undefined,
  body: json(keyChange),
  responses: { 200: apiKeyView },
  errors: ['invalid_input', 'role_not_found', 'role_other_org', 'role_escalation', 'already_exists'],
  preload: async ({ table, path, body }) => {
    const { role: named } = body
    const [organization, role] = await Promise.all([
      readNode(table, path.orgId),
      named === undefined ? null : readRole(table, path.orgId, named),
    ])
    return { organization, role }
  },
  async handle({ access, resource, body, preloaded, table, work, clock }) {
    const nowMs = clock()
    const { organization, role: named } = preloaded
    const parts = await partsOfKey(table, resource.key, organization)
    const refusal = stateRefusal(resource, body, nowMs) ?? heldRoleRefusal(access, parts.role)
    if (refusal) return refusal
    const role = named === null ? parts.role : roleForKey(access, named)
    if (isRefusal(role)) return role
    const after = changedKey({ before: resource, role, change: body, nowMs })
    if (isRefusal(after)) return after
    const changes = changesBetween(resource, after)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changes.length === 0) return reply(200, toApiKey(resource, parts, nowMs), etagOf(resource.key))
    writeChange(work, { before: resource, after, node: parts.node, role, nowMs })
    work.audit(auditOfKey(after, 'api_key.changed', changes))
    return reply(200, toApiKey(after, { ...parts, role }, nowMs), etagOf(after.key))
  },
})

function stateRefusal(before: IssuedKey, change: KeyChange, nowMs: number): Refusal<'invalid_input'> | null {
  const { name, role, ipAllowlist, expiresAt } = change
  const isExtended = expiresAt !== undefined && [name, role, ipAllowlist].every((other) => other === undefined)
  if (statusOfKey(before.client, nowMs) === 'expired' && isExtended) return null
  return inactiveRefusal(before, nowMs)
}

interface Changing {
  readonly before: IssuedKey
  readonly role: Role
  readonly change: KeyChange
  readonly nowMs: number
}

/** The key as it is to be, a version further. */
function changedKey({
  before: { key, client, usage },
  role,
  change,
  nowMs,
}: Changing): IssuedKey | Refusal<'invalid_input'> {
  const { name = client.name, ipAllowlist = client.ipAllowlist, expiresAt = client.validUntil } = change
  const limits = limitsRefusal(change, nowMs)
  if (limits) return limits
  const version = key.version + 1
  return {
    key: { ...key, role: referenceOf(role), version },
    client: { ...client, name, ipAllowlist: ipAllowlist ?? [], validUntil: expiresAt, version },
    usage,
  }
}

function changesBetween(before: IssuedKey, after: IssuedKey): AuditEntry['changes'] {
  const told = ({ key, client }: IssuedKey) => ({
    name: client.name,
    role: key.role.key,
    ipAllowlist: client.ipAllowlist,
    expiresAt: client.validUntil,
  })
  const [from, to] = [new Map(Object.entries(told(before))), Object.entries(told(after))]
  return to
    .map(([field, value]) => ({ field, from: from.get(field), to: value }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to))
}

interface Written {
  readonly before: IssuedKey
  readonly after: IssuedKey
  readonly node: Node | null
  readonly role: Role
  readonly nowMs: number
}

function writeChange(work: UnitOfWork, { before, after, node, role, nowMs }: Written): void {
  const { key, client } = after
  work.update(apiKeys, before.key, key)
  changeClient(work, client)
  const isRenamed = client.name !== before.client.name
  if (isRenamed) work.putPart(profiles, serviceAccountOf(key, client.name))
  if (isRenamed) releaseName(work, before, nowMs)
  if (isRenamed || client.validUntil !== before.client.validUntil) claimName(work, after, nowMs)
  changeRoleUsage(work, before.key.role, key.role)
  if (key.role.id === before.key.role.id || !node) return
  work.putPart(memberships, membershipOfKey(key, grantOf(role)))
}
