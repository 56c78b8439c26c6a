import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import {
  type Client,
  changeClient,
  clientKey,
  clients,
  defaultRequestsPerMinute,
  type Usage,
  unused,
  usageSchema,
} from '../../shared/auth/client.ts'
import { secretHash } from '../../shared/auth/client-secret.ts'
import { type Profile, profiles } from '../../shared/auth/principal.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import type { Ids } from '../../shared/platform/ids.ts'
import { uuid } from '../../shared/platform/ids.ts'
import { recordsOf, type Versioned } from '../../shared/store/collection.ts'
import { getItems, type Item, queryIndex, queryPartition, type Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { commitCommand } from './commit-command.ts'
import { CommandRefusal } from './refusal.ts'

const entrySchema = v.object({
  at: v.string(),
  action: v.picklist([
    ...(['registered', 'changed', 'secret_rotated', 'revoked'] as const),
    ...(['webhook_added', 'webhook_changed', 'webhook_secret_rotated', 'webhook_disabled'] as const),
    ...(['webhook_enabled', 'webhook_replayed', 'webhook_removed'] as const),
  ]),
  changes: v.array(v.object({ field: v.string(), from: v.unknown(), to: v.unknown() })),
})
export type Entry = v.InferOutput<typeof entrySchema>

/** Older entries of a long history are dropped. */
const entriesKept = 100

/**
 * What the installation knows of an application beside the client that it is: the two carry the same id and are changed
 * together, under the version of this one. It is listed by this record and not by the client, which every request writes.
 */
const registrationSchema = v.object({
  id: v.string(),
  providerId: uuid,
  createdAt: v.string(),
  /** What was done to it, the newest last: an application belongs to no organization, in whose audit log it could stand. */
  history: v.array(entrySchema),
  version: v.number(),
})
export type Registration = v.InferOutput<typeof registrationSchema>

export const registrations: Versioned<Registration> = {
  name: 'application',
  schema: registrationSchema,
  key: ({ id }) => ({ PK: clientKey(id).PK, SK: 'APPLICATION' }),
  indexKeys: ({ providerId, id }) => ({ GSI1PK: applicationsOf(providerId), GSI1SK: id }),
}

/** The listing of a provider's applications, oldest first. */
function applicationsOf(providerId: string): string {
  return `PROVIDER#${providerId}#APPLICATIONS`
}

/** An application with everything that is stored under its id. */
export interface RegisteredApplication {
  readonly registration: Registration
  readonly client: Client
  readonly usage: Usage
}

interface Moment {
  readonly ids: Ids
  readonly nowMs: number
}

export type NewApplication = { providerId: string } & Pick<Client, 'name'> & Partial<Omit<Client, 'kind' | 'orgId'>>

/** Registers a partner application, which may be a connected app as well. One that has keys of its own gets no secret. */
export function addApplication(
  work: UnitOfWork,
  { providerId, ...given }: NewApplication,
  { ids, nowMs }: Moment,
): RegisteredApplication & { secret: string | null } {
  const secret = provesItselfByKeys(given) ? null : newSecret()
  const createdAt = timestamp(nowMs)
  const client: Client = {
    id: ids(nowMs),
    kind: 'partner',
    orgId: null,
    secrets: secret === null ? [] : [kept(secret)],
    jwks: null,
    redirectUris: [],
    scopes: [],
    ipAllowlist: [],
    requestsPerMinute: defaultRequestsPerMinute,
    validUntil: null,
    revokedAt: null,
    createdAt,
    version: 1,
    ...given,
  }
  const history: Entry[] = [{ at: createdAt, action: 'registered', changes: [] }]
  const registration = { id: client.id, providerId, createdAt, history, version: 1 }
  work.create(clients, client)
  work.create(registrations, registration)
  work.create(profiles, accountOf(registration, client.name))
  return { registration, client, usage: unused, secret }
}

export function provesItselfByKeys({ jwks }: Pick<Partial<Client>, 'jwks'>): boolean {
  return jwks !== null && jwks !== undefined && jwks.keys.length > 0
}

function newSecret(): string {
  return `ps_${randomBytes(32).toString('base64url')}`
}

function kept(secret: string): Client['secrets'][number] {
  return { sha256: secretHash(secret), validUntil: null }
}

/** The account that an application acts as carries its id, since a machine token is about the client itself. */
function accountOf({ id, providerId, createdAt, version }: Registration, name: string): Profile {
  return {
    id,
    providerId,
    createdAt,
    version,
    kind: 'service',
    email: null,
    firstName: name,
    lastName: null,
    locale: 'en',
    avatarUrl: null,
    welcomeCompletedAt: null,
  }
}

export async function readApplication(table: Table, id: string): Promise<RegisteredApplication> {
  const [application] = applicationsIn(await queryPartition(table, clientKey(id).PK, ''))
  if (application) return application
  throw new CommandRefusal(`No application has the id ${id}. See: npm run partner -- list`)
}

/** A page of the index; all applications are listed, however many pages they take. */
const pageSize = 500

/** Those of a provider, oldest first. */
export async function listApplications(table: Table, providerId: string): Promise<RegisteredApplication[]> {
  const found: RegisteredApplication[] = []
  for (let last: string | undefined; ; ) {
    const from = last === undefined ? ' ' : `${last} `
    const range = { index: 'GSI1' as const, partition: applicationsOf(providerId), from, limit: pageSize }
    const page = recordsOf(registrations, await queryIndex(table, range))
    const keys = page.flatMap((registration) => [registrations.key(registration), clientKey(registration.id)])
    found.push(...applicationsIn(await getItems(table, keys)))
    last = page.at(-1)?.id
    if (page.length < pageSize) return found.sort((a, b) => (a.client.id < b.client.id ? -1 : 1))
  }
}

function applicationsIn(items: readonly Item[]): RegisteredApplication[] {
  return recordsOf(registrations, items).flatMap((registration) => {
    const item = items.find(({ PK, type }) => PK === clientKey(registration.id).PK && type === clients.name)
    const [client] = item ? recordsOf(clients, [item]) : []
    return client ? { registration, client, usage: v.parse(usageSchema, item) } : []
  })
}

/** What of an application can be changed. */
export type ApplicationChange = Partial<
  Pick<Client, 'name' | 'publisher' | 'logoUrl' | 'scopes' | 'redirectUris' | 'requestsPerMinute' | 'jwks'>
>

/** Changes an application. Keys of its own take the place of a secret. */
export async function changeApplication(
  table: Table,
  id: string,
  change: ApplicationChange,
  nowMs: number,
): Promise<RegisteredApplication> {
  return await changed(table, id, nowMs, ({ client }) => {
    const next: Client = { ...client, ...change }
    const changes = Object.keys(change)
      .map((field) => ({ field, from: clientField(client, field), to: clientField(next, field) }))
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    const secrets = provesItselfByKeys(next) ? [] : client.secrets
    return changes.length === 0 ? null : { client: { ...next, secrets }, entry: { action: 'changed', changes } }
  })
}

function clientField(client: Client, field: string): unknown {
  return Object.entries(client).find(([name]) => name === field)?.[1] ?? null
}

/**
 * Gives an application another secret. The one so far goes on working for a while; one before it does not. So it is refused while an
 * earlier one still works, unless that is to end.
 */
export async function rotateApplicationSecret(
  table: Table,
  id: string,
  { overlapMs, endsOverlap, nowMs }: { overlapMs: number; endsOverlap: boolean; nowMs: number },
): Promise<RegisteredApplication & { secret: string }> {
  const secret = newSecret()
  const validUntil = timestamp(nowMs + overlapMs)
  const application = await changed(table, id, nowMs, ({ client }) => {
    if (provesItselfByKeys(client))
      throw new CommandRefusal(
        `${client.name} authenticates with its own keys and has no secret. To change them: change --jwks FILE`,
      )
    const promised = client.secrets.find(({ validUntil }) => validUntil !== null && Date.parse(validUntil) > nowMs)
    if (promised && !endsOverlap)
      throw new CommandRefusal(
        `The secret before the present one works until ${promised.validUntil}, and would end now. Wait until then, or end it: rotate-secret --force`,
      )
    const soFar = client.secrets.filter((held) => held.validUntil === null)
    const overlapping = overlapMs > 0 ? soFar.map(({ sha256 }) => ({ sha256, validUntil })) : []
    const changes = overlapMs > 0 ? [{ field: 'previousSecretExpiresAt', from: null, to: validUntil }] : []
    const secrets = [kept(secret), ...overlapping]
    return { client: { ...client, secrets }, entry: { action: 'secret_rotated', changes } }
  })
  return { ...application, secret }
}

/** For good: its tokens are refused from the next request on. What it was granted stays as history. */
export async function revokeApplication(table: Table, id: string, nowMs: number): Promise<RegisteredApplication> {
  const application = await readApplication(table, id)
  if (application.client.revokedAt !== null) return application
  const revokedAt = timestamp(nowMs)
  return await changed(table, id, nowMs, ({ client }) => ({
    client: { ...client, revokedAt, secrets: [] },
    entry: { action: 'revoked', changes: [] },
  }))
}

interface NextState {
  readonly client: Client
  readonly entry: Omit<Entry, 'at'>
}

/** The next state of an application that is not revoked; null: it stays as it is. */
async function changed(
  table: Table,
  id: string,
  nowMs: number,
  next: (application: RegisteredApplication) => NextState | null,
): Promise<RegisteredApplication> {
  return await commitCommand(table, 'partner', async (work) => {
    const before = await readChangeable(table, id)
    const state = next(before)
    return state ? advance(work, before, state, nowMs) : before
  })
}

/** An application that is not revoked. */
export async function readChangeable(table: Table, id: string): Promise<RegisteredApplication> {
  const application = await readApplication(table, id)
  const { revokedAt, name } = application.client
  if (revokedAt !== null) throw new CommandRefusal(`${name} was revoked for good at ${revokedAt}. Register it again.`)
  return application
}

/** Brings an application to its next state, and notes in its history what was done. */
export function advance(
  work: UnitOfWork,
  before: RegisteredApplication,
  { client: next, entry }: NextState,
  nowMs: number,
): RegisteredApplication {
  const version = before.registration.version + 1
  const history = [...before.registration.history, { at: timestamp(nowMs), ...entry }].slice(-entriesKept)
  const registration = { ...before.registration, history, version }
  const client = { ...next, version }
  work.update(registrations, before.registration, registration)
  changeClient(work, client)
  if (client.name !== before.client.name) work.putPart(profiles, accountOf(registration, client.name))
  return { ...before, registration, client }
}
