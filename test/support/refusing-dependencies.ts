import { makeGrant } from '../../infra/local/application-grants.ts'
import { makeApiKey, makeEntity, makeOrganization, makePartner, put } from '../../infra/local/tenant.ts'
import type { Permission } from '../../shared/auth/permissions.ts'
import { type Membership, memberships } from '../../shared/auth/principal.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import type { Organization } from '../../shared/store/entities.ts'
import { queryPartition } from '../../shared/store/table.ts'
import { tokenAbout } from './access-token.ts'
import { installedPartner } from './applications.ts'
import { demand } from './client.ts'
import { contactOf } from './contacts.ts'
import { draftOf, storedSender } from './registered-mails.ts'
import { copyInto, copyMailInto, copyTaskInto } from './request-copy.ts'
import { create } from './signature.ts'
import { personAt, roleOf } from './structure.ts'
import { taskOf } from './tasks.ts'
import { keyOf, manyRequests, personOf, type Tenant, table, tenant } from './tenant.ts'
import { hookFor, onHook, takingReceiver } from './webhooks.ts'

/** Where an operation is called: whose token, which entity, and a request in it. */
export interface TestResources {
  readonly token: string
  /** The token of a person, for what is theirs alone. */
  readonly personToken: string
  /** The token of a partner application's machine, for what is theirs alone. */
  readonly partnerToken: string
  readonly entityId: string
  readonly requestId: string
  readonly contactId: string
  readonly taskId: string
  readonly mailId: string
  readonly senderAccountId: string
  readonly orgId: string
  readonly nodeId: string
  readonly membershipId: string
  readonly keyId: string
  readonly grantId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly roleId: string
}

/** Everything of a place that a path names. */
export function namedAt({
  requestId: id,
  orgId,
  nodeId,
  membershipId,
  keyId,
  grantId,
  roleId,
  ...hooks
}: TestResources) {
  return { id, ...hooks, orgId, nodeId, membershipId, keyId, grantId, roleId }
}

/** One organization in every state that the pipeline refuses for. */
export interface Dependencies {
  readonly home: Tenant
  /** Of the person whose token the places have. */
  readonly accountId: string
  /** The application whose token the places have. */
  readonly partnerId: string
  readonly open: TestResources
  readonly live: TestResources
  readonly featureless: TestResources
  readonly ofViewer: TestResources
  /** Sees everything, with a role that has lost every permission but the one to see requests. */
  readonly ofNobody: TestResources
  /** Sees requests, and has lost every other permission. */
  readonly ofReader: TestResources
  /** Has lost every permission but one that reads nothing of any request or member. */
  readonly ofClerk: TestResources
  /** Uses tasks, and may change those of nobody else. */
  readonly ofTaskUser: TestResources
  /** A partner application with a grant and a scope that opens none of it. */
  readonly ofPartner: TestResources
}

const provisioningScopes = ['orgs:write', 'nodes:write', 'members:write', 'events:read'] as const

