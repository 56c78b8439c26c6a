import { readRole } from '../../../../shared/auth/named-role.ts'
import { profiles } from '../../../../shared/auth/principal.ts'
import { emailBudgetKeys } from '../../../../shared/mail/email-budget.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../../../shared/store/accounts.ts'
import { recordsOf } from '../../../../shared/store/collection.ts'
import { type Node, nodeKey, nodes } from '../../../../shared/store/entities.ts'
import { type MemberEmail, memberEmailKey, memberEmails } from '../../../../shared/store/member-emails.ts'
import { defaultLocaleOf } from '../../../../shared/store/providers.ts'
import { getItems, type Item, type Table } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import type { Member } from './member.ts'

/** What an invitation asks for, as far as it follows from the request alone. */
export interface InvitationFacts {
  readonly node: Node | null
  /** The account of the e-mail; null: there is none. */
  readonly account: AccountEmail | null
  /** Where its person stands in the organization. */
  readonly email: MemberEmail | null
  readonly role: Awaited<ReturnType<typeof readRole>>
  /** What today's e-mails are counted in. */
  readonly counts: readonly Item[]
}

interface Invited {
  readonly nodeId: string
  readonly email: string
  readonly role: string
}

export async function invitationFacts(
  table: Table,
  orgId: string,
  { nodeId, email, role: named }: Invited,
  nowMs: number,
): Promise<InvitationFacts> {
  const counts = emailBudgetKeys({ orgId, strangers: [email] }, nowMs).filter(({ PK }) => PK !== nodeKey(nodeId).PK)
  const [items, role] = await Promise.all([
    getItems(table, [nodeKey(nodeId), accountEmailKey(email), memberEmailKey(orgId, email), ...counts]),
    readRole(table, orgId, named),
  ])
  return { ...factsIn(items, nodeId), role, counts: items }
}

function factsIn(items: readonly Item[], nodeId: string) {
  const node = recordsOf(nodes, items).find(({ id }) => id === nodeId) ?? null
  const [account = null] = recordsOf(accountEmails, items)
  const [email = null] = recordsOf(memberEmails, items)
  return { node, account, email }
}

/** A person as a call names them. */
interface NamedPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly locale?: string | undefined
}

/** A person who is to become a member. */
export interface Invitee {
  readonly account: AccountEmail
  /** The account is created with the membership. */
  readonly isNew: boolean
  /** The names in the call, also where the account exists. */
  readonly person: Member['person']
}

/**
 * The person of an e-mail address. Without an account they get one, without names: those of the call belong to the
 * membership. The name of an existing account is not read, so that the answer cannot reveal it.
 */
export async function inviteeOf(
  { table, work }: { readonly table: Table; readonly work: UnitOfWork },
  { account, node }: { readonly account: AccountEmail | null; readonly node: Pick<Node, 'providerId'> },
  { named, id, createdAt }: { named: NamedPerson; id: string; createdAt: string },
): Promise<Invitee> {
  const { email, firstName, lastName } = named
  const { providerId } = node
  const locale = named.locale ?? (await defaultLocaleOf(table, providerId))
  const person = { firstName, lastName, locale }
  if (account) return { account, isNew: false, person }
  const unnamed = { kind: 'person' as const, email, firstName: null, lastName: null, locale }
  const blank = { avatarUrl: null, welcomeCompletedAt: null }
  work.create(profiles, { id, ...unnamed, ...blank, providerId, createdAt, version: 1 })
  const created = { userId: id, ...unnamed }
  work.create(accountEmails, created)
  return { account: created, isNew: true, person }
}
