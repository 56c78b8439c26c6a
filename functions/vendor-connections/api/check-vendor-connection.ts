import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { connectionView, toConnection } from '../model/connection-view.ts'
import { connectionNamed, readRecord, vendorNamed, writeConnection } from '../model/named-connection.ts'

const calling = () => Promise.all([import('../../../shared/store/vendor-calls.ts'), import('./try-connection.ts')])

export const checkVendorConnection = operation({
  id: 'checkVendorConnection',
  method: 'POST',
  path: '/v1/orgs/{orgId}/vendor-connections/{vendor}/check',
  tag: 'Vendor connections',
  summary: 'Try the credentials of a connected vendor',
  description:
    'Asks the vendor with the stored credentials. The answer is 200 in any case: `status` says whether it worked, `lastError` why it did not. While the vendor refuses the credentials, new requests and registered mail through it are refused with `vendor_unavailable`.',
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
    const named = { orgId, vendor: vendor.key }
    const [{ opened }, { triedConnection }] = await calling()
    const nowMs = clock()
    const tried = { vendor: vendor.key, connection, open: await opened(named, connection) }
    const checked = await triedConnection(tried, nowMs)
    writeConnection(work, { orgId, before }, { vendor: vendor.key, connection: checked })
    return reply(200, toConnection(vendor, checked, nowMs))
  },
})
