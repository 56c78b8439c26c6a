import { randomBytes } from 'node:crypto'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { type Client, clients, defaultRequestsPerMinute } from '../../shared/auth/client.ts'
import { secretHash } from '../../shared/auth/client-secret.ts'
import { type SystemRoleKey, systemRoles } from '../../shared/auth/permissions.ts'
import { type Membership, memberships, type Profile, profiles } from '../../shared/auth/principal.ts'
import { timestamp } from '../../shared/clock.ts'
import { systemIds } from '../../shared/ids.ts'
import { type Collection, toItem } from '../../shared/store/collection.ts'
import {
  defaultSignatureSettings,
  type Entity,
  type Group,
  nodes,
  type Organization,
  type SignatureSettings,
} from '../../shared/store/entities.ts'
import { memberEmails } from '../../shared/store/member-emails.ts'
import { providers } from '../../shared/store/providers.ts'
import { marshalled, type Table } from '../../shared/store/table.ts'

/** Requests that a test organization may create in a month. */
const testRequestsAMonth = 200

/** An API key or application as it is handed to whoever is to use it: the secret is not kept anywhere else. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

export async function put<T>(table: Table, collection: Collection<T>, record: T): Promise<T> {
  await table.client.send(new PutItemCommand({ TableName: table.name, Item: marshalled(toItem(collection, record)) }))
  return record
}

const now = () => timestamp(Date.now())

export async function makeProvider(table: Table, id: string): Promise<string> {
  await put(table, providers, { id, name: 'Sealpost demo', slug: 'demo', defaultLocale: 'en', createdAt: now() })
  return id
}

interface OrganizationOptions {
  readonly providerId: string
  readonly name: string
  readonly livemode: boolean
  readonly id?: string
  readonly twinOrgId?: string
  /** Null: without limit. */
  readonly signatureRequestLimit?: number | null
}

export async function makeOrganization(table: Table, options: OrganizationOptions): Promise<Organization> {
  const id = options.id ?? systemIds()
  const usual = options.livemode ? null : testRequestsAMonth
  return await put(table, nodes, {
    id,
    orgId: id,
    providerId: options.providerId,
    type: 'organization' as const,
    name: options.name,
    createdAt: now(),
    version: 1,
    livemode: options.livemode,
    twinOrgId: options.twinOrgId ?? null,
    signatureRequestLimit: options.signatureRequestLimit === undefined ? usual : options.signatureRequestLimit,
  }).then((node) => asType(node, 'organization'))
}

interface EntityOptions {
  readonly name?: string
  readonly featuresOff?: Entity['featuresOff']
  readonly signature?: Partial<SignatureSettings>
  readonly signatureRequestLimit?: number | null
}

export async function makeEntity(table: Table, org: Organization, options: EntityOptions = {}): Promise<Entity> {
  const node = await put(table, nodes, {
    id: systemIds(),
    orgId: org.id,
    providerId: org.providerId,
    type: 'entity' as const,
    name: options.name ?? 'Head office',
    createdAt: now(),
    version: 1,
    livemode: org.livemode,
    parentId: org.id,
    featuresOff: options.featuresOff ?? [],
    signature: { ...defaultSignatureSettings, ...options.signature },
    signatureRequestLimits: { organization: org.signatureRequestLimit, entity: options.signatureRequestLimit ?? null },
  })
  return asType(node, 'entity')
}

export async function makeGroup(table: Table, entity: Entity, name = 'Team'): Promise<Group> {
  const { orgId, providerId, livemode, id: entityId } = entity
  const group = { id: systemIds(), type: 'group' as const, name, createdAt: now(), version: 1, parentId: entityId }
  return asType(await put(table, nodes, { ...group, orgId, providerId, livemode, entityId }), 'group')
}

function asType<Node extends { type: string }, Type extends Node['type']>(
  node: Node,
  type: Type,
): Extract<Node, { type: Type }> {
  if (node.type !== type) throw new Error(`a ${node.type} is not a ${type}`)
  return node as Extract<Node, { type: Type }>
}

