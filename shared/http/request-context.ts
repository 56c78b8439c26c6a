import { type CountedClient, countRequest } from '../auth/count-request.ts'
import { withRolesAmong } from '../auth/custom-role.ts'
import { readCustomRoles } from '../auth/custom-role-prefetch.ts'
import { endedSessions } from '../auth/ended-session.ts'
import { administrationKeys } from '../auth/grants/administration.ts'
import { standingIn } from '../auth/grants/standing-grant.ts'
import { partnerScopes } from '../auth/permissions.ts'
import { memberships, type Principal, type PrincipalKind, profiles, readAccount } from '../auth/principal.ts'
import type { AccessToken } from '../auth/token.ts'
import { withTwins } from '../auth/twin-memberships.ts'
import { isRefusal } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import { type BatchLoader, batchLoader } from '../store/batch-loader.ts'
import { recordsOf } from '../store/collection.ts'
import { nodeKey } from '../store/entities.ts'
import { fingerprintOf, type ReservationOutcome, release, reserve } from '../store/idempotency.ts'
import { type SettingsReader, settingsReader } from '../store/settings-reader.ts'
import { type Item, type ItemRange, queryPartition, type Table } from '../store/table.ts'
import { uploadKey } from '../store/uploads.ts'
import type { ApiPlatform } from './api-platform.ts'
import { needsSettings } from './authorization/access.ts'
import { organizationGiven } from './authorization/named-organization.ts'
import { isForApplications, partnerScopeOf } from './authorization/principals-of.ts'
import { idempotencyKeyFits, idempotencyKeyOf } from './idempotency-key.ts'
import type { Incoming } from './incoming.ts'
import type { Operation } from './operation.ts'
import { isMultipart, type RawBody } from './raw-body.ts'
import type { ValidatedInput } from './validation.ts'

/** What one parallel round to the table brought. Nothing of it is revealed before the checks that precede it have passed. */
export interface RequestContext {
  /** Null: no such client. `own`: the service's own app, which is no registered client. */
  readonly client: CountedClient | 'own' | null
  readonly principal: Principal | null
  /** The sign-in that the token comes of was ended. */
  readonly isEnded: boolean
  readonly reservation: ReservationOutcome | null
  /** The partition that the path's resource lives in. */
  readonly resourceItems: readonly Item[]
  /** The node that `entityId` names in the body or the query. */
  readonly entityItem: Item | null
  /** The upload that the body names. */
  readonly uploadItem: Item | null
  /** The items that decide whether an application may administer the path's organization; null where they were not read. */
  readonly administration: readonly Item[] | null
  /**
   * What the operation's `preload` returns; null where the input is invalid, so that no handler runs. A refusal does not wait for
   * it: how long it takes would tell a caller without access what there is.
   */
  readonly preloaded: Promise<unknown>
  /** Reads the settings of entities. It began with the round, and the checks that precede it have to pass before it is asked. */
  readonly settings: SettingsReader
}

/** A request with its body parsed and its input validated. */
export interface ParsedRequest {
  readonly platform: ApiPlatform
  readonly operation: Operation
  readonly incoming: Incoming
  readonly token: AccessToken
  /** Null where the body cannot be parsed. */
  readonly raw: RawBody | null
  readonly validated: ValidatedInput
}

/** A parsed request with the reads of its round. Reads of single items share one call. */
interface Loading extends ParsedRequest {
  readonly account: Promise<readonly Item[]>
  readonly readItems: BatchLoader
}

