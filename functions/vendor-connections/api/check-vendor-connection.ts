import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import type { OpenConnection } from '../../../shared/store/vendor-calls.ts'
import { afterSuccess, type VendorConnection } from '../../../shared/store/vendor-connections.ts'
import { connectionView, toConnection } from '../model/connection-view.ts'
import { connectionNamed, readRecord, vendorNamed, writeConnection } from '../model/named-connection.ts'

/** The contract of our API gives vendors 20 s. */
const checkTimeoutMs = 20_000

const calling = () =>
  Promise.all([
    import('../../../shared/store/vendor-calls.ts'),
    import('../../signature/vendors/vendors.ts'),
    import('../../registered-mail/vendors/vendors.ts'),
  ])

export const checkVendorConnection = operation({
  id: 'checkVendorConnection',
  method: 'POST',
  path: '/v1/orgs/{orgId}/vendor-connections/{vendor}/check',
  tag: 'Vendor connections',
  summary: 'Try the credentials of a connected vendor',
  description:
    'Asks the vendor with the stored credentials. The answer is 200 in any case: `status` says whether it worked, `lastError` why it did not.',
  access: { to: 'peopleOnly', permission: 'settings.manage' },
  responses: { 200: connectionView },
  errors: ['not_found'],
  loadModules: calling,
  preload: ({ readItems, path }) => readRecord(readItems, path.orgId),
  async handle({ access: { orgId }, path, preloaded: before, work, clock }) {
    const vendor = vendorNamed(path.vendor)
    if (isRefusal(vendor)) return vendor
    const connection = connectionNamed(before, vendor.key)
    if (isRefusal(connection)) return connection
    const lastError = await errorOf({ orgId, vendor: vendor.key }, connection)
    const nowMs = clock()
    const checked = {
      ...(lastError === null ? afterSuccess(connection) : { ...connection, lastError }),
      lastCheckAt: timestamp(nowMs),
    }
    writeConnection(work, { orgId, before }, { vendor: vendor.key, connection: checked })
    return reply(200, toConnection(vendor, checked, nowMs))
  },
})

/** Also while the circuit breaker is open: whoever checks wants to know how it is now. */
async function errorOf(
  named: { readonly orgId: string; readonly vendor: string },
  connection: VendorConnection,
): Promise<string | null> {
  const [{ opened }, { externalSigning, remoteKeysOf }, registeredMail] = await calling()
  const remote = await remoteKeysOf(named.vendor)
  const check = remote
    ? (open: OpenConnection) => remote.check(open, AbortSignal.timeout(checkTimeoutMs))
    : ((await externalSigning(named.vendor))?.check ?? registeredMail.vendorNamed(named.vendor)?.check)
  if (!check) return 'This vendor is not available any more.'
  const open = await opened(named, connection)
  return await check(open).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : 'The vendor could not be asked.'),
  )
}
