import { clientKey } from '../auth/client.ts'
import { applicationIn } from '../grants/application.ts'
import { administrationKey, standingIn } from '../grants/standing-grant.ts'
import { getItem, type Item, type Key, type Table } from '../store/table.ts'

/** Where it stands whether an application may hear what happens in an organization. */
export function keysOfListening(applicationId: string, orgId: string): Key[] {
  return [administrationKey(applicationId, orgId), clientKey(applicationId)]
}

/** Whether it may, by what stands there now. */
export function mayListen(items: readonly Item[], applicationId: string): boolean {
  const isLetIn = standingIn(items, applicationId).some(({ status }) => status === 'active')
  return isLetIn && applicationIn(items, applicationId) !== null
}

/** The same, read for one application. */
export async function readMayListen(table: Table, applicationId: string, orgId: string): Promise<boolean> {
  const found = await Promise.all(keysOfListening(applicationId, orgId).map((key) => getItem(table, key)))
  return mayListen(
    found.filter((item) => item !== null),
    applicationId,
  )
}