export async function loadRequestContext(request: ParsedRequest): Promise<RequestContext> {
  const { platform, token, incoming } = request
  const { table } = platform
  const isOwnApp = token.clientId === platform.firstPartyClientId
  const loading: Loading = {
    ...request,
    account: readAccount(table, token.subject),
    readItems: batchLoader(table),
  }
  const reserving = reserveKey(request)
  const resource = readResourceItems(loading, loading.readItems)
  const settings = settingsOfRequest(loading, loading.readItems)
  const preloaded = preload(loading)
  // Its failure is that of the handler; a refused caller does not hear of it.
  preloaded.catch(() => {})
  try {
    const [client, principal, isEnded, reservation, resourceItems, entityItem, uploadItem, administration] =
      await Promise.all([
        isOwnApp ? ('own' as const) : countRequest(table, token.clientId, platform.clock(), incoming.ip),
        readPrincipal(loading, isOwnApp),
        hasEnded(loading),
        reserving,
        resource,
        readEntity(loading),
        readUpload(loading),
        readAdministration(loading, resource),
      ])
    return {
      client,
      principal,
      isEnded,
      reservation,
      resourceItems,
      entityItem,
      uploadItem,
      administration,
      preloaded,
      settings,
    }
  } catch (error) {
    // A failed read gives the Idempotency-Key back, which may be reserved after the failure.
    const reservation = await reserving.catch(() => null)
    if (reservation && 'mine' in reservation) await release(table, reservation.mine)
    throw error
  }
}

/** Reads again what a handler decides on, after another request wrote first. */
export async function reloadForRetry(
  request: ParsedRequest,
): Promise<Pick<RequestContext, 'resourceItems' | 'settings'> & { readonly preloaded: unknown }> {
  const { table } = request.platform
  const readItems = batchLoader(table)
  const settings = settingsOfRequest(request, readItems)
  // Only an operation that preloads may need the account again.
  const account = request.operation.preload ? readAccount(table, request.token.subject) : Promise.resolve([])
  const [resourceItems, preloaded] = await Promise.all([
    readResourceItems(request, readItems),
    preload({ ...request, account, readItems }),
  ])
  return { resourceItems, preloaded, settings }
}

async function readPrincipal(loading: Loading, isOwnApp: boolean): Promise<Principal | null> {
  const { token, account, readItems } = loading
  const [items, roles] = await Promise.all([account, readCustomRoles(readItems, token.subject, account)])
  const [profile] = recordsOf(profiles, items)
  if (!profile) return null
  const own = withRolesAmong(roles, recordsOf(memberships, items), profile.kind)
  return {
    kind: kindOf(token, isOwnApp),
    id: token.subject,
    clientId: token.clientId,
    profile,
    memberships: profile.kind === 'person' ? withTwins(own) : own,
    scopes: token.scopes,
    application: applicationOf(token, isOwnApp, items),
  }
}

async function hasEnded({ token: { sessionId }, account }: Loading): Promise<boolean> {
  return sessionId !== null && recordsOf(endedSessions, await account).some((ended) => ended.sessionId === sessionId)
}

/** The application that acts for a person. Its record and its grants for other organizations are read after the round. */
function applicationOf(token: AccessToken, isOwnApp: boolean, items: readonly Item[]): Principal['application'] {
  if (kindOf(token, isOwnApp) !== 'delegated') return null
  const { clientId: id } = token
  return { id, name: id, scopes: [], grants: standingIn(items, id), visibleMemberships: [] }
}

/** The subject of a machine's token is the client itself. The client's record has the kind of machine. */
function kindOf(token: AccessToken, isOwnApp: boolean): PrincipalKind {
  if (isOwnApp) return 'user'
  return token.subject === token.clientId ? 'api_key' : 'delegated'
}

