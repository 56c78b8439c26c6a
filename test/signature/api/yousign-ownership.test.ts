import { describe, expect, it } from 'vitest'
import { vendorPollKey } from '../../../functions/signature/model/vendor-poll.ts'
import { getItem } from '../../../shared/store/table.ts'
import { contractPdf } from '../../browser/support/contract-pdf.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { alter, create, type Draft, pathOf, read, settled, storedRequest } from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import {
  atFake,
  callFake,
  connectionsPath,
  connectYousign,
  settleAgain,
  stateAtFake,
  vendorDraft,
  vendorSigner,
} from '../../support/vendors.ts'

const done = { batchItemFailures: [] }
const failed = { batchItemFailures: [{ itemIdentifier: 'message-1' }] }

const cancel = async (of: Tenant, id: string) =>
  demand(await call('POST', `${pathOf(id)}/cancel`, { token: of.token, json: {} }), 200)

async function noPoll(id: string): Promise<void> {
  await until('no poll', async () => (await getItem(table(), vendorPollKey(id))) === null)
}

/** The fake holds the answers of these calls until it is released. */
async function held(match: string) {
  const of = await tenant()
  const { apiKey } = await connectYousign(of)
  await atFake(apiKey, 'fault', { match, times: 1, as: 'held' })
  const { id } = await create(of, vendorDraft())
  await until('the held answer', async () => (await stateAtFake(apiKey)).held === 1)
  return { of, apiKey, id }
}

describe.concurrent('a request that is canceled while it is handed over', () => {
  it('is canceled at the vendor, where its signers were asked meanwhile', async () => {
    const { of, apiKey, id } = await held('POST .*/activate$')
    await cancel(of, id)
    // The job that hands it over may ask its signers yet: the poll stays.
    expect(await settleAgain(id)).toEqual(failed)
    expect(await getItem(table(), vendorPollKey(id))).not.toBeNull()
    await atFake(apiKey, 'release', {})
    await until('the cancellation', async () => (await stateAtFake(apiKey)).requests[0].status === 'canceled')
    await noPoll(id)
  })

  it('is sent to nobody, where the vendor only has a draft', async () => {
    const { of, apiKey, id } = await held('POST /v3/signature_requests$')
    await cancel(of, id)
    await atFake(apiKey, 'release', {})
    await until('no draft', async () => (await stateAtFake(apiKey)).requests.length === 0)
    await noPoll(id)
    expect((await stateAtFake(apiKey)).activations).toEqual([])
  })

  it('is canceled at the vendor, where the answer to the last step is lost', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'fault', { match: 'POST .*/activate$', times: 1, as: 'lost' })
    const { id } = await create(of, vendorDraft())
    await until('the lost answer', async () => (await stateAtFake(apiKey)).activations.length === 1)
    await cancel(of, id)
    await until('the cancellation', async () => {
      await settleAgain(id)
      return (await stateAtFake(apiKey)).requests[0].status === 'canceled'
    })
    await noPoll(id)
  })
})

/** What somebody with the same account makes at Yousign under our id, with weaker signers, and signs. */
async function imitated(apiKey: string, externalId: string, email: string): Promise<string> {
  const { id } = await callFake(apiKey, '/signature_requests', {
    name: 'Another',
    external_id: externalId,
    delivery_mode: 'none',
    ordered_signers: false,
    signers_allowed_to_decline: false,
    expiration_date: '2036-01-01',
    timezone: 'Europe/Paris',
  })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await contractPdf(1))], { type: 'application/pdf' }), 'a.pdf')
  form.set('nature', 'signable_document')
  const document = await callFake(apiKey, `/signature_requests/${id}/documents`, form)
  await callFake(apiKey, `/signature_requests/${id}/signers`, {
    info: { first_name: 'Mal', last_name: 'Lory', email, phone_number: null, locale: 'en' },
    signature_level: 'electronic_signature',
    signature_authentication_mode: 'no_otp',
    fields: [{ document_id: document.id, type: 'signature', page: 1, x: 1, y: 1, width: 90, height: 40 }],
  })
  await callFake(apiKey, `/signature_requests/${id}/activate`, {})
  await atFake(apiKey, 'act', { externalId, email, action: 'sign' })
  return id
}

async function asked(of: Tenant, more: Draft = {}): Promise<Answer['body']> {
  const { id } = await create(of, vendorDraft(more))
  return await settled(of, id, 'asked', ({ signers }) => signers[0].status === 'notified')
}

describe.concurrent('what the vendor has under the id of a request', () => {
  it('is not taken for it where somebody else made it', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    const signer = vendorSigner('', { authMethod: 'vendor_identity' })
    const draft = await create(of, vendorDraft({ eidasLevel: 'qes', draft: true, signers: [signer] }))
    const others = await imitated(apiKey, draft.id, signer.email)
    demand(await call('POST', `${pathOf(draft.id)}/send`, { token: of.token }), 200)
    const sent = await settled(of, draft.id, 'asked', ({ signers }) => signers[0].status === 'notified')
    expect(sent.status).toBe('pending_signature')
    const { requests } = await stateAtFake(apiKey)
    const own = requests.find(({ id }: { id: string }) => id !== others)
    expect(own).toMatchObject({ status: 'ongoing', signers: [{ signature_level: 'qualified_electronic_signature' }] })
    expect(sent.vendorRequestId).toBe(own.id)
  })

  it('is believed only while its signers are those that were handed over', async () => {
    const of = await tenant()
    const { apiKey, managerToken } = await connectYousign(of, 'lost')
    const signer = vendorSigner()
    const { id } = await asked(of, { signers: [signer] })
    await atFake(apiKey, 'alter', { externalId: id, signer: { signature_level: 'electronic_signature' } })
    await atFake(apiKey, 'act', { externalId: id, email: signer.email, action: 'sign' })
    expect(await settleAgain(id)).toEqual(done)
    expect(await read(of, id)).toMatchObject({ status: 'pending_signature', signers: [{ status: 'notified' }] })
    const [connection] = (await call('GET', connectionsPath(of), { token: managerToken })).body.results
    expect(connection).toMatchObject({ status: 'error', lastError: expect.stringContaining(id) })
    expect(connection.lastError).toContain('level')
  })

  it('is known by that id alone, where a version that noted no drafts has sent it', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of, 'lost')
    const { id, vendorRequestId } = await asked(of)
    await alter(id, () => ({ vendorRequestId: null, vendorDraftId: undefined }))
    expect(await settleAgain(id)).toEqual(done)
    expect((await storedRequest(id)).vendorRequestId).toBe(vendorRequestId)
    expect((await stateAtFake(apiKey)).activations).toEqual([id])
  })
})
