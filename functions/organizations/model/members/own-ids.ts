import { type Principal, partnerIdOf } from '../../../../shared/auth/principal.ts'
import type { BatchLoader } from '../../../../shared/store/batch-loader.ts'
import { nameOfUserKey, userNamesIn } from '../tree/external-name.ts'

/** What a partner application calls a person, by its own id. */
export interface OwnId {
  readonly applicationId: string
  readonly externalId: string | null
}

/** What the caller calls each of some persons. Only a partner application has such ids: nothing is read for others. */
export async function readOwnIds(
  readItems: BatchLoader,
  principal: Principal,
  people: readonly { readonly email: string }[],
): Promise<(person: { readonly email: string }) => OwnId | null> {
  const applicationId = partnerIdOf(principal)
  if (applicationId === null || people.length === 0) return () => null
  const keys = people.map(({ email }) => nameOfUserKey(applicationId, email))
  const names = userNamesIn(await readItems(keys))
  const byEmail = new Map(names.map(({ email, externalId }) => [email.toLowerCase(), externalId]))
  return ({ email }) => ({ applicationId, externalId: byEmail.get(email.toLowerCase()) ?? null })
}
