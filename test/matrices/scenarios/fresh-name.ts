import type { Tenant } from '../../support/tenant.ts'

/** How many names each tenant was given: the first of every tenant is the same, and none comes twice in one. */
const namesGiven = new WeakMap<Tenant, number>()

export function freshName(of: Tenant, name: string): string {
  const count = (namesGiven.get(of) ?? 0) + 1
  namesGiven.set(of, count)
  return count === 1 ? name : `${name} ${count}`
}
