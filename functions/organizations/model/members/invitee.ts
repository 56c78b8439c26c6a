import { readRole } from '../../../../shared/auth/named-role.ts'
import { type Profile, profiles } from '../../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../../../shared/store/accounts.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { type Entity, entitiesOf, type Node, nodeKey, nodes } from '../../../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../../../shared/store/member-emails.ts'
import { defaultLocaleOf } from '../../../../shared/store/providers.ts'
import { getItems, type Item, type Table } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'

/** What an invitation asks for, as far as it follows from the request alone. */
export interface InvitationFacts {
  readonly node: Node | null
  /** The account of the e-mail; null: there is none. */
  readonly account: AccountEmail | null
  /** Where its person stands in the organization. */
  readonly email: MemberEmail | null
  /** Those of the organization, where the whole of it is asked for. */
  readonly entities: readonly Entity[]
  readonly role: Awaited<ReturnType<typeof readRole>>
}

export async function invitationFacts(
  table: Table,
  orgId: string,
  { nodeId, email, role: named }: { readonly nodeId: string; readonly email: string; readonly role: string },
): Promise<InvitationFacts> {
  const [items, entities, role] = await Promise.all([
    getItems(table, [nodeKey(nodeId), accountEmailKey(email), memberEmailKey(orgId, email)]),
    nodeId === orgId ? entitiesOf(table, orgId) : [],
    readRole(table, orgId, named),
  ])
  return { ...factsIn(items), entities, role }
}

function factsIn(items: readonly Item[]) {
  const [node = null] = recordsOf(nodes, items)
  const [account = null] = recordsOf(accountEmails, items)
  const [email = null] = recordsOf(memberEmails, items)
  return { node, account, email }
}

interface InviteeProfile {
  readonly email: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly locale?: string | undefined
}

/** The account that a person has, or is to have; then it is written with the rest. */
export async function accountFor(
  { table, work }: { readonly table: Table; readonly work: UnitOfWork },
  { account, node }: { readonly account: AccountEmail | null; readonly node: Pick<Node, 'providerId'> },
  { named, at = [], id, createdAt }: { named: InviteeProfile; at?: readonly string[]; id: string; createdAt: string },
): Promise<Pick<Profile, 'id' | 'email' | 'firstName' | 'lastName' | 'locale'> | Refusal<'invalid_request'>> {
  if (account) return { ...account, id: account.userId }
  const names = namesOf(named, at)
  if (isRefusal(names)) return names
  const { email } = named
  const { providerId } = node
  const locale = named.locale ?? (await defaultLocaleOf(table, providerId))
  const person = { id, kind: 'person' as const, email, ...names, locale }
  work.create(profiles, { ...person, avatarUrl: null, welcomeCompletedAt: null, providerId, createdAt, version: 1 })
  work.create(accountEmails, { email, userId: id, kind: 'person', ...names, locale })
  return person
}

/** `at` is where the person stands in what was sent. */
function namesOf({ firstName, lastName }: InviteeProfile, at: readonly string[]) {
  if (firstName !== undefined && lastName !== undefined) return { firstName, lastName }
  const missing = Object.entries({ firstName, lastName }).filter(([, name]) => name === undefined)
  const message = 'Send it: this e-mail address has no account yet.'
  const issues = missing.map(([name]) => ({ code: 'missing_key', path: [...at, name], message }))
  return refuse('invalid_request', 'This e-mail address has no account yet. Send firstName and lastName.', { issues })
}
