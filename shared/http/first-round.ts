import { type CountedClient, countRequest } from '../auth/count-request.ts'
import { keysOfCustom, withRolesAmong } from '../auth/custom-role.ts'
import { administrationKeys } from '../auth/grants/administration.ts'
import { standingIn } from '../auth/grants/standing-grant.ts'
import { partnerScopes } from '../auth/permissions.ts'
import {
  accountPartition,
  type Membership,
  memberships,
  type Principal,
  type PrincipalKind,
  profiles,
  readAccount,
} from '../auth/principal.ts'
import type { AccessToken } from '../auth/token.ts'
import { isRefusal } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import { recordsOf } from '../store/collection.ts'
import { knownOrganizationOf, nodeKey } from '../store/entities.ts'
import { listingLastSeen, readBesides, readFollowed, readGuessed, rememberListed } from '../store/followed-reads.ts'
import { fingerprintOf, type ReservationOutcome, release, reserve } from '../store/idempotency.ts'
import { itemsAmong, joinedReads, type ReadItems } from '../store/joined-reads.ts'
import { type Item, type ItemRange, type Key, queryPartition, type Table } from '../store/table.ts'
import { uploadKey } from '../store/uploads.ts'
import type { ApiPlatform } from './api-platform.ts'
import { idempotencyKeyFits, idempotencyKeyOf } from './idempotency-key.ts'
import type { Incoming } from './incoming.ts'
import { organizationGiven } from './named-organization.ts'
import type { Operation } from './operation.ts'
import { isForApplications, partnerScopeOf } from './principals-of.ts'
import { isMultipart, type RawBody } from './raw-body.ts'
import { validated } from './validation.ts'

/** What one parallel round to the table brought. Nothing of it is told before the checks that precede it have passed. */
export interface Round {
  /** Null: no such client. `own`: the service's own app, which is no registered client. */
  readonly client: CountedClient | 'own' | null
  readonly principal: Principal | null
  readonly reservation: ReservationOutcome | null
  /** The partition that the path's resource lives in. */
  readonly resourceItems: readonly Item[]
  readonly named: NamedItems
  /** What tells whether an application may administer the organization of the path; null where it was not read. */
  readonly administration: readonly Item[] | null
  /** What the operation reads with that; null where it was not read. */
  readonly besideResource: readonly Item[] | null
  /** What the operation reads early; null where it does not. */
  readonly early: unknown
}

/** What the body or the query names. */
export interface NamedItems {
  /** The node that `entityId` names. */
  readonly entity: Item | null
  readonly upload: Item | null
  /** What the operation reads with its entity; null where it was not read. */
  readonly besideEntity: readonly Item[] | null
}

export async function firstRound(
  platform: ApiPlatform,
  operation: Operation,
  incoming: Incoming,
  token: AccessToken,
  raw: RawBody | null,
): Promise<Round> {
  const { table } = platform
  const isOwnApp = token.clientId === platform.firstPartyClientId
  const account = readAccount(table, token.subject)
  const asked: Asked = { platform, operation, incoming, token, raw, account, readItems: joinedReads(table) }
  const reserving = reserveKey(platform, operation, incoming, token)
  try {
    const [client, principal, reservation, named, ofPath, ofResource, early] = await Promise.all([
      isOwnApp ? ('own' as const) : countRequest(table, token.clientId, platform.clock(), incoming.ip),
      readPrincipal(asked, isOwnApp),
      reserving,
      readNamed(asked),
      readAdministration(asked),
      readOfResource(asked),
      readEarly(asked),
    ])
    return {
      client,
      principal,
      reservation,
      named,
      ...ofResource,
      administration: ofPath ?? ofResource.administration,
      early,
    }
  } catch (error) {
    // The reads failed, perhaps before the key was taken: it is given back all the same.
    const reservation = await reserving.catch(() => null)
    if (reservation && 'mine' in reservation) await release(table, reservation.mine)
    throw error
  }
}

