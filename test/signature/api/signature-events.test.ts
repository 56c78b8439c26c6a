import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type EventType, eventData } from '../../../events/catalog.ts'
import { envelopeSchema } from '../../../events/envelope.ts'
import { internalEventData } from '../../../events/internal.ts'
import { call } from '../../support/client.ts'
import { auditLogOf, type BusEvent, busEventsOf } from '../../support/inspection.ts'
import {
  act,
  alter,
  cancelRequest,
  codeOf,
  completed,
  create,
  pathOf,
  sealed,
  settled,
  signer,
} from '../../support/signature.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const isPublicType = (type: string): type is EventType => type in eventData
const isInternalType = (type: string): type is keyof typeof internalEventData => type in internalEventData

/** Waits for an event of a request, and holds every event of the request against the catalog. */
async function eventOf(of: Tenant, requestId: string, type: EventType): Promise<BusEvent> {
  const event = await until(type, async () => (await busEventsOf(requestId)).find((each) => each.type === type))
  for (const each of await busEventsOf(requestId)) expectInCatalog(of, each)
  return event
}

function expectInCatalog(of: Tenant, { source, type, detail }: BusEvent): void {
  if (source === 'sealpost.internal') {
    expect(isInternalType(type), type).toBe(true)
    return
  }
  expect(source).toBe('sealpost')
  if (!isPublicType(type)) throw new Error(`${type} is not in the catalog`)
  const envelope = v.parse(v.strictObject(envelopeSchema.entries), detail)
  expect(envelope).toMatchObject({
    type,
    apiVersion: '1',
    orgId: of.org.id,
    providerId: of.org.providerId,
    livemode: false,
  })
  v.parse(v.strictObject(eventData[type].entries), envelope.data)
}

const request = { clientReference: 'order-7', title: 'Lease' }

describe.concurrent('an event of the catalog reaches the bus', () => {
  it('signature.created, when a request is sent', async () => {
    const of = await tenant()
    const { id } = await create(of, request)
    const { detail } = await eventOf(of, id, 'signature.created')
    expect(detail.data).toEqual({ requestId: id, ...request })
  })

  it('without a reference where the request has none', async () => {
    const of = await tenant()
    const { id, title } = await create(of)
    expect((await eventOf(of, id, 'signature.created')).detail.data).toEqual({ requestId: id, title })
  })

  it('signature.viewed and signature.signed, with the signer', async () => {
    const of = await tenant()
    const created = await create(of, { ...request, signers: [signer(), signer()] })
    const data = { requestId: created.id, ...request, signerId: created.signers[1].id, signerName: 'Jane Doe' }
    await act(of, created, 1, 'open')
    expect((await eventOf(of, created.id, 'signature.viewed')).detail.data).toEqual(data)
    await act(of, created, 1, 'sign')
    expect((await eventOf(of, created.id, 'signature.signed')).detail.data).toEqual(data)
  })

  it('signature.completed, with the seal', async () => {
    const of = await tenant()
    const { id } = await completed(of, request)
    expect((await eventOf(of, id, 'signature.completed')).detail.data).toEqual({ requestId: id, ...request })
  })

  it.for(['Too expensive', null])('signature.declined, with the reason %j', async (reason) => {
    const of = await tenant()
    const created = await create(of, request)
    await act(of, created, 0, 'decline', reason === null ? {} : { reason })
    expect((await eventOf(of, created.id, 'signature.declined')).detail.data).toMatchObject({
      requestId: created.id,
      signerId: created.signers[0].id,
      reason,
    })
  })

  it('signature.delivery_failed, when a message came back', async () => {
    const of = await tenant()
    const created = await create(of, request)
    await act(of, created, 0, 'bounce', { reason: 'Mailbox full' })
    expect((await eventOf(of, created.id, 'signature.delivery_failed')).detail.data).toMatchObject({
      reason: 'Mailbox full',
    })
  })

  it('signature.canceled and signature.expired', async () => {
    const of = await tenant()
    const canceled = await create(of, request)
    await cancelRequest(of, canceled.id)
    expect((await eventOf(of, canceled.id, 'signature.canceled')).detail.data).toEqual({
      requestId: canceled.id,
      ...request,
    })
    const expired = await create(of, request)
    await call('POST', `/v1/test/signature-requests/${expired.id}/expire`, { token: of.token })
    expect((await eventOf(of, expired.id, 'signature.expired')).detail.data).toEqual({
      requestId: expired.id,
      ...request,
    })
  })
})

