import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { claimName } from '../../functions/access/api-keys/key-name.ts'
import { changeMember, type MembershipRights } from '../../functions/organizations/model/members/change-member.ts'
import type { Member } from '../../functions/organizations/model/members/member.ts'
import { apiKeys } from '../../shared/auth/api-key.ts'
import { type Client, clients, defaultRequestsPerMinute } from '../../shared/auth/client.ts'
import { newApiKeySecret, secretHash } from '../../shared/auth/client-secret.ts'
import { type SystemRoleKey, systemRoles } from '../../shared/auth/permissions.ts'
import { type Membership, memberships, newAccountId, type Profile, profiles } from '../../shared/auth/principal.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { accountEmails } from '../../shared/store/accounts.ts'
import { type Collection, fromItem, toItem } from '../../shared/store/collection.ts'
import {
  type Entity,
  entityIdOf,
  type Group,
  type Node,
  nodes,
  type Organization,
  placeOf,
} from '../../shared/store/entities.ts'
import { writeSwitches } from '../../shared/store/feature-switches.ts'
import type { Feature } from '../../shared/store/features.ts'
import { memberEmailKey, memberEmails } from '../../shared/store/member-emails.ts'
import { increaseNodeUsage, openNodeUsage } from '../../shared/store/node-usage.ts'
import { providers } from '../../shared/store/providers.ts'
import { chosenAmong, type NodeSettings, nodeSettings } from '../../shared/store/settings.ts'
import { settingsKey, switchesKey } from '../../shared/store/settings-keys.ts'
import { getItem, getItems, type Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { addApplication, type NewApplication } from '../operations/applications.ts'
import { commitCommand } from '../operations/commit-command.ts'
import { providerSlugs } from '../operations/provider-slug.ts'
import { CommandRefusal } from '../operations/refusal.ts'

/** An API key or application as it is handed to whoever is to use it: the secret is not kept anywhere else. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

export async function put<T>(table: Table, collection: Collection<T>, record: T): Promise<T> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: toItem(collection, record) }))
  return record
}

const now = () => timestamp(Date.now())

/** With a slug, the one that has it; a test's own has none that anybody could ask for. */
export async function makeProvider(table: Table, id: string, slug?: string): Promise<string> {
  const provider = { id, name: 'Sealpost demo', slug: slug ?? id, defaultLocale: 'en', createdAt: now() }
  await put(table, providers, provider)
  if (slug !== undefined) await put(table, providerSlugs, { slug, providerId: id, founding: null })
  return id
}

interface OrganizationOptions {
  readonly providerId: string
  readonly name: string
  readonly livemode: boolean
  readonly id?: string
  readonly twinOrgId?: string
  /** Null: without limit. */
  readonly signatureRequestLimit?: number | null | undefined
}

export async function makeOrganization(table: Table, options: OrganizationOptions): Promise<Organization> {
  const id = options.id ?? systemIds()
  const organization = await putNode(table, {
    id,
    orgId: id,
    providerId: options.providerId,
    type: 'organization' as const,
    name: options.name,
    createdAt: now(),
    version: 1,
    livemode: options.livemode,
    twinOrgId: options.twinOrgId ?? null,
  })
  const { signatureRequestLimit: limit } = options
  if (limit !== undefined) await choose(table, organization, { quotas: quotasOf(limit) })
  return asType(organization, 'organization')
}

function quotasOf(limit: number | null): NodeSettings['quotas'] {
  return { signature_requests: { limit, blocking: limit !== null }, registered_mail_items: null }
}

/** Chooses settings of a node that has chosen none, or other ones. */
export async function choose(
  table: Table,
  { id, orgId }: Pick<Node, 'id' | 'orgId'>,
  chosen: { readonly [Name in keyof NodeSettings]?: Partial<NodeSettings[Name]> },
): Promise<void> {
  const items = await getItems(table, [switchesKey(orgId), settingsKey(id)])
  const before = chosenAmong(items)({ orgId, nodeId: id })
  const sections = Object.entries(chosen).map(([name, values]) => [
    name,
    { ...Object(Reflect.get(before, name)), ...Object(values) },
  ])
  const after: NodeSettings = { ...before, ...Object.fromEntries(sections) }
  await committed(table, async (work) => {
    work.putPart(nodeSettings, after)
    if (chosen.features) writeSwitches(work, after, after.features)
  })
}

interface EntityOptions {
  readonly name?: string
  readonly featuresOff?: readonly Feature[]
  readonly signature?: Partial<NodeSettings['signature']>
  readonly signatureRequestLimit?: number | null
}

export async function makeEntity(table: Table, org: Organization, options: EntityOptions = {}): Promise<Entity> {
  const node = await putNode(table, {
    id: systemIds(),
    orgId: org.id,
    providerId: org.providerId,
    type: 'entity' as const,
    name: options.name ?? 'Head office',
    createdAt: now(),
    version: 1,
    livemode: org.livemode,
    parentId: org.id,
  })
  const { featuresOff = [], signature = {}, signatureRequestLimit: limit = null } = options
  if (featuresOff.length > 0 || Object.keys(signature).length > 0 || limit !== null)
    await choose(table, node, {
      ...(featuresOff.length > 0 && { features: Object.fromEntries(featuresOff.map((feature) => [feature, false])) }),
      signature,
      ...(limit !== null && { quotas: quotasOf(limit) }),
    })
  return asType(node, 'entity')
}

export async function makeGroup(table: Table, parent: Entity | Group, name = 'Team'): Promise<Group> {
  const { orgId, providerId, livemode } = parent
  const entityId = parent.type === 'entity' ? parent.id : parent.entityId
  const ancestorIds = [...placeOf(parent).ancestorIds, parent.id]
  const group = { id: systemIds(), type: 'group' as const, name, createdAt: now(), version: 1, parentId: parent.id }
  return asType(await putNode(table, { ...group, orgId, providerId, livemode, entityId, ancestorIds }), 'group')
}

/** A node with the counter of what stands at it, and counted where it stands itself. */
async function putNode(table: Table, node: Node): Promise<Node> {
  await committed(table, async (work) => {
    work.create(nodes, node)
    openNodeUsage(work, placeOf(node))
    if (node.type === 'organization') return
    const { orgId, ancestorIds } = placeOf(node)
    increaseNodeUsage(work, { orgId, nodeId: node.parentId, ancestorIds: ancestorIds.slice(0, -1) })
  })
  return node
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
  const id = newAccountId(systemIds)
  const { email, firstName, lastName, locale = 'en' } = person
  await put(table, accountEmails, { email, userId: id, kind: 'person', firstName, lastName, locale })
  return await put(table, profiles, {
    id,
    kind: 'person',
    locale,
    ...person,
    avatarUrl: null,
    welcomeCompletedAt: null,
    createdAt: now(),
    version: 1,
  })
}

/** Gives an account a role on a node. */
export async function makeMembership(
  table: Table,
  account: Profile,
  node: Organization | Entity | Group,
  roleKey: SystemRoleKey,
): Promise<Membership> {
  const { id: roleId, key, name, permissions } = systemRoles[roleKey]
  const place = placeOf(node)
  const shared = {
    id: systemIds(),
    userId: account.id,
    createdAt: now(),
    version: 1,
    livemode: node.livemode,
    orgId: node.orgId,
    nodeId: node.id,
    ancestorIds: [...place.ancestorIds],
    role: { id: roleId, key, name },
  }
  const grant = { permissions: [...permissions] }
  const membership = { ...shared, ...grant, entityId: entityIdOf(place), status: 'active' as const }
  if (account.kind === 'person' && account.email) await joinAs(table, { shared, grant, account, email: account.email })
  else
    await committed(table, async (work) => {
      work.create(memberships, membership)
      increaseNodeUsage(work, place)
    })
  return membership
}

interface Joining {
  readonly shared: Pick<
    Member,
    'id' | 'userId' | 'createdAt' | 'version' | 'livemode' | 'orgId' | 'nodeId' | 'ancestorIds' | 'role'
  >
  readonly grant: MembershipRights
  readonly account: Profile
  readonly email: string
}

async function joinAs(table: Table, { shared, grant, account, email }: Joining): Promise<void> {
  const { providerId, firstName, lastName, locale } = account
  const { createdAt } = shared
  const person = { firstName, lastName, locale }
  const since = { activeSince: createdAt, invitedAt: createdAt, invitedBy: null, invitation: null }
  await committed(table, async (work) => {
    const item = await getItem(table, memberEmailKey(shared.orgId, email))
    const known = item ? fromItem(memberEmails, item) : null
    changeMember(work, { before: null, after: { ...shared, ...since, email, person, providerId }, grant, email: known })
  })
}

/** What is made at the same moment waits for its turn. */
export async function committed(table: Table, decide: (work: UnitOfWork) => Promise<void>): Promise<void> {
  await commitCommand(table, 'seed', decide)
}

interface ApiKeyOptions {
  readonly name?: string
  readonly role: SystemRoleKey
  readonly node: Organization | Entity | Group
  readonly client?: Partial<Client>
}

/** An API key with its name, its service account and its role. */
export async function makeApiKey(table: Table, options: ApiKeyOptions): Promise<Credentials> {
  const { role, node, client: given } = options
  const id = systemIds()
  const name = await takeKeyName(table, id, options)
  const clientSecret = newApiKeySecret(node.livemode)
  const own = { id, kind: 'api_key' as const, name, orgId: node.orgId, clientSecret }
  const clientId = await makeClient(table, { ...own, ...given })
  const account = await makeServiceAccount(table, clientId, name, node.providerId)
  const { id: membershipId, ...membership } = await makeMembership(table, account, node, role)
  await put(table, apiKeys, {
    id: clientId,
    orgId: node.orgId,
    providerId: node.providerId,
    nodeId: node.id,
    membershipId,
    ancestorIds: membership.ancestorIds,
    role: membership.role,
    secretHint: clientSecret.slice(-4),
    livemode: node.livemode,
    createdAt: account.createdAt,
    createdBy: null,
    revocation: null,
    version: 1,
  })
  return { clientId, clientSecret }
}

/** The name of a key, which no other active key of its organization has. Keys that nobody named are told apart by their ids. */
async function takeKeyName(table: Table, id: string, { name, role, node, client }: ApiKeyOptions): Promise<string> {
  const { orgId } = node
  const { validUntil = null, revokedAt = null } = client ?? {}
  const usual = name ?? `${role} key`
  const take = async (taken: string) => {
    const named = { key: { id, orgId }, client: { name: taken, validUntil, revokedAt } }
    if (revokedAt === null) await committed(table, async (work) => claimName(work, named, Date.now()))
    return taken
  }
  return await take(usual).catch(async (error: unknown) => {
    if (name !== undefined || !(error instanceof CommandRefusal)) throw error
    return await take(`${usual} ${id}`)
  })
}

/** A partner application, registered as `npm run partner` does it. The secret of one that proves itself by keys is empty. */
export async function makePartner(
  table: Table,
  options: { providerId: string; name: string; scopes: readonly string[]; client?: Partial<Client> },
): Promise<Credentials> {
  const { providerId, name, scopes, client: given } = options
  const { client, secret } = await makeApplication(table, { providerId, name, scopes: [...scopes], ...given })
  return { clientId: client.id, clientSecret: secret ?? '' }
}

export async function makeApplication(table: Table, application: NewApplication) {
  const moment = { ids: systemIds, nowMs: Date.now() }
  return await commitCommand(table, 'seed', async (work) => addApplication(work, application, moment))
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
