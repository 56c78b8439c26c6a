import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KMSClient } from '@aws-sdk/client-kms'
import * as v from 'valibot'
import { enable } from '../../functions/organizations/model/test-mode/test-mode-changes.ts'
import { takeTestModeStep } from '../../functions/organizations/test-mode/test-mode-step.ts'
import { accessTokenClaims } from '../../shared/auth/access-token-claims.ts'
import { signAccessToken } from '../../shared/auth/kms-token-signer.ts'
import type { PartnerScope, SystemRoleKey } from '../../shared/auth/permissions.ts'
import { minuteMs } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { type Entity, nodeKey, nodes, type Organization } from '../../shared/store/entities.ts'
import { closeTable, getItems, type Table } from '../../shared/store/table.ts'
import { readTestMode } from '../../shared/store/test-mode.ts'
import { twinIdOf } from '../../shared/store/twin-ids.ts'
import { ownAudience } from '../constructs/issuer.ts'
import { makeGrant } from './application-grants.ts'
import type { Endpoints } from './endpoints.ts'
import { readJsonFile } from './engines/json-file.ts'
import { anyCredentials, resource, tableOf } from './local-table.ts'
import { localRegion } from './template-resources.ts'
import {
  type Credentials,
  committed,
  makeApiKey,
  makeApplication,
  makeEntity,
  makeMembership,
  makeOrganization,
  makePartner,
  makePerson,
  makeProvider,
} from './tenant.ts'

/** What the running local cloud tells whoever fills it. */
export interface SeedContext {
  readonly dataDirectory: string
  readonly baseUrl: string
  readonly authUrl: string
  readonly inboxUrl: string
  readonly endpoints: Pick<Endpoints, 'dynamodb' | 'kms'>
  /** Names of resources, by logical id and by output. */
  readonly resources: Readonly<Record<string, string>>
}

interface Person {
  readonly id: string
  readonly email: string
  readonly accessToken: string
}

const roles = ['owner', 'admin', 'manager', 'member', 'viewer'] as const satisfies readonly SystemRoleKey[]

const named = v.object({ id: v.string() })
const credentials = v.object({ clientId: v.string(), clientSecret: v.string() })
const person = v.object({ id: v.string(), email: v.string() })

/** What stays the same from start to start: the ids and secrets of the demo workspace. */
const seededSchema = v.object({
  provider: named,
  org: named,
  entity: named,
  testOrg: named,
  testEntity: named,
  apiKeys: v.object({ admin: credentials, member: credentials, viewer: credentials, testAdmin: credentials }),
  partner: credentials,
  connectedApp: v.object({ clientId: v.string(), privateJwk: v.looseObject({}), redirectUri: v.string() }),
  users: v.object({ owner: person, admin: person, manager: person, member: person, viewer: person }),
})
type Seeded = v.InferOutput<typeof seededSchema>

/** `workspace.json`: everything that is needed to try the local cloud out. */
export interface Workspace extends Omit<Seeded, 'users'> {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  readonly jwksUri: string
  readonly audience: string
  readonly scope: string
  readonly inboxUrl: string
  readonly users: Readonly<Record<(typeof roles)[number], Person>>
}

/** Tokens live ten minutes; the file always holds some with half of that left. */
const refreshEveryMs = 5 * minuteMs

/** Fills an empty local cloud with a demo workspace, and keeps `workspace.json` true while it runs. */
export async function seedWorkspace(cloud: SeedContext): Promise<{ stop(): void }> {
  const table = tableOf(cloud)
  const path = join(cloud.dataDirectory, 'workspace.json')
  const seeded = (await readJsonFile(path, seededSchema)) ?? (await seed(table))
  const kms = new KMSClient({ region: localRegion, endpoint: cloud.endpoints.kms, credentials: anyCredentials })
  const write = async () => writeWhole(path, await workspaceOf(seeded, cloud, kms))
  await write()
  const timer = setInterval(() => void write().catch(() => {}), refreshEveryMs)
  return {
    stop() {
      clearInterval(timer)
      kms.destroy()
      closeTable(table)
    },
  }
}

/** An access token of a person who signed in just now to the service's own app, signed by the key that the issuer uses. */
export async function tokenOf(
  cloud: Pick<SeedContext, 'authUrl' | 'resources'>,
  kms: KMSClient,
  accountId: string,
  signedInAtSec: number = Math.floor(Date.now() / 1000),
): Promise<string> {
  const { audience, audienceScope: scope, firstPartyClientId: clientId } = ownAudience
  const issuedAtSec = Math.floor(Date.now() / 1000)
  const claims = accessTokenClaims({
    issuer: cloud.authUrl,
    audience,
    clientId,
    subject: accountId,
    scope,
    issuedAtSec,
    signedInAtSec,
    id: randomUUID(),
  })
  return await signAccessToken(kms, resource(cloud, 'TokenSigningKeyId'), claims)
}

