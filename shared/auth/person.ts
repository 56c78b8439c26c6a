import * as v from 'valibot'
import type { Principal } from './principal.ts'

/** A person as their acts record them, and as answers show them. */
export const personSchema = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
})
export type Person = v.InferOutput<typeof personSchema>

export type PersonNames = Pick<Person, 'firstName' | 'lastName'>

/** Whether an account has names that its person confirmed. Machines always have a name. */
export function isNamed({ firstName, lastName }: PersonNames): boolean {
  return firstName !== null || lastName !== null
}

/**
 * A person as an organization knows them: by the names that they confirmed, or else by those that this organization gave.
 * The names that another organization gave appear nowhere else.
 */
export function personIn({ profile, memberships }: Pick<Principal, 'profile' | 'memberships'>, orgId: string): Person {
  const { id, email } = profile
  const own = memberships.filter((membership) => membership.orgId === orgId)
  const membership = own.find(({ status }) => status === 'active') ?? own[0]
  const { firstName, lastName } = isNamed(profile) ? profile : (membership?.names ?? profile)
  return { id, email, firstName, lastName }
}

/** The name in activity lists, evidence and audit entries. */
export function displayName({ id, email, firstName, lastName }: Person): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || id
}