describe.concurrent('what the simulated vendor plays by itself', () => {
  it('+sign opens and signs', async () => {
    const of = await tenant()
    const { id } = await create(of, { signers: [signer('+sign')] })
    const { signers } = await sealed(of, id)
    expect(signers[0]).toMatchObject({ status: 'signed', notifiedAt: expect.any(String), openedAt: expect.any(String) })
    await eventOf(of, id, 'signature.completed')
  })

  it('+decline opens and declines with a reason', async () => {
    const of = await tenant()
    const { id } = await create(of, { signers: [signer('+decline'), signer()] })
    const done = await settled(of, id, 'declined', ({ status }) => status === 'declined')
    expect(done.decline).toMatchObject({ signerId: done.signers[0].id, reason: expect.stringMatching(/\w/) })
    expect(done.signers[1].status).toBe('aborted')
    await eventOf(of, id, 'signature.declined')
  })

  it('+bounce lets the message come back, and the request go on', async () => {
    const of = await tenant()
    const { id } = await create(of, { signers: [signer('+bounce')] })
    const done = await settled(of, id, 'bounced', ({ signers }) => signers[0].emailDelivery === 'bounced')
    expect(done.status).toBe('pending_signature')
    await eventOf(of, id, 'signature.delivery_failed')
    expect((await act(of, done, 0, 'sign')).body.status).toBe('completed')
  })

  it('+fail is an error of the vendor for that signer', async () => {
    const of = await tenant()
    const { id } = await create(of, { signers: [signer('+FAIL')] })
    const done = await settled(of, id, 'failed', ({ signers }) => signers[0].status === 'error')
    expect(done.status).toBe('pending_signature')
  })

  it('nothing of signers without such an e-mail', async () => {
    const of = await tenant()
    const { id } = await create(of, { signers: [signer('+signed'), signer('.sign'), signer('+sign')] })
    const done = await settled(of, id, 'signed by one', ({ progress }) => progress.signed === 1)
    expect(done.signers.map(({ status }: { status: string }) => status)).toEqual(['notified', 'notified', 'signed'])
  })
})

describe.concurrent('the audit log', () => {
  it('has an entry of each thing that was done, with who did it', async () => {
    const of = await tenant()
    const { account, token } = await personOf(of, 'member')
    const draft = await create(of, { draft: true, title: 'Lease' })
    const path = pathOf(draft.id)
    const ask = async (method: string, to: string, json?: object, as = of.token) => {
      const answer = await call(method, to, { token: as, ...(json ? { json } : {}) })
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer
    }
    await ask('PATCH', path, { title: 'Lease of a flat' })
    await ask('POST', `${path}/send`)
    await ask('POST', `${path}/extend`, { expiresInDays: 40 })
    await act(of, draft, 0, 'open')
    await ask('POST', `${path}/cancel`, { reason: 'Wrong' }, token)
    const entries = (await auditLogOf(of.org.id)).filter(({ target }) => target.id === draft.id)
    expect(entries.map(({ action }) => action.replace('signature_request.', ''))).toEqual([
      'created',
      'changed',
      'sent',
      'extended',
      'simulated',
      'canceled',
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({
        orgId: of.org.id,
        nodeId: of.entity.id,
        livemode: false,
        target: { type: 'signature_request', id: draft.id },
        requestId: expect.any(String),
        ip: expect.any(String),
      })
    expect(entries[0]?.actor).toEqual({ type: 'api_key', id: of.key.clientId, name: 'admin key' })
    expect(entries[1]?.changes).toEqual([{ field: 'title', from: 'Lease', to: 'Lease of a flat' }])
    expect(entries.at(-1)).toMatchObject({
      actor: { type: 'user', id: account.id },
      changes: [{ field: 'status', from: 'pending_signature', to: 'canceled' }],
    })
  })

  it('tells of deletions, expiries by hand and seals that were asked for again', async () => {
    const of = await tenant()
    const draft = await create(of, { draft: true })
    await call('DELETE', pathOf(draft.id), { token: of.token })
    const done = await completed(of)
    await alter(done.id, ({ document }) => ({ document: { ...document, sealStatus: 'failed' }, dueAt: null }))
    await call('POST', `${pathOf(done.id)}/reseal`, { token: of.token })
    const expired = await create(of)
    await call('POST', `/v1/test/signature-requests/${expired.id}/expire`, { token: of.token })
    const entries = await auditLogOf(of.org.id)
    const actionsOn = (id: string) => entries.filter(({ target }) => target.id === id).map(({ action }) => action)
    expect(actionsOn(draft.id)).toEqual(['signature_request.created', 'signature_request.deleted'])
    expect(actionsOn(done.id).at(-1)).toBe('signature_request.resealed')
    expect(actionsOn(expired.id)).toEqual(['signature_request.created', 'signature_request.simulated'])
  })

  it('has nothing of what was refused', async () => {
    const of = await tenant()
    const { id } = await create(of)
    // Entries are linked to each other a moment after they are there.
    const told = async () => (await auditLogOf(of.org.id)).map(({ hash: _, prevHash: __, ...entry }) => entry)
    const before = await told()
    expect(codeOf(await call('DELETE', pathOf(id), { token: of.token }))).toBe('signature_request_not_cancelable')
    expect(await told()).toEqual(before)
  })
})
