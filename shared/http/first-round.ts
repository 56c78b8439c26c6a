import { type CountedClient, countRequest } from '../auth/count-request.ts'
import { withRoles } from '../auth/custom-role.ts'
import { partnerScopes } from '../auth/permissions.ts'
import { accountPartition, memberships, type Principal, type PrincipalKind, profiles } from '../auth/principal.ts'
import type { AccessToken } from '../auth/token.ts'
import { isRefusal } from '../errors/refusal.ts'
import { administrationKeys } from '../grants/administration.ts'
import { standingIn } from '../grants/standing-grant.ts'
import { isUuid } from '../ids.ts'
import { recordsOf } from '../store/collection.ts'
import { knownOrganizationOf, nodeKey } from '../store/entities.ts'
import { fingerprintOf, type ReservationOutcome, release, reserve } from '../store/idempotency.ts'
import { allOf, keysKnown, rememberKeys } from '../store/known-keys.ts'
import { getItem, getItems, type Item, type Key, queryPartition, type Table } from '../store/table.ts'
import { uploadKey } from '../store/uploads.ts'
import type { ApiPlatform } from './api-platform.ts'
import { idempotencyKeyFits, idempotencyKeyOf } from './idempotency-key.ts'
import type { Incoming } from './incoming.ts'
import { organizationGiven } from './named-organization.ts'
import type { Operation, ReadRequest } from './operation.ts'
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
  /** What the items of the path's resource lead to; null where it was not read as a whole. */
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
  const reserving = reserveKey(platform, operation, incoming, token)
  const readingResource = readResourceAndBeside(platform, operation, incoming, token)
  try {
    const [client, principal, reservation, resource, named, administration, early] = await Promise.all([
      isOwnApp ? ('own' as const) : countRequest(table, token.clientId, platform.clock(), incoming.ip),
      readPrincipal(platform, token, isOwnApp),
      reserving,
      readingResource,
      readNamed(platform, operation, incoming, raw),
      readAdministration(platform, operation, { incoming, token, readingResource }),
      readEarly(platform, operation, incoming, { token, json: raw?.json }),
    ])
    const besideResource = resource.besideResource ?? administration.besideResource
    return { client, principal, reservation, named, early, ...administration, ...resource, besideResource }
  } catch (error) {
    // The reads failed, perhaps before the key was taken: it is given back all the same.
    const reservation = await reserving.catch(() => null)
    if (reservation && 'mine' in reservation) await release(table, reservation.mine)
    throw error
  }
}

async function readPrincipal(platform: ApiPlatform, token: AccessToken, isOwnApp: boolean): Promise<Principal | null> {
  const items = await queryPartition(platform.table, accountPartition(token.subject), '')
  const [profile] = recordsOf(profiles, items)
  if (!profile) return null
  return {
    kind: kindOf(token, isOwnApp),
    id: token.subject,
    clientId: token.clientId,
    profile,
    memberships: await withRoles(platform.table, recordsOf(memberships, items), profile.kind),
    scopes: token.scopes,
    application: applicationOf(token, isOwnApp, items),
  }
}

