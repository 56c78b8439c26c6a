import * as v from 'valibot'
import type { Refusal } from '../../../shared/errors/refusal.ts'
import { emailAddress, nullsAbsent, optionalLocaleTag, personName } from '../../../shared/http/values.ts'
import { emailBudgetKeys, emailBudgetRefusal } from '../../../shared/mail/email-budget.ts'
import { type AccountEmail, accountEmailKey, accountEmails } from '../../../shared/store/accounts.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { withoutInvitation } from '../model/members/new-member.ts'
import {
  externalIdKey,
  meaningsIn,
  type NodeName,
  nameOfKind,
  nameOfUserKey,
  type OrganizationName,
  type UserName,
  userNamesIn,
} from '../model/tree/external-name.ts'
import { externalId } from './external-id.ts'

/** What is said of a person, who may have an account or be new to the service. */
export const personInput = {
  email: emailAddress,
  firstName: personName(),
  lastName: personName(),
  locale: v.pipe(
    optionalLocaleTag,
    v.description('The language of a new account. By default, the language of the provider.'),
  ),
  externalId,
  sendInvitation: v.pipe(v.optional(v.boolean(), true), v.description(withoutInvitation)),
}

export const organizationInput = nullsAbsent({
  name: v.optional(v.pipe(v.string(), v.description('Required for a new organization.'))),
  externalId,
  firstEntity: v.optional(nullsAbsent({ name: v.string(), externalId })),
  owner: v.optional(nullsAbsent(personInput)),
})
export type OrganizationInput = v.InferOutput<typeof organizationInput>

/** What stands under the ids and the e-mail that the application has sent. */
export interface OrganizationFacts {
  readonly organization: OrganizationName | null
  readonly entity: NodeName | null
  readonly owner: OwnerFacts
}

export interface OwnerFacts {
  /** Whom the application calls so. */
  readonly called: UserName | null
  /** What it calls the person of the e-mail. */
  readonly name: UserName | null
  readonly account: AccountEmail | null
  /** Today's e-mails to the person have no room for an invitation. */
  readonly overBudget: Refusal<'rate_limited'> | null
}

export async function organizationFacts(
  table: Table,
  applicationId: string,
  { externalId: id, firstEntity, owner }: OrganizationInput,
  nowMs: number,
): Promise<OrganizationFacts> {
  const wanted = { orgId: null, strangers: owner?.sendInvitation ? [owner.email] : [] }
  const items = await getItems(table, [
    ...(id === undefined ? [] : [externalIdKey(applicationId, 'organization', id)]),
    ...(firstEntity?.externalId === undefined ? [] : [externalIdKey(applicationId, 'node', firstEntity.externalId)]),
    ...(owner?.externalId === undefined ? [] : [externalIdKey(applicationId, 'user', owner.externalId)]),
    ...(owner === undefined ? [] : [accountEmailKey(owner.email), nameOfUserKey(applicationId, owner.email)]),
    ...emailBudgetKeys(wanted, nowMs),
  ])
  const meanings = meaningsIn(items)
  return {
    organization: nameOfKind(meanings, 'organization'),
    entity: nameOfKind(meanings, 'node'),
    owner: {
      called: nameOfKind(meanings, 'user'),
      name: userNamesIn(items)[0] ?? null,
      account: recordsOf(accountEmails, items)[0] ?? null,
      overBudget: emailBudgetRefusal(items, wanted, nowMs),
    },
  }
}
