import { beforeAll, describe, expect, test } from 'vitest'
import { makeGroup, makeMembership, makePerson } from '../../infra/local/tenant.ts'
import { changeGrant } from '../../shared/auth/grants/standing-grant.ts'
import {
  delegatedScopeOf,
  delegatedScopes,
  type Permission,
  partnerScopes,
  systemRoleKeys,
  systemRoles,
} from '../../shared/auth/permissions.ts'
import type { ErrorCode } from '../../shared/errors/error-codes.ts'
import {
  asksForNothing,
  delegatedScopesOf,
  isForApplications,
  isForPeople,
  isNamedInQuery,
  partnerScopeOf,
  permissionsOf,
} from '../../shared/http/authorization/principals-of.ts'
import { authenticationCodes } from '../../shared/http/error-codes-of.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { issuedParts, tokenAbout, tokenFrom } from '../support/access-token.ts'
import { delegatedFor, installedPartner, partnerWith } from '../support/applications.ts'
import { type Answer, type CallOptions, call } from '../support/client.ts'
import { guardedOperations, pathOf } from '../support/operations.ts'
import { isProof } from '../support/proof.ts'
import {
  type Dependencies,
  namedAt,
  refusingDependencies,
  type TestResources,
} from '../support/refusing-dependencies.ts'
import { committedHere, keyOf, personOf, type Tenant, table, tenant, userToken } from '../support/tenant.ts'
import { formFor, ownDataOf } from '../support/usual-form.ts'

/**
 * Every operation, asked by every kind of principal. What each cell answers follows from the declaration of the operation,
 * so that a new operation has its cells by itself. Targets are an entity of the tenant, and what stands in it.
 */

/** `passes`: whatever the operation answers then, nobody was kept out. */
type Outcome = ErrorCode | 'passes'

const levels = ['organization', 'entity', 'group'] as const
type Level = (typeof levels)[number]

interface Asker {
  readonly token: string | null
  readonly outcome: (operation: Operation) => Outcome
}

let dependencies: Dependencies
let place: TestResources
let group: Awaited<ReturnType<typeof makeGroup>>

beforeAll(async () => {
  dependencies = await refusingDependencies()
  group = await makeGroup(table(), dependencies.home.entity)
  place = dependencies.open
})

/** What memberships with some permissions at a level are answered. */
function byPermissions(operation: Operation, held: readonly Permission[], level: Level): Outcome {
  const { access } = operation
  // The contact belongs to somebody else than the caller.
  const needed = access.to === 'resource' && access.onOthers ? [access.onOthers] : permissionsOf(access)
  const isHeld = needed.length === 0 || needed.some((permission) => held.includes(permission))
  switch (access.to) {
    case 'resource':
      if (!held.includes(access.resource.visibleWith)) return access.resource.notFound
      return isHeld ? 'passes' : 'forbidden'
    case 'node': {
      // Whoever is in a group sees what is above it, and may do nothing there.
      const isOrganization = access.resource.parameter === 'orgId'
      const covering = level === 'group' || (isOrganization && level === 'entity') ? [] : held
      const { visibleWith } = access.resource
      if (visibleWith && !covering.includes(visibleWith)) return access.resource.notFound
      return access.permission === null || covering.includes(access.permission) ? 'passes' : 'forbidden'
    }
    case 'organizationResource':
      if (!held.includes(access.resource.visibleWith)) return access.resource.notFound
      return isHeld && level === 'organization' ? 'passes' : 'forbidden'
    case 'peopleOnly':
      return isHeld && level === 'organization' ? 'passes' : 'forbidden'
    case 'peopleOnlyResource':
      return isHeld && level === 'organization' ? 'passes' : access.resource.notFound
    default:
      return isHeld ? 'passes' : 'forbidden'
  }
}

function asPerson(held: readonly Permission[], level: Level) {
  return (operation: Operation): Outcome =>
    isForApplications(operation.access) ? 'partner_app_only' : byPermissions(operation, held, level)
}

function asMachine(held: readonly Permission[]) {
  return (operation: Operation): Outcome =>
    isForPeople(operation.access) ? 'humans_only' : asPerson(held, 'organization')(operation)
}

