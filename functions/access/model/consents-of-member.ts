import { clientKey } from '../../../shared/auth/client.ts'
import type { Grant } from '../../../shared/auth/grants/grant.ts'
import { ownConsentsIn } from '../../../shared/auth/grants/standing-grant.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { commit } from '../../../shared/store/commit.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import { twinIdOf } from '../../../shared/store/twin-ids.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { applicationsIn } from './application.ts'
import { revokeGrant } from './revocation.ts'

/** Each takes two of the hundred writes of a commit, which also ends the membership with about ten. */
const revokedAtOnce = 40
/** Enough for two thousand applications, and for others who change a consent meanwhile. */
const maxParts = 50

interface Member {
  readonly userId: string
  readonly orgId: string
}

interface Leaving {
  readonly table: Table
  readonly work: UnitOfWork
  readonly by: Principal
  readonly nowMs: number
}

/** What a person lets applications do for them in an organization and in its test organization, pending consents included. */
export async function consentsOfMember(table: Table, { userId, orgId }: Member): Promise<Grant[]> {
  return await ownConsentsIn(table, userId, [orgId, twinIdOf(orgId)])
}

/**
 * Revokes the consents of a person who leaves an organization, so that nobody acts for them by these if they are invited again.
 * Consents that do not fit the commit are revoked before it.
 */
export async function revokeConsentsOf(leaving: Leaving, member: Member, consents: readonly Grant[]): Promise<void> {
  const { table, work } = leaving
  let standing = consents
  for (let part = 0; standing.length > revokedAtOnce; part += 1) {
    if (part === maxParts) throw new Error(`the consents of ${member.userId} in ${member.orgId} cannot be revoked`)
    const before = work.another()
    await revokeAll({ ...leaving, work: before }, standing.slice(0, revokedAtOnce))
    // Where somebody else was faster, the next round reads what is left.
    await commit(table, before)
    standing = await consentsOfMember(table, member)
  }
  await revokeAll(leaving, standing)
}

async function revokeAll({ table, work, by, nowMs }: Leaving, consents: readonly Grant[]): Promise<void> {
  if (consents.length === 0) return
  const ids = new Set(consents.map(({ applicationId }) => applicationId))
  const applicationOf = applicationsIn(await getItems(table, [...ids].map(clientKey)))
  for (const consent of consents)
    revokeGrant(work, consent, { by, applicationName: applicationOf(consent.applicationId).name, nowMs })
}
