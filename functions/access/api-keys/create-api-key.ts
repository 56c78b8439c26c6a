import * as v from 'valibot'
import { apiKeys, type IssuedKey, membershipOfKey, serviceAccountOf } from '../../../shared/auth/api-key.ts'
import { clients, defaultRequestsPerMinute, unused } from '../../../shared/auth/client.ts'
import { newApiKeySecret, secretHash } from '../../../shared/auth/client-secret.ts'
import { type Role, referenceOf } from '../../../shared/auth/custom-role.ts'
import { readRole } from '../../../shared/auth/named-role.ts'
import { nodeAccess, type OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { memberships, profiles } from '../../../shared/auth/principal.ts'
import { changeRoleUsage } from '../../../shared/auth/role-usage.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { Ids } from '../../../shared/platform/ids.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Node, placeOf } from '../../../shared/store/entities.ts'
import { increaseNodeUsage } from '../../../shared/store/node-usage.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { grantOf, type MembershipRights } from '../../organizations/model/members/change-member.ts'
import { auditOfKey } from './audit.ts'
import { claimName } from './key-name.ts'
import { readNode } from './key-place.ts'
import { chosen, limitsRefusal, roleForKey } from './key-rules.ts'
import { keyWithSecret, toApiKey } from './key-view.ts'

const keyInput = v.object({
  name: chosen.name,
  nodeId: v.optional(
    v.pipe(
      uuid,
      v.description(
        'The node where the key can act, including everything below it. Without it, the whole organization.',
      ),
    ),
  ),
  role: chosen.role,
  ipAllowlist: v.optional(chosen.ipAllowlist, []),
  expiresAt: v.optional(v.nullable(chosen.expiresAt), null),
})

export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  path: '/v1/orgs/{orgId}/api-keys',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'Only this answer contains the secret. The key uses it to get tokens (`client_credentials`). A repeated ' +
    'request with the same Idempotency-Key returns the same secret.',
  access: { to: 'peopleOnly', permission: 'integrations.manage' },
  recentSignIn: true,
  body: json(keyInput),
  returnsSecret: true,
  responses: { 201: keyWithSecret },
  errors: [
    ...(['node_not_found', 'invalid_node_path', 'role_not_found', 'role_escalation'] as const),
    ...(['role_other_org', 'invalid_input', 'already_exists'] as const),
  ],
  preload: async ({ table, path, body }) => {
    const [node, role] = await Promise.all([
      readNode(table, body.nodeId ?? path.orgId),
      readRole(table, path.orgId, body.role),
    ])
    return { node, role }
  },
  async handle({ access, body, preloaded, work, clock, ids }) {
    const nowMs = clock()
    const node = nodeForKey(access, preloaded.node)
    if (isRefusal(node)) return node
    const role = roleForKey(access, preloaded.role)
    if (isRefusal(role)) return role
    const limits = limitsRefusal(body, nowMs)
    if (limits) return limits
    const secret = newApiKeySecret(node.livemode)
    const made = newKey({ access, body, node, role, secret, nowMs, ids })
    writeKey(work, made, grantOf(role))
    claimName(work, made, nowMs)
    work.audit(auditOfKey(made, 'api_key.created', [{ field: 'role', from: null, to: role.key }]))
    const { orgId, id } = made.key
    const answer = { apiKey: toApiKey(made, { node, role }, nowMs), clientSecret: secret }
    return reply(201, answer, { Location: `/v1/orgs/${orgId}/api-keys/${id}`, ...etagOf(made.key) })
  },
})

interface Making {
  readonly access: OrganizationAccess
  readonly body: v.InferOutput<typeof keyInput>
  readonly node: Node
  readonly role: Role
  readonly secret: string
  readonly nowMs: number
  readonly ids: Ids
}

function newKey({ access, body, node, role, secret, nowMs, ids }: Making): IssuedKey {
  const { orgId, principal } = access
  const shared = { id: ids(nowMs), orgId, createdAt: timestamp(nowMs), version: 1 }
  const client = {
    ...shared,
    kind: 'api_key' as const,
    name: body.name,
    jwks: null,
    redirectUris: [],
    scopes: [],
    ipAllowlist: body.ipAllowlist,
    requestsPerMinute: defaultRequestsPerMinute,
    secrets: [{ sha256: secretHash(secret), validUntil: null }],
    validUntil: body.expiresAt,
    revokedAt: null,
  }
  const { id: nodeId, providerId, livemode } = node
  const key = {
    ...shared,
    nodeId,
    providerId,
    livemode,
    ancestorIds: [...placeOf(node).ancestorIds],
    membershipId: ids(nowMs),
    role: referenceOf(role),
    secretHint: secret.slice(-4),
    createdBy: personIn(principal, orgId),
    revocation: null,
  }
  return { key, client, usage: unused }
}

function writeKey(work: UnitOfWork, { key, client }: IssuedKey, grant: MembershipRights): void {
  work.create(clients, client)
  work.create(apiKeys, key)
  work.create(profiles, serviceAccountOf(key, client.name))
  work.create(memberships, membershipOfKey(key, grant))
  increaseNodeUsage(work, key)
  changeRoleUsage(work, null, key.role)
}

function nodeForKey(
  { principal, orgId }: OrganizationAccess,
  node: Node | null,
): Node | Refusal<'node_not_found' | 'invalid_node_path'> {
  if (!node || !nodeAccess(principal, placeOf(node)))
    return refuse('node_not_found', 'nodeId does not name a node that you can see.')
  return node.orgId === orgId ? node : refuse('invalid_node_path', 'nodeId names a node of another organization.')
}
