import { isRefusal } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { isTroubled } from '../../../shared/store/vendor-connections.ts'
import { connectionView, toConnection } from '../model/connection-view.ts'
import {
  auditOfConnection,
  connectionNamed,
  readRecord,
  vendorNamed,
  writeConnection,
} from '../model/named-connection.ts'
import { runningJobs } from '../model/running-jobs.ts'

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
  preload: async ({ readItems, table, path }) => {
    const [before, running] = await Promise.all([
      readRecord(readItems, path.orgId),
      runningJobs(table, path.orgId, path.vendor),
    ])
    return { before, running }
  },
  async handle({ access: { orgId, memberships }, path, preloaded: { before, running }, work, clock }) {
    const vendor = vendorNamed(path.vendor)
    if (isRefusal(vendor)) return vendor
    const connection = connectionNamed(before, vendor.key)
    if (isRefusal(connection)) return connection
    const named = { orgId, vendor: vendor.key }
    const [{ opened }, { triedConnection }] = await calling()
    const nowMs = clock()
    const livemode = memberships.some((membership) => membership.livemode)
    const tried = { vendor: vendor.key, connection, open: await opened(named, connection) }
    const checked = await triedConnection(tried, nowMs)
    writeConnection(work, { orgId, before }, { vendor: vendor.key, connection: checked })
    const [from, to] = [toConnection(vendor, connection, nowMs).status, toConnection(vendor, checked, nowMs).status]
    const changes = from === to ? [] : [{ field: 'status', from, to }]
    work.audit(auditOfConnection({ orgId, livemode }, vendor, 'vendor_connection.checked', changes))
    const worksAgain = isTroubled(connection) && checked.lastError === null
    for (const job of worksAgain ? running : []) work.enqueue(job, { orgId, livemode })
    return reply(200, toConnection(vendor, checked, nowMs))
  },
})
