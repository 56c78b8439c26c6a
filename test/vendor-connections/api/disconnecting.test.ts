import { expect, it } from 'vitest'
import { followVendor, vendorPollKey } from '../../../functions/signature/model/vendor-poll.ts'
import { put } from '../../../infra/local/tenant.ts'
import { systemClock, timestamp } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { commit } from '../../../shared/store/commit.ts'
import { deleteItems, getItem } from '../../../shared/store/table.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { vendorConnections, vendorConnectionsKey } from '../../../shared/store/vendor-connections.ts'
import { call } from '../../support/client.ts'
import { codeOf, create, draftFor, post, read, storedRequest } from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { connectionsPath, connectYousign, vendorDraft } from '../../support/vendors.ts'

const disconnect = (of: Tenant, token: string) => call('DELETE', connectionsPath(of, '/yousign'), { token })

it.concurrent('a request that was sent a moment ago keeps its vendor, though no listing shows it yet', async () => {
  const of = await tenant()
  const { managerToken } = await connectYousign(of)
  const { id } = await create(of, vendorDraft())
  await until('the hand-over', async () => (await read(of, id)).vendorRequestId !== null)
  await deleteItems(table(), [vendorPollKey(id)])
  expect(codeOf(await disconnect(of, managerToken))).toBe('still_referenced')

  const stored = fromItem(vendorConnections, (await getItem(table(), vendorConnectionsKey(of.org.id))) ?? {})
  const { yousign } = stored.connections
  if (!yousign) throw new Error('there is no connection')
  const connections = { yousign: { ...yousign, sentAt: timestamp(systemClock() - 10_001) } }
  await put(table(), vendorConnections, { ...stored, connections })
  expect((await disconnect(of, managerToken)).status).toBe(204)
})

it.concurrent('a request is not sent through a connection that is gone by its commit', async () => {
  const of = await tenant()
  const { managerToken } = await connectYousign(of)
  const draft = await create(of, vendorDraft({ draft: true }))
  expect((await disconnect(of, managerToken)).status).toBe(204)
  const record = await storedRequest(draft.id)
  const work = new UnitOfWork({ table: table(), clock: systemClock, ids: systemIds, author: systemAuthor(draft.id) })
  followVendor(work, record, { ...record, status: 'pending_signature' })
  expect(await commit(table(), work)).toBe('stale')
})

it.concurrent('of a request and the end of its connection at the same moment one is refused', async () => {
  const of = await tenant()
  const { managerToken } = await connectYousign(of)
  const [made, ended] = await Promise.all([post(of, draftFor(of, vendorDraft())), disconnect(of, managerToken)])
  const refused = made.status === 201 ? ended : made
  expect(codeOf(refused)).toBe(made.status === 201 ? 'still_referenced' : 'vendor_unavailable')
})
