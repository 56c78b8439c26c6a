import { hash } from 'node:crypto'
import type { Refusal } from '../errors/refusal.ts'
import { dayMs, timestamp } from '../platform/clock.ts'
import { optionalEnvironment } from '../platform/environment.ts'
import { recordsOf } from '../store/collection.ts'
import { nodeKey, nodes, type Organization } from '../store/entities.ts'
import type { Item, Key, Table } from '../store/table.ts'
import type { UnitOfWork } from '../store/unit-of-work.ts'
import {
  countInCommit,
  countNow,
  nextWindowMs,
  uncount,
  usedOf,
  type WindowLimit,
  windowKey,
  windowRefusal,
} from '../store/window-count.ts'

/** What one organization can send a day (UTC) to people who are no active members of it, unless the operator says otherwise. */
const usualEmailsPerDay = 5_000
/** What one address gets a day from all organizations that it is no active member of. */
const usualEmailsPerAddress = 20

/** An organization, as far as its budget depends on it. */
export type Budgeted = Pick<Organization, 'id' | 'emailsPerDay'>

export function budgetOfOrganization({ id, emailsPerDay }: Budgeted): WindowLimit {
  const limit = emailsPerDay ?? Number(optionalEnvironment('EMAILS_PER_DAY') ?? usualEmailsPerDay)
  return { partition: `ORG#${id}#EMAILS`, windowMs: dayMs, limit }
}

/** The address is hashed: the counts show nobody who was written to. */
export function budgetOfAddress(email: string): WindowLimit {
  const limit = Number(optionalEnvironment('EMAILS_PER_ADDRESS') ?? usualEmailsPerAddress)
  return { partition: `EMAILS_TO#${hash('sha256', email.toLowerCase(), 'hex')}`, windowMs: dayMs, limit }
}

/** E-mails that an API call is about to cause. */
export interface EmailsWanted {
  /** Null: the call creates the organization, which has sent nothing yet. */
  readonly orgId: string | null
  /** The addresses of people who are no active members of the organization. */
  readonly strangers: readonly string[]
  /** How many e-mails they get together. Default: one each. */
  readonly emails?: number
}

/** Where it stands whether the budgets have room for e-mails. */
export function emailBudgetKeys({ orgId, strangers }: EmailsWanted, nowMs: number): Key[] {
  const own = orgId === null ? [] : [nodeKey(orgId), windowKey(budgetOfOrganization({ id: orgId }), nowMs)]
  return [...own, ...distinct(strangers).map((email) => windowKey(budgetOfAddress(email), nowMs))]
}

/**
 * Refuses e-mails that today's budgets have no room for, by the items at their keys. The job that sends them counts. So
 * calls of the same moment may ask for more than is left: what is too much then waits for the next day.
 */
export function emailBudgetRefusal(
  items: readonly Item[],
  { orgId, strangers, emails = distinct(strangers).length }: EmailsWanted,
  nowMs: number,
): Refusal<'rate_limited'> | null {
  if (strangers.length === 0) return null
  const own = orgId === null ? null : budgetIn(items, orgId)
  if (own && usedOf(items, own, nowMs) + emails > own.limit) return organizationRefusal(own, nowMs)
  const full = distinct(strangers).find((email) => {
    const budget = budgetOfAddress(email)
    return usedOf(items, budget, nowMs) >= budget.limit
  })
  return full === undefined ? null : addressRefusal(full, nowMs)
}

function budgetIn(items: readonly Item[], orgId: string): WindowLimit {
  const organization = recordsOf(nodes, items).find(({ id }) => id === orgId)
  return budgetOfOrganization(organization?.type === 'organization' ? organization : { id: orgId })
}

function distinct(emails: readonly string[]): string[] {
  return [...new Set(emails.map((email) => email.toLowerCase()))]
}

function organizationRefusal(budget: WindowLimit, nowMs: number): Refusal<'rate_limited'> {
  const message = `The organization can have ${budget.limit} e-mails a day sent to people who are not its members, and today's are used up. Try again tomorrow (UTC).`
  return windowRefusal(budget, nowMs, { message, reason: 'organization_email_budget' })
}

function addressRefusal(email: string, nowMs: number): Refusal<'rate_limited'> {
  const budget = budgetOfAddress(email)
  const message = `${email} already got ${budget.limit} e-mails from this service today. Try again tomorrow (UTC).`
  return windowRefusal(budget, nowMs, { message, reason: 'recipient_email_budget' })
}

/** Counts in the commit what is as telling as an e-mail: that an organization adds a stranger without one. */
export function countAddedStranger(work: UnitOfWork, items: readonly Item[], orgId: string, nowMs: number): void {
  const budget = budgetIn(items, orgId)
  countInCommit(work, budget, nowMs, organizationRefusal(budget, nowMs))
}

/** An e-mail is above the budget of its day. It has to be sent later. */
export class EmailPostponed extends Error {
  override name = 'EmailPostponed'
  readonly until: string
  constructor(untilMs: number) {
    super('an e-mail is above the budget of its day')
    this.until = timestamp(untilMs)
  }
}

/** Counts an e-mail that an organization sends to a stranger. Throws `EmailPostponed` if a budget has no room for it. */
export async function countEmail(
  table: Table,
  { organization, recipient }: { readonly organization: Budgeted; readonly recipient: string },
  nowMs: number,
): Promise<void> {
  const budgets = [budgetOfOrganization(organization), budgetOfAddress(recipient)]
  const counts = await Promise.all(
    budgets.map(async (budget) => ({ budget, isCounted: await countNow(table, budget, nowMs) })),
  )
  if (counts.every(({ isCounted }) => isCounted)) return
  const counted = counts.filter(({ isCounted }) => isCounted)
  await Promise.all(counted.map(({ budget }) => uncount(table, budget, nowMs)))
  throw new EmailPostponed(Math.max(...budgets.map((budget) => nextWindowMs(budget, nowMs))))
}
