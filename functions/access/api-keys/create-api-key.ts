import * as v from 'valibot'
import { newApiKeySecret } from '../../../shared/auth/client-secret.ts'
import { readRole } from '../../../shared/auth/named-role.ts'
import { nodeAccess, type OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { nullsAbsent } from '../../../shared/http/values.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { type Node, placeOf } from '../../../shared/store/entities.ts'
import { addKey, newKey } from './issued-key.ts'
import { readNode } from './key-place.ts'
import { chosen, limitsRefusal, roleForKey } from './key-rules.ts'
import { keyWithSecret, toApiKey } from './key-view.ts'

const keyInput = nullsAbsent({
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
    const createdBy = personIn(access.principal, access.orgId)
    const made = newKey({ ...body, node, role, secret, createdBy }, { nowMs, ids })
    addKey(work, made, role, nowMs)
    const { orgId, id } = made.key
    const answer = { apiKey: toApiKey(made, { node, role }, nowMs), clientSecret: secret }
    return reply(201, answer, { Location: `/v1/orgs/${orgId}/api-keys/${id}`, ...etagOf(made.key) })
  },
})

function nodeForKey(
  { principal, orgId }: OrganizationAccess,
  node: Node | null,
): Node | Refusal<'node_not_found' | 'invalid_node_path'> {
  if (!node || !nodeAccess(principal, placeOf(node)))
    return refuse('node_not_found', 'nodeId does not name a node that you can see.')
  return node.orgId === orgId ? node : refuse('invalid_node_path', 'nodeId names a node of another organization.')
}