function asPartner({
  isScoped,
  isGranted,
  wasGranted = isGranted,
}: {
  isScoped: boolean
  isGranted: boolean
  wasGranted?: boolean
}) {
  return (operation: Operation): Outcome => {
    const { access } = operation
    if (isForPeople(access)) return 'humans_only'
    if (asksForNothing(access)) return 'passes'
    if (partnerScopeOf(access) === null) return 'insufficient_scope'
    if (!isGranted && access.to === 'organization') return 'consent_required'
    // What an id names is not there for who has nothing to do with its organization; a path that names that itself says so.
    const namesOrganization = operation.path.includes('{orgId}')
    if (!isGranted && access.to === 'node')
      return namesOrganization || wasGranted ? 'consent_required' : access.resource.notFound
    if (!isScoped) return 'insufficient_scope'
    return byPermissions(operation, access.to === 'principal' ? [] : systemRoles.admin.permissions, 'organization')
  }
}

function asDelegated({ isScoped, isConsented }: { isScoped: boolean; isConsented: boolean }) {
  return (operation: Operation): Outcome => {
    const { access } = operation
    if (isForPeople(access)) return 'humans_only'
    if (isForApplications(access)) return 'machine_credentials_required'
    if (!isConsented) return 'consent_required'
    if (asksForNothing(access)) return 'passes'
    if (!isScoped || delegatedScopesOf(access).length === 0) return 'insufficient_scope'
    const held = systemRoles.admin.permissions.filter((permission) => delegatedScopeOf(permission) !== null)
    return byPermissions(operation, held, 'organization')
  }
}

/** An administrator of another organization. */
function asStranger({ access }: Operation): Outcome {
  if (isForApplications(access)) return 'partner_app_only'
  switch (access.to) {
    case 'resource':
    case 'node':
      return access.resource.notFound
    case 'entity':
    case 'entities':
      return 'entity_not_found'
    case 'principal':
      return 'passes'
    default:
      return 'organization_not_found'
  }
}

const nameOf = (role: string, level: Level) => `a person who is ${role} of the ${level}`
const members = systemRoleKeys.flatMap((role) => levels.map((level) => ({ role, level })))

const askers: Readonly<Record<string, (of: Tenant) => Promise<Asker>>> = {
  ...Object.fromEntries(
    members.map(({ role, level }) => [
      nameOf(role, level),
      async (of: Tenant): Promise<Asker> => ({
        token: await tokenAt(of, role, level),
        outcome: asPerson(systemRoles[role].permissions, level),
      }),
    ]),
  ),
  'an API key of an administrator': async (of) => ({
    token: (await keyOf(of, 'admin')).token,
    outcome: asMachine(systemRoles.admin.permissions),
  }),
  'a partner application with a grant and every scope': async (of) => ({
    token: (await installedPartner(of, { scopes: partnerScopes })).token,
    outcome: asPartner({ isScoped: true, isGranted: true }),
  }),
  'a partner application with a grant and no scope': async (of) => {
    const { clientId } = await installedPartner(of, { scopes: partnerScopes })
    return { token: await tokenAbout(clientId), outcome: asPartner({ isScoped: false, isGranted: true }) }
  },
  'a partner application without a grant': async (of) => ({
    token: (await partnerWith(of, partnerScopes)).token,
    outcome: asPartner({ isScoped: true, isGranted: false }),
  }),
  'a partner application whose grant was revoked': async (of) => {
    const { token, grant } = await installedPartner(of, { scopes: partnerScopes })
    const revocation = { status: 'revoked' as const, revokedAt: timestamp(Date.now()), version: 2 }
    await committedHere((work) => changeGrant(work, grant, { ...grant, ...revocation }))
    return { token, outcome: asPartner({ isScoped: true, isGranted: false, wasGranted: true }) }
  },
  'an application for an administrator who consented to everything': async (of) => ({
    token: (await delegatedFor(of, { scopes: delegatedScopes })).token,
    outcome: asDelegated({ isScoped: true, isConsented: true }),
  }),
  'an application whose token has no scope': async (of) => ({
    token: (await delegatedFor(of, { scopes: [], consented: delegatedScopes })).token,
    outcome: asDelegated({ isScoped: false, isConsented: true }),
  }),
  'an application whose consent has no scope of use': async (of) => ({
    token: (await delegatedFor(of, { scopes: delegatedScopes, consented: ['profile:read'] })).token,
    outcome: asDelegated({ isScoped: false, isConsented: true }),
  }),
  'an application that nobody consented to': async (of) => {
    const [{ clientId }, { account }] = [await partnerWith(of, []), await personOf(of, 'admin')]
    const token = await tokenAbout(clientId, account.id, delegatedScopes)
    return { token, outcome: asDelegated({ isScoped: true, isConsented: false }) }
  },
  'an administrator of another organization': async () => ({
    token: (await personOf(await tenant(), 'owner')).token,
    outcome: asStranger,
  }),
  nobody: async () => ({ token: null, outcome: () => 'unauthenticated' }),
  'somebody whose token has expired': async (of) => {
    const parts = await issuedParts(of.key.clientId)
    const agoSec = Math.floor(Date.now() / 1000) - 3_600
    const token = await tokenFrom({ ...parts, claims: { ...parts.claims, iat: agoSec, exp: agoSec + 600 } })
    return { token, outcome: () => 'invalid_token' }
  },
}