/** Makes it, once for a file of tests. */
export async function refusingDependencies(): Promise<Dependencies> {
  const home = await tenant()
  const [closed, liveOrg] = await Promise.all([
    makeEntity(table(), home.org, { featuresOff: ['signature', 'tasks', 'registered_mail'] }),
    makeOrganization(table(), { providerId: home.org.providerId, name: 'Live', livemode: true }),
  ])
  const liveEntity = await makeEntity(table(), liveOrg)
  const requestId: string = (await create(home, { draft: true })).id
  const contactId: string = (await contactOf(home)).id
  const taskId: string = (await taskOf(home)).id
  const mailId: string = (await draftOf(home)).id
  const senderAccountId = (await storedSender(home)).id
  const { org, entity } = home
  const { membershipId } = await personAt(home, entity, 'viewer')
  const person = await personOf(home, 'admin')
  const roleId: string = (await roleOf(home, ['signature.read'])).id
  const partner = await installedPartner(home, { scopes: provisioningScopes })
  const weakPartner = await installedPartner(home, { scopes: provisioningScopes, role: 'viewer' })
  const otherPartner = await tokenOfPartner(home)
  const open = {
    token: home.token,
    personToken: person.token,
    partnerToken: partner.token,
    entityId: entity.id,
    requestId,
    contactId,
    taskId,
    mailId,
    senderAccountId,
    orgId: org.id,
    nodeId: entity.id,
    membershipId,
    keyId: home.key.clientId,
    grantId: await grantIn(org),
    roleId,
    ...(await hookIn(org, person.token)),
  }
  const closedKey = await makeApiKey(table(), { role: 'admin', node: home.org, client: manyRequests })
  const liveKey = await makeApiKey(table(), { role: 'admin', node: liveOrg, client: manyRequests })
  const atLive = { ...home, org: liveOrg, entity: liveEntity }
  const { id: liveContactId } = await contactOf({ entity: liveEntity, token: await tokenAbout(liveKey.clientId) })
  const { id: liveTaskId } = await taskOf({ entity: liveEntity, token: await tokenAbout(liveKey.clientId) })
  const { id: liveMailId } = await draftOf({ entity: liveEntity, token: await tokenAbout(liveKey.clientId) })
  const liveHook = await hookIn(liveOrg, (await personOf(atLive, 'admin')).token)
  return {
    home,
    accountId: person.account.id,
    partnerId: partner.clientId,
    open,
    live: {
      token: await tokenAbout(liveKey.clientId),
      personToken: person.token,
      partnerToken: partner.token,
      keyId: liveKey.clientId,
      entityId: liveEntity.id,
      requestId: await copyInto(liveEntity, requestId),
      contactId: liveContactId,
      taskId: liveTaskId,
      mailId: liveMailId,
      senderAccountId: (await storedSender({ entity: liveEntity })).id,
      orgId: liveOrg.id,
      nodeId: liveEntity.id,
      grantId: await grantIn(liveOrg),
      roleId,
      ...liveHook,
      membershipId: (await personAt(atLive, liveEntity, 'viewer')).membershipId,
    },
    featureless: {
      token: await tokenAbout(closedKey.clientId),
      personToken: person.token,
      partnerToken: partner.token,
      keyId: closedKey.clientId,
      entityId: closed.id,
      requestId: await copyInto(closed, requestId),
      contactId,
      taskId: await copyTaskInto(closed, taskId),
      mailId: await copyMailInto(closed, mailId),
      senderAccountId: (await storedSender({ entity: closed })).id,
      orgId: org.id,
      nodeId: closed.id,
      membershipId,
      grantId: open.grantId,
      roleId,
      webhookId: open.webhookId,
      deliveryId: open.deliveryId,
    },
    ofViewer: {
      ...open,
      token: (await keyOf(home, 'viewer')).token,
      personToken: (await personOf(home, 'viewer')).token,
      partnerToken: weakPartner.token,
    },
    ofNobody: { ...open, partnerToken: weakPartner.token, token: await tokenPermitting(home, 'members.read') },
    ofReader: { ...open, partnerToken: weakPartner.token, token: await tokenPermitting(home, 'signature.read') },
    ofClerk: { ...open, partnerToken: weakPartner.token, token: await tokenPermitting(home, 'roles.manage') },
    ofTaskUser: { ...open, token: await tokenPermitting(home, 'tasks.use') },
    ofPartner: { ...open, token: otherPartner, partnerToken: otherPartner },
  }
}

async function grantIn(org: Organization): Promise<string> {
  const { clientId } = await makePartner(table(), { providerId: org.providerId, name: 'Installed', scopes: [] })
  return (await makeGrant(table(), org, clientId, { scopes: ['usage:read'] })).id
}

/** A subscription whose receiver takes everything, with a delivery to it. */
async function hookIn(org: Organization, token: string): Promise<Pick<TestResources, 'webhookId' | 'deliveryId'>> {
  const of = { org, token }
  const { id: webhookId } = await hookFor(of, await takingReceiver(), { events: ['signature.completed'] })
  const tested = await onHook(of, 'POST', webhookId, '/test')
  demand(tested, 202)
  return { webhookId, deliveryId: tested.body.deliveryId }
}

/** The token of a key that permits one thing alone. */
export async function tokenPermitting(home: Tenant, only: Permission): Promise<string> {
  const { clientId } = await keyOf(home, 'viewer')
  const [membership] = recordsOf(memberships, await queryPartition(table(), `USER#${clientId}`, 'MEMBERSHIP#'))
  if (!membership) throw new Error('the key has no membership')
  const reduced: Membership = { ...membership, permissions: [only] }
  await put(table(), memberships, reduced)
  return await tokenAbout(clientId)
}

async function tokenOfPartner({ org }: Tenant): Promise<string> {
  const partner = await makePartner(table(), { providerId: org.providerId, name: 'Partner', scopes: ['usage:read'] })
  await makeGrant(table(), org, partner.clientId, { scopes: ['usage:read'] })
  return await tokenAbout(partner.clientId)
}
