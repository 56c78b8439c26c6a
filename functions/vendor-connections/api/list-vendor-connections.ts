import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { connectionView, toConnection } from '../model/connection-view.ts'
import { readRecord } from '../model/named-connection.ts'
import { vendorCatalog } from '../model/vendor-catalog.ts'

export const listVendorConnections = operation({
  id: 'listVendorConnections',
  method: 'GET',
  path: '/v1/orgs/{orgId}/vendor-connections',
  tag: 'Vendor connections',
  summary: 'List the outside vendors and how they are connected',
  access: { to: 'peopleOnly', permission: 'settings.manage' },
  responses: { 200: v.object({ results: v.array(connectionView) }) },
  errors: [],
  preload: ({ readItems, path }) => readRecord(readItems, path.orgId),
  async handle({ preloaded: record, clock }) {
    const nowMs = clock()
    const results = vendorCatalog.map((vendor) => toConnection(vendor, record?.connections[vendor.key], nowMs))
    return reply(200, { results })
  },
})