export async function makePerson(
  table: Table,
  person: { providerId: string; email: string; firstName: string; lastName: string; locale?: string },
): Promise<Profile> {
  return await put(table, profiles, {
    id: systemIds(),
    kind: 'person',
    locale: 'en',
    ...person,
    avatarUrl: null,
    welcomeCompletedAt: null,
    createdAt: now(),
    version: 1,
  })
}

/** Gives an account a role on a node. `entities` are those in reach, for the features that they have off. */
export async function makeMembership(
  table: Table,
  account: Profile,
  node: Organization | Entity | Group,
  roleKey: SystemRoleKey,
  entities: readonly Entity[],
): Promise<Membership> {
  const { id, key, name, permissions } = systemRoles[roleKey]
  if (account.email) await put(table, memberEmails, { orgId: node.orgId, email: account.email, userId: account.id })
  return await put(table, memberships, {
    id: systemIds(),
    userId: account.id,
    orgId: node.orgId,
    nodeId: node.id,
    entityId: node.type === 'organization' ? null : node.type === 'entity' ? node.id : node.entityId,
    role: { id, key, name },
    permissions: [...permissions],
    featuresOff: Object.fromEntries(entities.map((entity) => [entity.id, entity.featuresOff])),
    livemode: node.livemode,
    status: 'active',
    createdAt: now(),
    version: 1,
  })
}

interface ApiKeyOptions {
  readonly name?: string
  readonly role: SystemRoleKey
  readonly node: Organization | Entity | Group
  readonly entities: readonly Entity[]
  readonly client?: Partial<Client>
}

/** An API key with its service account and its role. */
export async function makeApiKey(table: Table, options: ApiKeyOptions): Promise<Credentials> {
  const { role, node, entities } = options
  const name = options.name ?? `${role} key`
  const clientSecret = `${node.livemode ? 'sk_live_' : 'sk_test_'}${randomBytes(32).toString('base64url')}`
  const clientId = await makeClient(table, {
    kind: 'api_key',
    name,
    orgId: node.orgId,
    clientSecret,
    ...options.client,
  })
  const account = await makeServiceAccount(table, clientId, name, node.providerId)
  await makeMembership(table, account, node, role, entities)
  return { clientId, clientSecret }
}

export async function makePartner(
  table: Table,
  options: { providerId: string; name: string; scopes: readonly string[]; client?: Partial<Client> },
): Promise<Credentials> {
  const clientSecret = `ps_${randomBytes(32).toString('base64url')}`
  const { name, scopes, client } = options
  const clientId = await makeClient(table, {
    kind: 'partner',
    name,
    orgId: null,
    clientSecret,
    scopes: [...scopes],
    ...client,
  })
  await makeServiceAccount(table, clientId, name, options.providerId)
  return { clientId, clientSecret }
}

async function makeClient(
  table: Table,
  options: Pick<Client, 'kind' | 'name' | 'orgId'> & { clientSecret: string } & Partial<Client>,
): Promise<string> {
  const { clientSecret, ...given } = options
  const client = await put(table, clients, {
    id: systemIds(),
    secrets: [{ sha256: secretHash(clientSecret), validUntil: null }],
    jwks: null,
    redirectUris: [],
    scopes: [],
    ipAllowlist: [],
    requestsPerMinute: defaultRequestsPerMinute,
    validUntil: null,
    revokedAt: null,
    createdAt: now(),
    version: 1,
    ...given,
  })
  return client.id
}

/** A machine's account carries the id of its client, since a machine token is about the client itself. */
async function makeServiceAccount(table: Table, id: string, name: string, providerId: string): Promise<Profile> {
  return await put(table, profiles, {
    id,
    kind: 'service',
    email: null,
    firstName: name,
    lastName: null,
    locale: 'en',
    avatarUrl: null,
    welcomeCompletedAt: null,
    providerId,
    createdAt: now(),
    version: 1,
  })
}