async function tokenAt(of: Tenant, role: (typeof systemRoleKeys)[number], level: Level): Promise<string> {
  const names = { firstName: 'Paul', lastName: 'Person', email: `${systemIds()}@example.com` }
  const account = await makePerson(table(), { providerId: of.org.providerId, ...names })
  const node = { organization: of.org, entity: of.entity, group }[level]
  await makeMembership(table(), account, node, role)
  return await userToken(account.id)
}

/** Asks in a way that changes little where it is allowed: what is changed or deleted has another version. */
async function ask(operation: Operation, token: string | null): Promise<Answer> {
  const { access, method } = operation
  const isNamed = access.to === 'entities' || (access.to === 'entity' && access.named === 'query')
  const query = isNamed ? `?entityId=${place.entityId}` : isNamedInQuery(access) ? `?orgId=${place.orgId}` : ''
  const path = `${pathOf(operation, namedAt(place))}${query}`
  const headers: Record<string, string> = ['PATCH', 'PUT', 'DELETE'].includes(method) ? { 'If-Match': 'W/"999"' } : {}
  return await call(method, path, { ...(token !== null && { token }), headers, ...(await bodyOf(operation)) })
}

async function bodyOf(operation: Operation): Promise<CallOptions> {
  const { access, body } = operation
  const data = access.to === 'entity' && access.named === 'body' ? { entityId: place.entityId } : {}
  if (body?.kind === 'json') return { json: data }
  return body?.kind === 'form' ? { body: await formFor(operation, { ...data, ...ownDataOf(operation) }) } : {}
}

/** What somebody is kept out with. A missing thing is that only where the path names it. */
const refusals: readonly ErrorCode[] = [
  ...authenticationCodes,
  ...(['humans_only', 'partner_app_only', 'machine_credentials_required', 'consent_required'] as const),
  ...(['insufficient_scope', 'forbidden', 'organization_not_found', 'entity_not_found'] as const),
]

function outcomeOf({ access }: Operation, answer: Answer): Outcome {
  const code: ErrorCode | undefined = answer.body?.error?.code
  if (code === undefined) return 'passes'
  const isTarget = 'resource' in access && code === access.resource.notFound
  return refusals.includes(code) || isTarget || answer.status >= 500 ? code : 'passes'
}

/** How many of the people ask an operation, one after the other: in a proof all of them do. */
const everyHowManyth = isProof ? 1 : 3

/** Each operation is asked by a third of the people, whose roles and levels go through the operations, and by everybody else. */
function operationsFor(name: string): readonly Operation[] {
  const place = members.findIndex(({ role, level }) => nameOf(role, level) === name)
  return place < 0 ? guardedOperations : guardedOperations.filter((_, index) => (index + place) % everyHowManyth === 0)
}

describe('every operation answers as its declaration says', () => {
  test.each(Object.keys(askers))('%s', async (name) => {
    const asker = await askers[name]?.(dependencies.home)
    if (!asker) throw new Error(`there is no asker ${name}`)
    const wrong: string[] = []
    for (const operation of operationsFor(name)) {
      const [expected, answer] = [asker.outcome(operation), await ask(operation, asker.token)]
      const met = outcomeOf(operation, answer)
      if (met !== expected) wrong.push(`${operation.id}: expected ${expected}, met ${met}`)
    }
    expect(wrong).toEqual([])
  })

  test('and the cells are told', () => {
    const kinds = Object.keys(askers).length
    console.info(`permission matrix: ${guardedOperations.length} operations × ${kinds} kinds of principal`)
    expect(kinds).toBeGreaterThan(20)
  })
})
