import * as v from 'valibot'
import { type Client, clientKey } from '../../../shared/auth/client.ts'
import { type Role, referenceOf } from '../../../shared/auth/custom-role.ts'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { administrationKey, changeGrant, standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { readRole } from '../../../shared/auth/named-role.ts'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { partnerScopes, scopesCover } from '../../../shared/auth/permissions.ts'
import { personIn } from '../../../shared/auth/person.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { getItems } from '../../../shared/store/table.ts'
import { applicationIn } from '../model/application.ts'
import { auditOfGrant } from '../model/audit.ts'
import { emitGrantEvent } from '../model/grant-events.ts'
import { roleForApplication, wideningRefusal } from './grant-rules.ts'
import { grantView, shownBy } from './grant-view.ts'

const installInput = v.object({
  applicationId: v.pipe(line(256), v.description('The client id of the application.')),
  scopes: v.pipe(v.array(v.picklist(partnerScopes)), v.minLength(1, 'Send at least one scope.')),
  role: v.pipe(
    line(100),
    v.description('The strongest role that the application may have and give. The role owner is not possible.'),
  ),
})

const alreadyThere = refuse(
  'already_exists',
  'The application already has a grant in the organization. Change or revoke that grant.',
)

export const installApplication = operation({
  id: 'installApplication',
  method: 'POST',
  path: '/v1/orgs/{orgId}/grants',
  tag: 'Applications',
  summary: 'Let a partner application administer an organization',
  description: 'The application gets the given role and scopes, limited to its registered scopes.',
  access: { to: 'peopleOnly', permission: 'integrations.manage' },
  recentSignIn: true,
  body: json(installInput),
  responses: { 201: grantView },
  errors: [
    ...(['invalid_reference', 'invalid_input', 'role_not_found', 'role_other_org', 'role_escalation'] as const),
    'already_exists',
  ],
  preload: async ({ table, path, body }) => {
    const [items, role] = await Promise.all([
      getItems(table, [clientKey(body.applicationId), administrationKey(body.applicationId, path.orgId)]),
      readRole(table, path.orgId, body.role),
    ])
    return { items, role }
  },
  async handle({ access, body, preloaded: { items, role: named }, principal, work, clock, ids }) {
    const { applicationId, scopes } = body
    const client = applicationIn(items, applicationId)
    if (!client) return refuse('invalid_reference', 'applicationId does not name a registered application.')
    const beyond = wideningRefusal('scopes', scopes, client.scopes, (scope) => scopesCover(client.scopes, scope))
    if (beyond) return beyond
    const role = roleForApplication(access, named)
    if (isRefusal(role)) return role
    if (standingIn(items, applicationId).length > 0) return alreadyThere
    const nowMs = clock()
    const grant: Grant = {
      ...installed({ access, client, role, at: timestamp(nowMs), id: ids(nowMs) }),
      scopes: [...new Set(scopes)],
      grantedBy: personIn(principal, access.orgId),
    }
    changeGrant(work, null, grant, alreadyThere)
    emitGrantEvent(work, 'grant.created', grant, principal.profile)
    work.audit(auditOfGrant(grant, 'grant.created', client.name, [{ field: 'scopes', from: null, to: grant.scopes }]))
    return reply(201, shownBy(items)(grant), etagOf(grant))
  },
})

interface Installing {
  readonly access: OrganizationAccess
  readonly client: Client
  readonly role: Role
  readonly at: string
  readonly id: string
}

function installed({ access, client, role, at, id }: Installing): Grant {
  const { orgId, livemode } = access
  return {
    id,
    applicationId: client.id,
    orgId,
    livemode,
    kind: 'installed',
    role: referenceOf(role),
    scopes: [],
    delegatedScopes: [],
    requestedScopes: [],
    onBehalfOf: null,
    userId: null,
    status: 'active',
    grantedBy: null,
    grantedAt: at,
    revokedBy: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: at,
    version: 1,
  }
}
