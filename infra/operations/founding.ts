import { changeMember, grantOf } from '../../functions/organizations/model/members/change-member.ts'
import type { Member } from '../../functions/organizations/model/members/member.ts'
import { systemRoles } from '../../shared/auth/permissions.ts'
import { newAccountId, profiles } from '../../shared/auth/principal.ts'
import { timestamp } from '../../shared/platform/clock.ts'
import type { Ids } from '../../shared/platform/ids.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../shared/store/accounts.ts'
import { recordsOf } from '../../shared/store/collection.ts'
import { type Entity, nodes, type Organization, placeOf } from '../../shared/store/entities.ts'
import { openNodeUsage } from '../../shared/store/node-usage.ts'
import { providers } from '../../shared/store/providers.ts'
import { getItems, type Table } from '../../shared/store/table.ts'
import type { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { commitCommand } from './commit-command.ts'
import { type Founded, type Founding, type ProviderSlug, providerSlugKey, providerSlugs } from './provider-slug.ts'
import { CommandRefusal } from './refusal.ts'

interface Moment {
  readonly ids: Ids
  readonly nowMs: number
}

export interface FoundingResult extends Founded {
  /** False: all of it was there before. */
  readonly created: boolean
  readonly providerId: string
}

/**
 * Makes a provider, its first live organization with an entity, and its owner, all of it in one transaction or nothing. What
 * was made by the very same founding is found again; its slug and the e-mail of its owner are taken once.
 */
export async function foundInstallation(
  table: Table,
  asked: Founding,
  { ids, nowMs }: Moment,
): Promise<FoundingResult> {
  return await commitCommand(table, 'bootstrap', async (work) => {
    const items = await getItems(table, [providerSlugKey(asked.slug), accountEmailKey(asked['owner-email'])])
    const [taken] = recordsOf(providerSlugs, items)
    if (taken) return foundAgain(taken, asked)
    const [account] = recordsOf(accountEmails, items)
    if (account) throw emailTaken(account)
    return makeAll(work, asked, { ids, nowMs })
  })
}

function foundAgain({ slug, providerId, founding }: ProviderSlug, asked: Founding): FoundingResult {
  const choose = 'Nothing was changed. Choose another --slug, or repeat the values of the first bootstrap.'
  if (!founding) throw new CommandRefusal(`The slug ${slug} already belongs to the provider ${providerId}. ${choose}`)
  const differing = differencesOf(founding.asked, asked)
  if (differing.length === 0) return { created: false, providerId, ...founding.made }
  throw new CommandRefusal([`The slug ${slug} was bootstrapped with other values:`, ...differing, choose].join('\n'))
}

function differencesOf(before: Founding, asked: Founding): string[] {
  const given: Record<string, string> = asked
  return Object.entries(before).flatMap(([option, value]) => {
    const [was, is] = [value, given[option] ?? ''].map((text) => (option === 'owner-email' ? text.toLowerCase() : text))
    return was === is ? [] : [`  --${option} was "${value}" and is now "${given[option]}"`]
  })
}

function emailTaken({ email, userId }: AccountEmail): CommandRefusal {
  return new CommandRefusal(
    `${email} already has the account ${userId}, and an e-mail can have only one. Nothing was changed. Give another --owner-email, or the --slug that the account was bootstrapped with.`,
  )
}

function makeAll(work: UnitOfWork, asked: Founding, { ids, nowMs }: Moment): FoundingResult {
  const createdAt = timestamp(nowMs)
  const providerId = ids(nowMs)
  const { provider: name, slug, locale } = asked
  work.create(providers, { id: providerId, name, slug, defaultLocale: locale, createdAt })
  const organization = newOrganization({ id: ids(nowMs), providerId, name: asked.organization, createdAt })
  const entity = newEntity(organization, { id: ids(nowMs), name: asked.entity })
  addNodes(work, organization, entity)
  const owner = newOwner(organization, asked, { userId: newAccountId(ids), membershipId: ids(nowMs) })
  addOwner(work, owner)
  const made = { orgId: organization.id, entityId: entity.id, ownerId: owner.userId, membershipId: owner.id }
  work.create(providerSlugs, { slug, providerId, founding: { asked, made } })
  return { created: true, providerId, ...made }
}

type OwnOfOrganization = Pick<Organization, 'id' | 'providerId' | 'name' | 'createdAt'>

function newOrganization(own: OwnOfOrganization): Organization {
  return { ...own, orgId: own.id, type: 'organization', version: 1, livemode: true, twinOrgId: null }
}

function newEntity(organization: Organization, own: Pick<Entity, 'id' | 'name'>): Entity {
  const { orgId, providerId, createdAt, livemode } = organization
  return {
    ...own,
    orgId,
    providerId,
    createdAt,
    livemode,
    type: 'entity',
    parentId: orgId,
    version: 1,
  }
}

/** At the organization come to stand its entity and its owner. */
const occupantsAtFirst = 2

function addNodes(work: UnitOfWork, organization: Organization, entity: Entity): void {
  work.create(nodes, organization)
  openNodeUsage(work, placeOf(organization), occupantsAtFirst)
  work.create(nodes, entity)
  openNodeUsage(work, placeOf(entity))
  const { id: orgId, livemode } = organization
  for (const [node, action] of [[organization, 'organization.created'] as const, [entity, 'node.created'] as const])
    work.audit({
      orgId,
      livemode,
      action,
      nodeId: node.id,
      changes: [],
      target: { type: node.type === 'organization' ? 'organization' : 'node', id: node.id, label: node.name },
    })
}

function newOwner(
  { orgId, providerId, livemode, createdAt }: Organization,
  asked: Founding,
  { userId, membershipId }: { userId: string; membershipId: string },
): Member {
  const { id, key, name } = systemRoles.owner
  const { locale, 'owner-first-name': firstName, 'owner-last-name': lastName, 'owner-email': email } = asked
  return {
    id: membershipId,
    userId,
    email,
    person: { firstName, lastName, locale },
    orgId,
    providerId,
    nodeId: orgId,
    ancestorIds: [],
    role: { id, key, name },
    livemode,
    createdAt,
    activeSince: createdAt,
    version: 1,
    invitedAt: createdAt,
    invitedBy: null,
    invitation: null,
  }
}

function addOwner(work: UnitOfWork, owner: Member): void {
  const { id, userId, email, providerId, createdAt, nodeId, orgId, livemode } = owner
  const { locale } = owner.person
  const person = { kind: 'person' as const, email, firstName: null, lastName: null, locale }
  const blank = { avatarUrl: null, welcomeCompletedAt: null }
  work.create(profiles, { id: userId, ...person, ...blank, providerId, createdAt, version: 1 })
  work.create(accountEmails, { userId, ...person })
  const grant = grantOf(systemRoles.owner)
  changeMember(work, { before: null, after: owner, grant, email: null, atNewNode: true })
  work.emit({ type: 'member.added', data: { userId, nodeId, newAccount: true } }, owner)
  const target = { type: 'membership', id, label: email }
  work.audit({ orgId, livemode, action: 'member.added', target, nodeId, changes: [] })
}
