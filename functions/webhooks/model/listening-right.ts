import { clientKey } from '../../../shared/auth/client.ts'
import { administrationKey, standingIn } from '../../../shared/auth/grants/standing-grant.ts'
import { getItem, type Item, type Table } from '../../../shared/store/table.ts'
import { applicationIn } from '../../access/model/application.ts'

/** Whether an application may receive the events of an organization, by its grant there and its own record. */
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
