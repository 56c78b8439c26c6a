import { KMSClient } from '@aws-sdk/client-kms'
import { tableOf } from '../../infra/local/local-table.ts'
import {
  type Credentials,
  committed,
  makeApiKey,
  makeEntity,
  makeMembership,
  makeOrganization,
  makePartner,
  makePerson,
  makeProvider,
} from '../../infra/local/tenant.ts'
import { tokenOf } from '../../infra/local/workspace.ts'
import type { Client } from '../../shared/auth/client.ts'
import type { SystemRoleKey } from '../../shared/auth/permissions.ts'
import type { Profile } from '../../shared/auth/principal.ts'
import { accountPartition } from '../../shared/auth/principal.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import type { Entity, Organization } from '../../shared/store/entities.ts'
import { deleteItems, keyOf as keyOfItem, queryPartition, type Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { type CloudInUse, cloud } from './cloud.ts'

/** The table of the running local cloud, for what no operation can prepare yet. */
export function table(): Table {
  const made = tables.get(cloud()) ?? tableOf(cloud())
  tables.set(cloud(), made)
  return made
}
/** A process may use one cloud after another. */
const tables = new Map<CloudInUse, Table>()

/** An organization of a test's own, with one entity and an API key that may do everything in it. */
export interface Tenant {
  readonly org: Organization
  readonly entity: Entity
  readonly key: Credentials
  readonly token: string
}

type EntityOptions = NonNullable<Parameters<typeof makeEntity>[2]>

export interface TenantOptions {
  readonly livemode?: boolean
  readonly role?: SystemRoleKey
  readonly entity?: EntityOptions
  readonly signatureRequestLimit?: number | null
  /** Of its key: as many requests as a file of tests makes where nothing is said, the usual number with `{}`. */
  readonly client?: Partial<Client>
  /** How the key gets its token; by client_credentials where nothing is said. */
  readonly tokenOf?: (key: Credentials) => Promise<string>
}

/** A file of tests makes more requests in a minute than a usual client; tests of the limit say theirs. */
export const manyRequests: Partial<Client> = { requestsPerMinute: 1_000_000 }

export async function tenant(options: TenantOptions = {}): Promise<Tenant> {
  const providerId = await makeProvider(table(), systemIds())
  const limit = options.signatureRequestLimit
  const org = await makeOrganization(table(), {
    providerId,
    name: 'Test organization',
    livemode: options.livemode ?? false,
    ...(limit === undefined ? {} : { signatureRequestLimit: limit }),
  })
  const entity = await makeEntity(table(), org, options.entity)
  const role = options.role ?? 'admin'
  const key = await makeApiKey(table(), {
    role,
    node: org,
    client: options.client ?? manyRequests,
  })
  return { org, entity, key, token: await (options.tokenOf ?? tokenFor)(key) }
}

/** Another key of a tenant, with its token. */
export async function keyOf(
  of: Tenant,
  role: SystemRoleKey,
  client: Partial<Client> = manyRequests,
): Promise<Credentials & { token: string }> {
  const key = await makeApiKey(table(), { role, node: of.org, client })
  return { ...key, token: await tokenFor(key) }
}

export async function partnerOf(of: Tenant, client: Partial<Client> = {}): Promise<Credentials> {
  const { providerId } = of.org
  return await makePartner(table(), { providerId, name: 'A partner', scopes: ['orgs:write'], client })
}

/** A person of a tenant and their token for the service's own app. */
export async function personOf(
  of: Tenant,
  role: SystemRoleKey,
  email = `${systemIds()}@example.com`,
): Promise<{ account: Profile; token: string }> {
  const { providerId } = of.org
  const account = await makePerson(table(), { providerId, email, firstName: 'Paul', lastName: 'Person' })
  await makeMembership(table(), account, of.org, role)
  return { account, token: await userToken(account.id) }
}

/** The KMS of the running local cloud, which holds the issuer's key. */
export function kms(): KMSClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const { endpoints } = cloud()
  const made = kmsClients.get(cloud()) ?? new KMSClient({ region: 'us-east-1', endpoint: endpoints.kms, credentials })
  kmsClients.set(cloud(), made)
  return made
}
const kmsClients = new Map<CloudInUse, KMSClient>()

export async function userToken(accountId: string, signedInAtSec?: number): Promise<string> {
  return await tokenOf(cloud(), kms(), accountId, signedInAtSec)
}

/** An access token by client_credentials, as any client of the API gets it. */
export async function tokenFor({ clientId, clientSecret }: Credentials): Promise<string> {
  const response = await fetch(`${cloud().authUrl}/oauth/v2/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'urn:svc:api:aud' }),
  })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (!token) throw new Error(`no token for ${clientId}: ${response.status}`)
  return token
}

/** Writes what no operation can prepare yet. */
export async function committedHere(decide: (work: UnitOfWork) => void): Promise<void> {
  await committed(table(), async (work) => decide(work))
}

/** Takes all memberships of an account away. */
export async function leave(accountId: string): Promise<void> {
  const keys = (await queryPartition(table(), accountPartition(accountId), 'MEMBERSHIP#')).map(keyOfItem)
  await deleteItems(table(), keys)
}
