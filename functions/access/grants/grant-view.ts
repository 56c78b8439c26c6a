import * as v from 'valibot'
import { clientKey } from '../../../shared/auth/client.ts'
import { keysOfCustom, referenceOf, rolesIn } from '../../../shared/auth/custom-role.ts'
import { consentReaches, type Grant, grantKinds, grantStatuses } from '../../../shared/auth/grants/grant.ts'
import { delegatedScopes, partnerScopes } from '../../../shared/auth/permissions.ts'
import { personSchema } from '../../../shared/auth/person.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { growing } from '../../../shared/platform/growing.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import { getItems, type Item, type Key, type Table } from '../../../shared/store/table.ts'
import { applicationStatuses, applicationsIn } from '../model/application.ts'

export const applicationView = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.description('The client id of the application.')),
    name: v.string(),
    publisher: v.nullable(v.string()),
    logoUrl: v.nullable(v.string()),
    status: v.pipe(
      v.picklist(applicationStatuses),
      v.description(
        'revoked: the operator of the service revoked the application. Its grants have no effect, whatever their ' +
          'own status is.',
      ),
    ),
  }),
  v.title('Application'),
)

/** A grant as it is answered. */
export const grantView = v.pipe(
  v.object({
    id: uuid,
    application: applicationView,
    orgId: uuid,
    kind: v.pipe(
      v.picklist(grantKinds),
      v.description(
        'installed: an administrator connected the application. provisioned: the application created the ' +
          'organization. delegated: the application acts for people who consented.',
      ),
    ),
    role: v.pipe(
      v.nullable(v.pipe(v.object({ id: uuid, key: v.string(), name: v.string() }), v.title('RoleReference'))),
      v.description('The strongest role that the application may have and give. Null if it acts for people.'),
    ),
    scopes: v.array(growing(partnerScopes)),
    delegatedScopes: v.array(growing(delegatedScopes)),
    requestedScopes: v.pipe(
      v.array(growing(delegatedScopes)),
      v.description(
        'Scopes that the person consented to and that an administrator has not approved yet. The application does ' +
          'not have them.',
      ),
    ),
    onBehalfOf: v.nullable(v.picklist(consentReaches)),
    userId: v.pipe(
      v.nullable(v.string()),
      v.description('The person for whom the application acts. Null: every member.'),
    ),
    status: v.picklist(grantStatuses),
    grantedBy: v.nullable(personSchema),
    grantedAt: v.nullable(timestampSchema),
    revokedBy: v.nullable(personSchema),
    revokedAt: v.nullable(timestampSchema),
    lastUsedAt: v.pipe(
      v.nullable(timestampSchema),
      v.description('The last request with this grant in the organization, up to an hour late.'),
    ),
    createdAt: timestampSchema,
    version: v.number(),
  }),
  v.title('Grant'),
)
export type GrantView = v.InferOutput<typeof grantView>

/** The views of grants, with their applications and roles as they are now. */
export async function grantsShown(table: Table, shown: readonly Grant[]): Promise<(grant: Grant) => GrantView> {
  return shownBy(await getItems(table, keysShownWith(shown)))
}

/** The keys of the applications and the roles that the views of grants show. */
export function keysShownWith(shown: readonly Grant[]): Key[] {
  const applicationIds = new Set(shown.map(({ applicationId }) => applicationId))
  return [...[...applicationIds].map(clientKey), ...keysOfCustom(shown.flatMap(({ role }) => role ?? []))]
}

/** The views of grants, when the items of their applications and roles are read. */
export function shownBy(items: readonly Item[]): (grant: Grant) => GrantView {
  const [applicationOf, roleOf] = [applicationsIn(items), rolesIn(items)]
  return ({ applicationId, livemode: _, ...told }) => {
    const role = told.role && referenceOf(roleOf(told.role))
    return { ...told, role, application: applicationOf(applicationId) }
  }
}