async function readPrincipal(
  { operation, token, account, readItems }: Asked,
  isOwnApp: boolean,
): Promise<Principal | null> {
  const partition = accountPartition(token.subject)
  const met = listingLastSeen(partition)
  const [items, likely] = await Promise.all([
    account,
    met.length === 0 ? null : readGuessed(readItems, roleKeysOf(recordsOf(memberships, met))),
  ])
  const [profile] = recordsOf(profiles, items)
  if (!profile) return null
  const own = recordsOf(memberships, items)
  const roleKeys = roleKeysOf(own)
  // Where its memberships lead is read at once the next time: to their roles, and whatever is about the principal itself.
  if (roleKeys.length > 0 || operation.access.to === 'principal') rememberListed(partition, items)
  const roles = roleKeys.length === 0 ? [] : await readBesides(readItems, roleKeys, likely)
  return {
    kind: kindOf(token, isOwnApp),
    id: token.subject,
    clientId: token.clientId,
    profile,
    memberships: withRolesAmong(roles, own, profile.kind),
    scopes: token.scopes,
    application: applicationOf(token, isOwnApp, items),
  }
}

function roleKeysOf(own: readonly Membership[]): Key[] {
  return keysOfCustom(own.map(({ role }) => role))
}

/** Who it is, its client's record tells; what it may do otherwise than by a person's own consent is read when that is known. */
function applicationOf(token: AccessToken, isOwnApp: boolean, items: readonly Item[]): Principal['application'] {
  if (kindOf(token, isOwnApp) !== 'delegated') return null
  const { clientId: id } = token
  return { id, name: id, scopes: [], grants: standingIn(items, id), visibleMemberships: [] }
}

/** Machine tokens are about the client itself; which kind of machine it is, its record tells. */
function kindOf(token: AccessToken, isOwnApp: boolean): PrincipalKind {
  if (isOwnApp) return 'user'
  return token.subject === token.clientId ? 'api_key' : 'delegated'
}

async function reserveKey(platform: ApiPlatform, operation: Operation, incoming: Incoming, token: AccessToken) {
  const key = idempotencyKeyOf(incoming)
  if (operation.method !== 'POST' || key === null || !idempotencyKeyFits(key)) return null
  const body = isMultipart(incoming) ? null : incoming.body
  const fingerprint = fingerprintOf(incoming.method, incoming.path, body)
  // A delegated principal is the person through one application: another application's keys are not its own.
  const principalId = `${token.clientId}#${token.subject}`
  return await reserve(
    platform.table,
    { principalId, key, arrivalId: incoming.arrivalId, fingerprint },
    platform.clock(),
  )
}

/** A request, and how items are read that have a key of their own: all of one moment in one call. */
interface Asked {
  readonly platform: ApiPlatform
  readonly operation: Operation
  readonly incoming: Incoming
  readonly token: AccessToken
  readonly raw: RawBody | null
  /** The items of the principal's account, which are on their way. */
  readonly account: Promise<readonly Item[]>
  readonly readItems: ReadItems
}

/** The items of the path's resource as they are now. */
export async function readResource({ table }: ApiPlatform, operation: Operation, incoming: Incoming): Promise<Item[]> {
  const request = resourceRequest(operation, incoming)
  return request ? await readRequested(table, request, joinedReads(table)) : []
}

function resourceRequest({ access }: Operation, { pathParameters }: Incoming): ItemRange | null {
  if (!('resource' in access)) return null
  const { resource } = access
  const { [resource.parameter]: id, orgId } = pathParameters
  // What is no id names nothing, and may be longer than a key of the table.
  if (!isUuid(id) || (orgId !== undefined && !isUuid(orgId))) return null
  return resource.partition(id.toLowerCase(), orgId?.toLowerCase() ?? '')
}

async function readRequested(table: Table, request: ItemRange, readItems: ReadItems): Promise<Item[]> {
  const { partition, startingWith, isOneItem } = request
  return isOneItem ? await readItems([keyOf(request)]) : await queryPartition(table, partition, startingWith)
}

function keyOf({ partition, startingWith }: ItemRange): Key {
  return { PK: partition, SK: startingWith }
}

type OfResource = Pick<Round, 'resourceItems' | 'administration' | 'besideResource'>

/**
 * The path's resource, and what it leads to: what the operation reads besides, and, where applications alone may call, whether
 * whoever calls may administer its organization, as one of them.
 */