/** Who it is, its client's record tells; what it may do otherwise than by a person's own consent is read when that is known. */
function applicationOf(token: AccessToken, isOwnApp: boolean, items: readonly Item[]): Principal['application'] {
  if (kindOf(token, isOwnApp) !== 'delegated') return null
  const { clientId: id } = token
  return { id, name: id, scopes: [], grants: standingIn(items, id), sight: [] }
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

/** The items of the path's resource: as they were for the first decision, or read again after a lost race. */
export async function readResource(platform: ApiPlatform, operation: Operation, incoming: Incoming): Promise<Item[]> {
  const request = requestOfResource(operation, incoming)
  return request ? await queryPartition(platform.table, request.partition, request.startingWith) : []
}

type OfResource = Pick<Round, 'resourceItems' | 'besideResource'>

/**
 * The path's resource, and at once with it what it led to when this process met it last; null where it leads elsewhere now, and
 * for applications that alone may call, for which it is read with what lets them act.
 */
async function readResourceAndBeside(
  platform: ApiPlatform,
  operation: Operation,
  incoming: Incoming,
  { clientId: applicationId }: AccessToken,
): Promise<OfResource> {
  const { access, readsBesideResource } = operation
  const request = requestOfResource(operation, incoming)
  if (!readsBesideResource || !request || isForApplications(access))
    return { resourceItems: await readResource(platform, operation, incoming), besideResource: null }
  const { resourceItems, guessed } = await readWith(platform.table, request, keysKnown(request.partition))
  const keys = readsBesideResource({ items: resourceItems, applicationId })
  rememberKeys(request.partition, keys)
  return { resourceItems, besideResource: allOf(keys, guessed) }
}

/** In one call, where the resource has a key of its own. */
async function readWith(
  table: Table,
  { partition: PK, startingWith: SK, isWholeKey }: ReadRequest,
  keys: readonly Key[],
) {
  if (keys.length === 0 || !isWholeKey) {
    const [resourceItems, guessed] = await Promise.all([queryPartition(table, PK, SK), itemsAt(table, keys)])
    return { resourceItems, guessed }
  }
  const guessed = await getItems(table, [{ PK, SK }, ...keys])
  return { resourceItems: guessed.filter((item) => item.PK === PK), guessed }
}

/** Null where the path names nothing, or nothing that there can be. */
function requestOfResource({ access }: Operation, { pathParameters }: Incoming): ReadRequest | null {
  if (!('resource' in access)) return null
  const { resource } = access
  const id = pathParameters[resource.parameter]
  return isUuid(id) ? resource.partition(id.toLowerCase(), pathParameters.orgId?.toLowerCase() ?? '') : null
}

type OfAdministration = Pick<Round, 'administration' | 'besideResource'>
const nothingOfIt: OfAdministration = { administration: null, besideResource: null }

interface Administering {
  readonly incoming: Incoming
  readonly token: AccessToken
  readonly readingResource: Promise<OfResource>
}

/**
 * Where applications alone may call, whoever calls is taken for one; elsewhere, whose token looks like it. The organization is the
 * one that the request names, or that of the path's resource, as soon as it is there.
 */
async function readAdministration(
  { table }: ApiPlatform,
  { access, readsBesideResource }: Operation,
  { incoming, token, readingResource }: Administering,
): Promise<OfAdministration> {
  const isForThemAlone = isForApplications(access)
  if (!isForThemAlone && (partnerScopeOf(access) === null || !isOfPartner(token))) return nothingOfIt
  const { clientId } = token
  const orgId = organizationGiven(access, incoming)
  if (isUuid(orgId))
    return { ...nothingOfIt, administration: await getItems(table, administrationKeys(clientId, orgId.toLowerCase())) }
  if (access.to !== 'node' || !isForThemAlone) return nothingOfIt
  const { resourceItems: items } = await readingResource
  const resource = access.resource.decode(items)
  if (!resource) return nothingOfIt
  const keys = administrationKeys(clientId, resource.place.orgId)
  const beside = readsBesideResource?.({ items, applicationId: clientId }) ?? null
  // No key is asked for twice: what stands beside may be the organization itself.
  const others = beside?.filter(({ PK, SK }) => !keys.some((key) => key.PK === PK && key.SK === SK)) ?? []
  const found = await getItems(table, [...keys, ...others])
  return { administration: found, besideResource: beside && found }
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

/** All that has a key of its own, in one call. */
async function readNamed(
  { table, clock }: ApiPlatform,
  operation: Operation,
  incoming: Incoming,
  raw: RawBody | null,
): Promise<NamedItems> {
  const entityId = uuidIn(entityIdGiven(operation, incoming, raw))
  const uploadId = uuidIn(uploadIdGiven(operation, raw))
  const orgId = entityId === null ? null : knownOrganizationOf(entityId)
  const beside =
    entityId === null || orgId === null
      ? undefined
      : operation.readsBesideEntity?.({ orgId, entityId, json: raw?.json, nowMs: clock() })
  const entity = entityId === null ? [] : [nodeKey(entityId)]
  const upload = uploadId === null ? [] : [uploadKey(uploadId)]
  const items = await itemsAt(table, [...entity, ...upload, ...(beside ?? [])])
  const found = (keys: readonly Key[]) =>
    items.filter((item) => keys.some(({ PK, SK }) => item.PK === PK && item.SK === SK))
  return {
    entity: found(entity)[0] ?? null,
    upload: found(upload)[0] ?? null,
    besideEntity: beside ? found(beside) : null,
  }
}

async function itemsAt(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const [only, ...others] = keys
  if (!only) return []
  if (others.length > 0) return await getItems(table, keys)
  const item = await getItem(table, only)
  return item ? [item] : []
}

function uuidIn(value: unknown): string | null {
  return isUuid(value) ? value.toLowerCase() : null
}

async function readEarly(
  { table, clock }: ApiPlatform,
  { reads, query: schema }: Operation,
  incoming: Incoming,
  { token: { subject: principalId }, json }: { token: AccessToken; json: unknown },
): Promise<unknown> {
  const query = schema ? validated(schema, incoming.query, 'query') : { value: undefined }
  if (!reads || isRefusal(query) || !Object.values(incoming.pathParameters).every(mayBeId)) return null
  const asked = { table, path: incoming.pathParameters, query: query.value, json, principalId, nowMs: clock() }
  return await reads(asked as never)
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
