import type { InternalEvent } from '../../../events/internal.ts'
import { queryIndex, type Table } from '../../../shared/store/table.ts'
import { runningAtVendor } from '../../../shared/store/vendor-connections.ts'
import { itemRefOfPoll } from '../../registered-mail/model/vendor-poll.ts'
import { requestIdOfPoll } from '../../signature/model/vendor-poll.ts'
import { hasRemoteKeys } from '../../signature/vendors/signing-places.ts'
import { catalogVendor } from './vendor-catalog.ts'

/** The others go on with their polls. */
const mostAtOnce = 100

/** The jobs of what a vendor has or gets of an organization, so that it goes on as soon as the connection works again. */
export async function runningJobs(table: Table, orgId: string, vendor: string): Promise<readonly InternalEvent[]> {
  // With keys at a provider everything starts on our page.
  if (!catalogVendor(vendor) || hasRemoteKeys(vendor)) return []
  const partition = runningAtVendor(orgId, vendor)
  const found = await queryIndex(table, { index: 'GSI1', partition, limit: mostAtOnce })
  return found.flatMap(({ PK, SK }): InternalEvent[] => {
    const key = { PK: String(PK), SK: String(SK) }
    const [requestId, item] = [requestIdOfPoll(key), itemRefOfPoll(key)]
    if (requestId !== null) return [{ type: 'signature.vendor_due', data: { requestId } }]
    return item ? [{ type: 'registered_mail.vendor_due', data: { ...item } }] : []
  })
}