async function readOfResource({ platform, operation, incoming, token, raw, readItems }: Asked): Promise<OfResource> {
  const { access, readsBesideResource } = operation
  const request = resourceRequest(operation, incoming)
  if (!request) return { resourceItems: [], administration: null, besideResource: null }
  const { clientId: applicationId } = token
  const asked = { applicationId, json: raw?.json, path: incoming.pathParameters }
  const besideAt = (items: readonly Item[]) => readsBesideResource?.({ ...asked, items }) ?? []
  const administrationAt = (items: readonly Item[]) => {
    const orgId = isForApplications(access) && access.to === 'node' ? access.resource.decode(items)?.place.orgId : null
    return orgId ? administrationKeys(applicationId, orgId) : []
  }
  const { leading: resourceItems, led } = await readFollowed(
    readItems,
    [keyOf(request)],
    (items) => (items.length === 0 ? [] : [...administrationAt(items), ...besideAt(items)]),
    readRequested(platform.table, request, readItems),
  )
  const administration = administrationAt(resourceItems)
  return {
    resourceItems,
    administration: administration.length > 0 ? itemsAmong(led, administration) : null,
    besideResource: readsBesideResource ? itemsAmong(led, besideAt(resourceItems)) : null,
  }
}

/**
 * Where applications alone may call, whoever calls is taken for one that would administer the organization that the request
 * names; where others may too, whose token looks like it.
 */
async function readAdministration({ operation, incoming, token, readItems }: Asked): Promise<Item[] | null> {
  const { access } = operation
  const isLikely = isForApplications(access) || (partnerScopeOf(access) !== null && isOfPartner(token))
  const orgId = organizationGiven(access, incoming)
  if (!isLikely || !isUuid(orgId)) return null
  return await readItems(administrationKeys(token.clientId, orgId.toLowerCase()))
}

/** Whether a token is most likely that of a partner application's machine. Its record tells for sure. */
function isOfPartner({ clientId, subject, scopes }: AccessToken): boolean {
  return subject === clientId && partnerScopes.some((scope) => scopes.includes(scope))
}

export function entityIdGiven(operation: Operation, incoming: Incoming, raw: RawBody | null): unknown {
  const { access } = operation
  if (access.to === 'entities') return incoming.query.entityId
  if (access.to !== 'entity') return undefined
  return access.named === 'query' ? incoming.query.entityId : fieldOf(raw?.json, 'entityId')
}

async function readNamed({ platform, operation, incoming, raw, readItems }: Asked): Promise<NamedItems> {
  const entityId = uuidIn(entityIdGiven(operation, incoming, raw))
  const uploadId = uuidIn(uploadIdGiven(operation, raw))
  const orgId = entityId === null ? null : knownOrganizationOf(entityId)
  const beside =
    entityId === null || orgId === null
      ? undefined
      : operation.readsBesideEntity?.({ orgId, entityId, json: raw?.json, nowMs: platform.clock() })
  const [entity = [], upload = [], besideEntity = null] = await Promise.all([
    entityId === null ? undefined : readItems([nodeKey(entityId)]),
    uploadId === null ? undefined : readItems([uploadKey(uploadId)]),
    beside && readItems(beside),
  ])
  return { entity: entity[0] ?? null, upload: upload[0] ?? null, besideEntity }
}

function uuidIn(value: unknown): string | null {
  return isUuid(value) ? value.toLowerCase() : null
}

async function readEarly({ platform, operation, incoming, token, raw, account, readItems }: Asked): Promise<unknown> {
  const { reads, query: schema } = operation
  const query = schema ? validated(schema, incoming.query, 'query') : { value: undefined }
  if (!reads || isRefusal(query) || !Object.values(incoming.pathParameters).every(mayBeId)) return null
  const { table, clock } = platform
  const known = { table, readItems, principalId: token.subject, account, nowMs: clock() }
  return await reads({ ...known, path: incoming.pathParameters, query: query.value, json: raw?.json } as never)
}

/** Whether an id of ours is as long. What is longer names nothing, and may be more than a key of the table takes. */
function mayBeId(parameter: string | undefined): boolean {
  return parameter === undefined || parameter.length <= longestId
}
const longestId = 64

function uploadIdGiven(operation: Operation, raw: RawBody | null): unknown {
  return operation.body?.kind === 'form' && !raw?.file ? fieldOf(raw?.json, 'uploadId') : undefined
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
}