async function workspaceOf(seeded: Seeded, cloud: SeedContext, kms: KMSClient): Promise<Workspace> {
  const { baseUrl, authUrl, inboxUrl } = cloud
  const signedIn = async (role: (typeof roles)[number]): Promise<Person> => {
    const { id, email } = seeded.users[role]
    return { id, email, accessToken: await tokenOf(cloud, kms, id) }
  }
  const [owner, admin, manager, member, viewer] = await Promise.all([
    signedIn('owner'),
    signedIn('admin'),
    signedIn('manager'),
    signedIn('member'),
    signedIn('viewer'),
  ])
  return {
    ...seeded,
    baseUrl,
    authUrl,
    tokenUrl: `${authUrl}/oauth/v2/token`,
    authorizeUrl: `${authUrl}/oauth/v2/authorize`,
    jwksUri: `${authUrl}/oauth/v2/keys`,
    audience: ownAudience.audience,
    scope: ownAudience.audienceScope,
    inboxUrl,
    users: { owner, admin, manager, member, viewer },
  }
}

/** Written beside and moved in place, so that nobody ever reads half a file; the secrets in it are its owner's alone. */
function writeWhole(path: string, workspace: Workspace): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(workspace, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

async function seed(table: Table): Promise<Seeded> {
  const providerId = await makeProvider(table, systemIds(), 'demo')
  const org = await makeOrganization(table, { providerId, name: 'Atelier Martin', livemode: true })
  const entity = await makeEntity(table, org)
  const { testOrg, testEntity } = await withTestMode(table, org, entity)
  const person = async (role: (typeof roles)[number], firstName: string, lastName: string) => {
    const account = await makePerson(table, {
      providerId,
      email: `${role}@atelier-martin.example`,
      firstName,
      lastName,
    })
    await makeMembership(table, account, org, role)
    return { id: account.id, email: account.email ?? '' }
  }
  const key = (role: SystemRoleKey) => makeApiKey(table, { role, node: org })
  const connected = await makeConnectedApp(table, providerId)
  return {
    provider: { id: providerId },
    org: { id: org.id },
    entity: { id: entity.id },
    testOrg: { id: testOrg.id },
    testEntity: { id: testEntity.id },
    apiKeys: {
      admin: await key('admin'),
      member: await key('member'),
      viewer: await key('viewer'),
      testAdmin: await makeApiKey(table, { role: 'admin', node: testOrg }),
    },
    partner: await makeInstalledPartner(table, org),
    connectedApp: connected,
    users: {
      owner: await person('owner', 'Olivia', 'Martin'),
      admin: await person('admin', 'Adrien', 'Petit'),
      manager: await person('manager', 'Maya', 'Bernard'),
      member: await person('member', 'Milo', 'Robert'),
      viewer: await person('viewer', 'Vera', 'Durand'),
    },
  }
}

/** Enables test mode as the API does, and takes the steps of its job, so that nobody waits for the queue. */
async function withTestMode(
  table: Table,
  org: Organization,
  entity: Entity,
): Promise<{ readonly testOrg: Organization; readonly testEntity: Entity }> {
  await committed(table, async (work) => void enable(work, org, Date.now()))
  const platform = { table, clock: Date.now, ids: systemIds }
  do await takeTestModeStep(platform, org.id)
  while ((await readTestMode(table, org.id))?.testMode.status !== 'ready')
  const ids = [org.id, entity.id].map(twinIdOf)
  const found = recordsOf(nodes, await getItems(table, ids.map(nodeKey)))
  const testOrg = found.find((node) => node.type === 'organization')
  const testEntity = found.find((node) => node.type === 'entity')
  if (!testOrg || !testEntity) throw new Error('the test organization was not created')
  return { testOrg, testEntity }
}

/** A partner application that an administrator of the organization has let work there. */
async function makeInstalledPartner(table: Table, org: Organization): Promise<Credentials> {
  const { providerId } = org
  const scopes: PartnerScope[] = ['orgs:write', 'nodes:write', 'members:write']
  const partner = await makePartner(table, { providerId, name: 'Demo partner', scopes })
  await makeGrant(table, org, partner.clientId, { scopes, role: 'admin' })
  return partner
}

/** An application that is to act for people: it proves itself by a key of its own. */
async function makeConnectedApp(table: Table, providerId: string): Promise<Seeded['connectedApp']> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const [privateJwk, publicJwk] = await Promise.all(
    [privateKey, publicKey].map((key) => crypto.subtle.exportKey('jwk', key)),
  )
  const redirectUri = 'http://localhost:8080/callback'
  const jwks = { keys: [{ ...publicJwk, use: 'sig', alg: 'ES256' }] }
  const application = { providerId, name: 'Demo connected app', jwks, redirectUris: [redirectUri] }
  const { client } = await makeApplication(table, application)
  return { clientId: client.id, privateJwk: { ...privateJwk }, redirectUri }
}
