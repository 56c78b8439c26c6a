import { type CountedClient, countRequest } from '../auth/client.ts'
import { accountPartition, memberships, type Principal, type PrincipalKind, profiles } from '../auth/principal.ts'
import type { AccessToken } from '../auth/token.ts'
import { isUuid } from '../ids.ts'
import type { ApiPlatform } from '../platform.ts'
import { recordsOf } from '../store/collection.ts'
import { nodeKey } from '../store/entities.ts'
import { fingerprintOf, type ReservationOutcome, release, reserve } from '../store/idempotency.ts'
import { getItem, type Item, queryPartition } from '../store/table.ts'
import { uploadKey } from '../store/uploads.ts'
import type { Incoming } from './incoming.ts'
import type { Operation } from './operation.ts'
import { isMultipart, type RawBody } from './raw-body.ts'

/** What one parallel round to the table brought. Nothing of it is told before the checks that precede it have passed. */
export interface Round {
  /** Null: no such client. `own`: the service's own app, which is no registered client. */
  readonly client: CountedClient | 'own' | null
  readonly principal: Principal | null
  readonly reservation: ReservationOutcome | null
  /** The partition that the path's resource lives in. */
  readonly resourceItems: readonly Item[]
  /** The node that `entityId` names in the body or the query. */
  readonly entityItem: Item | null
  readonly uploadItem: Item | null
}

/** The longest Idempotency-Key (contract §4.1). */
const maxKeyLength = 255

/** Null when the request carries no key; a key of a wrong length reserves nothing and is refused later. */
export function idempotencyKeyOf(incoming: Incoming): string | null {
  return incoming.method === 'POST' ? (incoming.headers['idempotency-key'] ?? null) : null
}

export function idempotencyKeyFits(key: string): boolean {
  return key.length >= 1 && key.length <= maxKeyLength
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
  try {
    const [client, principal, reservation, resourceItems, entityItem, uploadItem] = await Promise.all([
      isOwnApp ? ('own' as const) : countRequest(table, token.clientId, platform.clock(), incoming.ip),
      readPrincipal(platform, token, isOwnApp),
      reserving,
      readResource(platform, operation, incoming),
      readEntity(platform, operation, incoming, raw),
      readUpload(platform, operation, raw),
    ])
    return { client, principal, reservation, resourceItems, entityItem, uploadItem }
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
    memberships: recordsOf(memberships, items),
    scopes: token.scopes,
  }
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
  if (operation.access.to !== 'resource') return []
  const { resource } = operation.access
  const id = incoming.pathParameters[resource.parameter]
  if (!isUuid(id)) return []
  const { partition, startingWith } = resource.partition(id.toLowerCase())
  return await queryPartition(platform.table, partition, startingWith)
}

export function entityIdGiven(operation: Operation, incoming: Incoming, raw: RawBody | null): unknown {
  const { access } = operation
  if (access.to === 'entities') return incoming.query.entityId
  if (access.to !== 'entity') return undefined
  return access.named === 'query' ? incoming.query.entityId : fieldOf(raw?.json, 'entityId')
}

async function readEntity(platform: ApiPlatform, operation: Operation, incoming: Incoming, raw: RawBody | null) {
  const id = entityIdGiven(operation, incoming, raw)
  return isUuid(id) ? await getItem(platform.table, nodeKey(id.toLowerCase())) : null
}

async function readUpload(platform: ApiPlatform, operation: Operation, raw: RawBody | null): Promise<Item | null> {
  const id = operation.body?.kind === 'form' && !raw?.file ? fieldOf(raw?.json, 'uploadId') : undefined
  return isUuid(id) ? await getItem(platform.table, uploadKey(id.toLowerCase())) : null
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
}
