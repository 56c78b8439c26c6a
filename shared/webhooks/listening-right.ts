import { clientKey } from '../auth/client.ts'
import { applicationIn } from '../grants/application.ts'
import { administrationKey, standingIn } from '../grants/standing-grant.ts'
import { getItem, type Item, type Table } from '../store/table.ts'

/** Whether an application may hear what happens in an organization, by its grant there and its own record. */
export function mayListen(items: readonly Item[], applicationId: string): boolean {
  const isLetIn = standingIn(items, applicationId).some(({ status }) => status === 'active')
  return isLetIn && applicationIn(items, applicationId) !== null
}

/** The same, as both are now. */
export async function readMayListen(table: Table, applicationId: string, orgId: string): Promise<boolean> {
  const keys = [administrationKey(applicationId, orgId), clientKey(applicationId)]
  const found = await Promise.all(keys.map((key) => getItem(table, key)))
  return mayListen(
    found.filter((item) => item !== null),
    applicationId,
  )
}