async function reserveKey({ platform, operation, incoming, token }: ParsedRequest): Promise<ReservationOutcome | null> {
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

/** The items of the path's resource as they are now. */
async function readResourceItems(
  { platform, operation, incoming }: ParsedRequest,
  readItems: BatchLoader,
): Promise<readonly Item[]> {
  const request = resourceRequest(operation, incoming)
  return request ? await readRequested(platform.table, request, readItems) : []
}

function resourceRequest({ access }: Operation, { pathParameters }: Incoming): ItemRange | null {
  if (!('resource' in access)) return null
  const { resource } = access
  const { [resource.parameter]: id, orgId } = pathParameters
  // Anything else than an id matches nothing, and may be longer than a key of the table.
  if (!isUuid(id) || (orgId !== undefined && !isUuid(orgId))) return null
  return resource.partition(id.toLowerCase(), orgId?.toLowerCase() ?? '')
}

async function readRequested(
  table: Table,
  { partition, startingWith, isOneItem, seenAs }: ItemRange,
  readItems: BatchLoader,
): Promise<Item[]> {
  const items = isOneItem
    ? await readItems([{ PK: partition, SK: startingWith }])
    : await queryPartition(table, partition, startingWith)
  return seenAs ? seenAs(items) : items
}

/**
 * Reads whether an application may administer the organization that the request names: where only applications may call,
 * and where the token looks like that of a partner application.
 */
async function readAdministration(
  { operation, incoming, token, readItems }: Loading,
  resource: Promise<readonly Item[]>,
): Promise<Item[] | null> {
  const { access } = operation
  const isLikely = isForApplications(access) || (partnerScopeOf(access) !== null && isOfPartner(token))
  if (!isLikely) return null
  const given = organizationGiven(access, incoming)
  // A node's record names its organization where the path does not.
  const orgId = access.to === 'node' ? access.resource.decode(await resource)?.place.orgId : given
  return isUuid(orgId) ? await readItems(administrationKeys(token.clientId, orgId.toLowerCase())) : null
}

/** Whether a token is most likely that of a partner application. The client's record decides. */
function isOfPartner({ clientId, subject, scopes }: AccessToken): boolean {
  return subject === clientId && partnerScopes.some((scope) => scopes.includes(scope))
}

export function entityIdGiven(operation: Operation, incoming: Incoming, raw: RawBody | null): unknown {
  const { access } = operation
  if (access.to === 'entities') return incoming.query.entityId
  if (access.to !== 'entity') return undefined
  return access.named === 'query' ? incoming.query.entityId : jsonField(raw?.json, 'entityId')
}

/** Reads features and settings: those of the last place of the request's resource or entity, else of its caller, in this round. */
function settingsOfRequest({ operation, incoming, raw, token }: ParsedRequest, readItems: BatchLoader): SettingsReader {
  const { access } = operation
  const isAsked = 'feature' in access && (access.feature !== null || needsSettings(access))
  if (!isAsked) return settingsReader(readItems, { names: [], needsSettings: false })
  const given =
    'resource' in access ? incoming.pathParameters[access.resource.parameter] : entityIdGiven(operation, incoming, raw)
  const named = isUuid(given) ? [given.toLowerCase()] : []
  const entityId = 'resource' in access ? undefined : named[0]
  return settingsReader(readItems, {
    names: [...named, token.subject],
    entityId,
    needsSettings: needsSettings(access),
  })
}

async function readEntity({ operation, incoming, raw, readItems }: Loading): Promise<Item | null> {
  const entityId = entityIdGiven(operation, incoming, raw)
  if (!isUuid(entityId)) return null
  const [item] = await readItems([nodeKey(entityId.toLowerCase())])
  return item ?? null
}

async function readUpload({ operation, raw, readItems }: Loading): Promise<Item | null> {
  if (operation.body?.kind !== 'form' || raw?.file) return null
  const uploadId = jsonField(raw?.json, 'uploadId')
  if (!isUuid(uploadId)) return null
  const [item] = await readItems([uploadKey(uploadId.toLowerCase())])
  return item ?? null
}

function jsonField(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
}

async function preload(loading: Loading): Promise<unknown> {
  const { platform, operation, incoming, token, validated, account, readItems } = loading
  const { query, body } = validated
  if (!operation.preload || isRefusal(query) || isRefusal(body)) return null
  const request = {
    table: platform.table,
    readItems,
    path: pathParametersOf(incoming),
    query: query.value,
    body: body.value,
    principalId: token.subject,
    sessionId: token.sessionId,
    account,
    nowMs: platform.clock(),
  }
  return await operation.preload(request as never)
}

/** The path's parameters as `preload` and the handler get them: a UUID in lower case, everything else short enough for a key. */
export function pathParametersOf({ pathParameters }: Incoming): Record<string, string> {
  const normalized = Object.entries(pathParameters).map(([name, value]) => {
    // A parameter longer than any id matches nothing. Cut to a length that no id has, it still matches nothing.
    const short = value.slice(0, longestId + 1)
    return [name, isUuid(value) ? value.toLowerCase() : short]
  })
  return Object.fromEntries(normalized)
}
const longestId = 64
