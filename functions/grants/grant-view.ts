import * as v from 'valibot'
import { clientKey } from '../../shared/auth/client.ts'
import { keysOfCustom, referenceOf, rolesIn } from '../../shared/auth/custom-role.ts'
import { delegatedScopes, partnerScopes } from '../../shared/auth/permissions.ts'
import { personSchema } from '../../shared/auth/person.ts'
import { accountPartition } from '../../shared/auth/principal.ts'
import { timestampSchema } from '../../shared/clock.ts'
import { applicationsIn } from '../../shared/grants/application.ts'
import { consentReaches, type Grant, grantKinds, grantStatuses, grants, grantsOf } from '../../shared/grants/grant.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { rememberKeys, rememberMore, withOthers } from '../../shared/store/known-keys.ts'
import type { Item, Key, Table } from '../../shared/store/table.ts'

const uuid = v.pipe(v.string(), v.uuid())

export const applicationView = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.description('Its client id.')),
    name: v.string(),
    publisher: v.nullable(v.string()),
    logoUrl: v.nullable(v.string()),
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
        'installed: an administrator connected the application; provisioned: it made the organization; delegated: it acts for people who consented.',
      ),
    ),
    role: v.pipe(
      v.nullable(v.pipe(v.object({ id: uuid, key: v.string(), name: v.string() }), v.title('RoleReference'))),
      v.description('The strongest role that the application may give; null where it acts for people.'),
    ),
    scopes: v.array(v.picklist(partnerScopes)),
    delegatedScopes: v.array(v.picklist(delegatedScopes)),
    onBehalfOf: v.nullable(v.picklist(consentReaches)),
    userId: v.pipe(v.nullable(v.string()), v.description('Whom it acts for; null for every member.')),
    status: v.picklist(grantStatuses),
    grantedBy: v.nullable(personSchema),
    grantedAt: v.nullable(timestampSchema),
    revokedBy: v.nullable(personSchema),
    revokedAt: v.nullable(timestampSchema),
    lastUsedAt: v.pipe(
      v.nullable(timestampSchema),
      v.description('The last request in the organization by this grant, at most an hour behind.'),
    ),
    createdAt: timestampSchema,
    version: v.number(),
  }),
  v.title('Grant'),
)
export type GrantView = v.InferOutput<typeof grantView>

/** How grants are shown, with their applications and the roles that they name now: `beside` is where that was read already. */
export async function grantsShown(
  table: Table,
  shown: readonly Grant[],
  beside: readonly Item[] | null,
): Promise<(grant: Grant) => GrantView> {
  return shownBy(await withOthers(table, keysShownWith(shown), beside ?? []))
}

/** Where it stands how the grant is shown that a path names. */
export function keysBesideGrant({ items }: { readonly items: readonly Item[] }): Key[] {
  return keysShownWith(recordsOf(grants, items))
}

/** Where somebody looks next for a grant that was made just now: at the grant itself, and in its listings. */
export function rememberGrant(grant: Grant): void {
  const [own, keys] = [grants.key(grant), keysShownWith([grant])]
  rememberKeys(own.PK, keys)
  rememberMore(grantsOf(grant.orgId), [own, ...keys])
  if (grant.userId !== null) rememberMore(ownGrantsOf(grant.userId), keys)
}

/** What is known of the consents that a person has given by themselves. */
export function ownGrantsOf(userId: string): string {
  return `${accountPartition(userId)}#CONSENTS`
}

/** Where it stands how grants are shown. */
export function keysShownWith(shown: readonly Grant[]): Key[] {
  const applicationIds = new Set(shown.map(({ applicationId }) => applicationId))
  return [...[...applicationIds].map(clientKey), ...keysOfCustom(shown.flatMap(({ role }) => role ?? []))]
}

/** The same with what was read. */
export function shownBy(items: readonly Item[]): (grant: Grant) => GrantView {
  const [applicationOf, roleOf] = [applicationsIn(items), rolesIn(items)]
  return ({ applicationId, livemode: _, ...told }) => {
    const role = told.role && referenceOf(roleOf(told.role))
    return { ...told, role, application: applicationOf(applicationId) }
  }
}
