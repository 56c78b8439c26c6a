import * as v from 'valibot'
import { type Role, referenceOf, rolesIn } from '../../../shared/auth/custom-role.ts'
import { ceilingIn, ceilingKey, ceilings, consenterOf } from '../../../shared/auth/grants/ceiling.ts'
import { type Grant, namedGrants } from '../../../shared/auth/grants/grant.ts'
import { changeGrant as write } from '../../../shared/auth/grants/standing-grant.ts'
import { readRole } from '../../../shared/auth/named-role.ts'
import type { OrganizationAccess } from '../../../shared/auth/node-access.ts'
import { delegatedScopes, partnerScopes, scopesCover } from '../../../shared/auth/permissions.ts'
import { exceeds } from '../../../shared/auth/role-rank.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { json } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { etagOf, reply } from '../../../shared/http/reply.ts'
import { line } from '../../../shared/http/values.ts'
import { getItems } from '../../../shared/store/table.ts'
import { auditOfGrant, grantChanges } from '../model/audit.ts'
import { changed, grantIsRevoked, roleForApplication, wideningRefusal } from './grant-rules.ts'
import { grantView, keysShownWith, shownBy } from './grant-view.ts'

const atLeastOne = 'Keep at least one scope, or revoke the grant.'

const grantChange = v.object({
  role: v.optional(line(100)),
  scopes: v.optional(v.pipe(v.array(v.picklist(partnerScopes)), v.minLength(1, atLeastOne))),
  delegatedScopes: v.optional(v.pipe(v.array(v.picklist(delegatedScopes)), v.minLength(1, atLeastOne))),
  version: v.optional(v.number()),
})

type NamedRole = Awaited<ReturnType<typeof readRole>>

/** What a grant is to be narrowed to. */
interface Narrowing extends Omit<v.InferOutput<typeof grantChange>, 'role'> {
  readonly role: NamedRole | undefined
  /** The role that the application has so far. */
  readonly held: Role | null
}

export const changeGrant = operation({
  id: 'changeGrant',
  method: 'PATCH',
  path: '/v1/orgs/{orgId}/grants/{grantId}',
  tag: 'Applications',
  summary: 'Reduce the rights of an application',
  description:
    'Change `role` and `scopes` of an application that administers the organization, or `delegatedScopes` of ' +
    'one that acts for people. Rights can only be reduced. A member who later consents to more needs a new ' +
    'approval. `delegatedScopes` also declines what waits in `requestedScopes`: send the scopes that the ' +
    'application has to decline an addition and change nothing else.',
  access: { to: 'peopleOnlyResource', resource: namedGrants, permission: 'integrations.manage' },
  body: json(grantChange),
  responses: { 200: grantView },
  errors: ['grant_revoked', 'invalid_input', 'role_not_found', 'role_other_org', 'role_escalation'],
  preload: async ({ table, path, body }) =>
    body.role === undefined ? undefined : await readRole(table, path.orgId, body.role),
  async handle({ access, resource: { grant }, body, preloaded: role, table, work }) {
    if (grant.status === 'revoked') return grantIsRevoked
    const consenter = consenterOf(grant)
    const items = await getItems(table, [...keysShownWith([grant]), ...(consenter ? [ceilingKey(consenter)] : [])])
    const held = grant.role && rolesIn(items)(grant.role)
    const narrowed = narrowedBy(access, grant, { ...body, role, held })
    if (isRefusal(narrowed)) return narrowed
    const toView = shownBy(items)
    const { application } = toView(grant)
    const changes = grantChanges(grant, narrowed)
    // A repeated PATCH finds everything as it asks for: nothing happens twice.
    if (changes.length === 0) return reply(200, toView(grant), etagOf(grant))
    write(work, grant, narrowed)
    if (consenter) {
      const revokedAt = ceilingIn(items, consenter)?.revokedAt ?? null
      work.putPart(ceilings, { ...consenter, scopes: narrowed.delegatedScopes, revokedAt })
    }
    work.audit(auditOfGrant(narrowed, 'grant.changed', application.name, changes))
    return reply(200, toView(narrowed), etagOf(narrowed))
  },
})

function narrowedBy(
  access: OrganizationAccess,
  grant: Grant,
  { role: named, held, scopes, delegatedScopes: delegated }: Narrowing,
): Grant | Refusal<'invalid_input' | 'role_not_found' | 'role_other_org' | 'role_escalation'> {
  const isDelegated = grant.kind === 'delegated'
  if (isDelegated ? (named ?? scopes) !== undefined : delegated !== undefined) {
    const right = isDelegated ? 'only delegatedScopes' : 'only role and scopes'
    return refuse('invalid_input', `A grant of kind ${grant.kind} has ${right}.`)
  }
  const role = named === undefined ? grant.role : roleWithin(access, held, named)
  if (isRefusal(role)) return role
  const within = (given: readonly string[]) => (scope: string) => scopesCover(given, scope)
  const refusal =
    wideningRefusal('scopes', scopes ?? [], grant.scopes, within(grant.scopes)) ??
    wideningRefusal('delegatedScopes', delegated ?? [], grant.delegatedScopes, within(grant.delegatedScopes))
  return (
    refusal ??
    changed(grant, {
      role,
      scopes: scopes ?? grant.scopes,
      // To name delegatedScopes is a decision about requestedScopes as well: it declines them.
      ...(delegated && { delegatedScopes: delegated, requestedScopes: [] }),
    })
  )
}

function roleWithin(access: OrganizationAccess, held: Role | null, named: NamedRole) {
  const role = roleForApplication(access, named)
  if (isRefusal(role)) return role
  if (!held || exceeds(role, held))
    return refuse(
      'role_escalation',
      `The role ${role.key} exceeds the current role of the application. Choose a weaker role.`,
    )
  return referenceOf(role)
}
