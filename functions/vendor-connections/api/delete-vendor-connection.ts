import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import { isSentLately, removeConnection } from '../../../shared/store/vendor-connections.ts'
import { hasRunning } from '../../signature/model/vendor-poll.ts'
import { auditOfConnection, connectionNamed, readRecord, vendorNamed } from '../model/named-connection.ts'

export const deleteVendorConnection = operation({
  id: 'deleteVendorConnection',
  method: 'DELETE',
  path: '/v1/orgs/{orgId}/vendor-connections/{vendor}',
  tag: 'Vendor connections',
  summary: 'Disconnect an outside vendor',
  description:
    'Deletes its credentials. A vendor that still has requests or registered mail of the organization cannot be disconnected, nor one that got a request within the last ten seconds.',
  access: { to: 'peopleOnly', permission: 'settings.manage' },
  recentSignIn: true,
  responses: { 204: null },
  errors: ['not_found', 'still_referenced'],
  preload: async ({ readItems, table, path }) => {
    const [record, isRunning] = await Promise.all([
      readRecord(readItems, path.orgId),
      hasRunning(table, path.orgId, path.vendor),
    ])
    return { record, isRunning }
  },
  async handle({ access: { orgId, memberships }, path, preloaded: { record: before, isRunning }, work }) {
    const vendor = vendorNamed(path.vendor)
    if (isRefusal(vendor)) return vendor
    const connection = connectionNamed(before, vendor.key)
    if (isRefusal(connection)) return connection
    if (isRunning || isSentLately(connection, systemClock()))
      return refuse(
        'still_referenced',
        `${vendor.name} still has requests or registered mail of this organization. Let them end first.`,
      )
    removeConnection(work, { orgId, version: before?.version ?? 0 }, { vendor: vendor.key, sentAt: connection.sentAt })
    const livemode = memberships.some((membership) => membership.livemode)
    work.audit(auditOfConnection({ orgId, livemode }, vendor, 'vendor_connection.deleted'))
    return reply(204, null)
  },
})
