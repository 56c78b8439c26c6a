import { hash } from 'node:crypto'
import type { Refusal } from '../errors/refusal.ts'
import { dayMs, timestamp } from '../platform/clock.ts'
import { optionalEnvironment } from '../platform/environment.ts'
import { recordsOf } from '../store/collection.ts'
import { nodeKey, nodes, type Organization } from '../store/entities.ts'
import type { Item, Key, Table } from '../store/table.ts'
import { isTwinId } from '../store/twin-ids.ts'
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
/** What one address gets a day from one organization that it is no active member of. Legal notices have as many of their own. */
const usualEmailsPerAddress = 20
/** An address gets as much as this many test organizations may send it, all together. */
const organizationsPerAddress = 5

/** An organization, as far as its budget depends on it. */
export type Budgeted = Pick<Organization, 'id' | 'emailsPerDay'>

export function budgetOfOrganization({ id, emailsPerDay }: Budgeted): WindowLimit {
  const limit = emailsPerDay ?? Number(optionalEnvironment('EMAILS_PER_DAY') ?? usualEmailsPerDay)
  return { partition: `ORG#${id}#EMAILS`, windowMs: dayMs, limit }
}

/** An e-mail of an organization to a stranger, as far as the budgets of the address depend on it. */
export interface AddressedEmail {
  /** Null: the organization is being created. */
  readonly orgId: string | null
  readonly email: string
  /** A notice of live registered mail, which begins or ends a period of the law. */
  readonly isLegalNotice?: boolean
}

/**
 * The budgets of an address that an e-mail counts against: what this organization sends there; and what comes from test
 * organizations and to owners of organizations that are being created, all together, because nobody stands for their senders. E-mails of
 * live organizations do not count there, nor legal notices with other e-mails: nothing that others send can hold them up.
 */
export function budgetsOfAddress({ orgId, email, isLegalNotice = false }: AddressedEmail): WindowLimit[] {
  const limit = Number(optionalEnvironment('EMAILS_PER_ADDRESS') ?? usualEmailsPerAddress)
  // The address is hashed: the counts show nobody who was written to.
  const partition = `EMAILS_TO#${hash('sha256', email.toLowerCase(), 'hex')}`
  const ofOrganization = (kind: string) => ({ partition: `${partition}#${orgId}#${kind}`, windowMs: dayMs, limit })
  if (isLegalNotice) return [ofOrganization('NOTICES')]
  const ofAll = { partition, windowMs: dayMs, limit: limit * organizationsPerAddress }
  if (orgId === null) return [ofAll]
  return isTwinId(orgId) ? [ofOrganization('OTHERS'), ofAll] : [ofOrganization('OTHERS')]
}

/** E-mails that an API call is about to cause. */
export interface EmailsWanted {
  /** Null: the call creates the organization, which has sent nothing yet. */
  readonly orgId: string | null
  /** The addresses of people who are no active members of the organization. */
  readonly strangers: readonly string[]
  /** Those of them who get the notice of a live registered mail. */
  readonly legallyNotified?: readonly string[]
  /** How many e-mails they get together. Default: one each. */
  readonly emails?: number
}

/** Where it stands whether the budgets have room for e-mails. */
export function emailBudgetKeys(wanted: EmailsWanted, nowMs: number): Key[] {
  const { orgId } = wanted
  const own = orgId === null ? [] : [nodeKey(orgId), windowKey(budgetOfOrganization({ id: orgId }), nowMs)]
  const budgets = addressed(wanted).flatMap(budgetsOfAddress)
  return [...own, ...budgets.map((budget) => windowKey(budget, nowMs))]
}

/** One e-mail to each of the addresses. */
function addressed({ orgId, strangers, legallyNotified = [] }: EmailsWanted): AddressedEmail[] {
  const notified = new Set(distinct(legallyNotified))
  return distinct(strangers).map((email) => ({ orgId, email, isLegalNotice: notified.has(email) }))
}

/**
 * Refuses e-mails that today's budgets have no room for, by the items at their keys. The job that sends them counts. So
 * calls of the same moment may ask for more than is left: what is too much then waits for the next day.
 */
export function emailBudgetRefusal(
  items: readonly Item[],
  wanted: EmailsWanted,
  nowMs: number,
): Refusal<'rate_limited'> | null {
  const { orgId, strangers, emails = distinct(strangers).length } = wanted
  if (emails === 0) return null
  const own = orgId === null ? null : budgetIn(items, orgId)
  if (own && usedOf(items, own, nowMs) + emails > own.limit) return organizationRefusal(own, nowMs)
  for (const each of addressed(wanted))
    for (const budget of budgetsOfAddress(each))
      if (usedOf(items, budget, nowMs) >= budget.limit) return addressRefusal(each.email, budget, nowMs)
  return null
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

function addressRefusal(email: string, budget: WindowLimit, nowMs: number): Refusal<'rate_limited'> {
  const message = `${email} already got ${budget.limit} e-mails today, which is the most. Try again tomorrow (UTC).`
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
  {
    organization,
    recipient: email,
    isLegalNotice,
  }: { readonly organization: Budgeted; readonly recipient: string; readonly isLegalNotice: boolean },
  nowMs: number,
): Promise<void> {
  const budgets = [
    budgetOfOrganization(organization),
    ...budgetsOfAddress({ orgId: organization.id, email, isLegalNotice }),
  ]
  const counts = await Promise.all(
    budgets.map(async (budget) => ({ budget, isCounted: await countNow(table, budget, nowMs) })),
  )
  if (counts.every(({ isCounted }) => isCounted)) return
  const counted = counts.filter(({ isCounted }) => isCounted)
  await Promise.all(counted.map(({ budget }) => uncount(table, budget, nowMs)))
  throw new EmailPostponed(Math.max(...budgets.map((budget) => nextWindowMs(budget, nowMs))))
}
