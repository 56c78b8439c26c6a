import { isDeepStrictEqual } from 'node:util'
import { PDF } from '@libpdf/core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { vendorPollKey, vendorPolls } from '../../../functions/signature/model/vendor-poll.ts'
import { leaseMs } from '../../../functions/signature/vendor-jobs/submission-lease.ts'
import { put } from '../../../infra/local/tenant.ts'
import { type Collection, fromItem } from '../../../shared/store/collection.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { getItem } from '../../../shared/store/table.ts'
import { evidenceIn, flawsOfChain } from '../../support/chain.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import { publicTypesOf, runSweep } from '../../support/inspection.ts'
import {
  act,
  codeOf,
  create,
  type Draft,
  draftFor,
  past,
  pathOf,
  post,
  read,
  sealed,
  settled,
  storedChain,
  storedRequest,
  verify,
} from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import {
  atFake,
  connectionsPath,
  connectYousign,
  settleAgain,
  stateAtFake,
  vendorDraft,
  vendorSigner,
  yousignInput,
} from '../../support/vendors.ts'

type Request = Answer['body']

const done = { batchItemFailures: [] }
const failed = { batchItemFailures: [{ itemIdentifier: 'message-1' }] }

/** A request that Yousign has sent to its signers. */
async function asked(of: Tenant, more: Draft = {}): Promise<Request> {
  const { id } = await create(of, vendorDraft(more))
  return await settled(of, id, 'asked', ({ signers }) => signers[0].status === 'notified')
}

const playing = (apiKey: string, { id }: Request, email: string, action: 'open' | 'sign' | 'decline') =>
  atFake(apiKey, 'act', { externalId: id, email, action })

describe.concurrent('a request through Yousign', () => {
  it('is completed by webhooks, with the same states, events and evidence as a native one', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of, 'twice')
    const [first, second] = [vendorSigner(), vendorSigner('', { firstName: 'John' })]
    const request = await asked(of, { signers: [first, second], signingOrder: 'sequential' })
    expect(request).toMatchObject({ vendor: 'yousign', eidasLevel: 'aes', vendorRequestId: expect.any(String) })
    const atVendor = (await stateAtFake(apiKey)).requests[0]
    expect(atVendor).toMatchObject({ external_id: request.id, ordered_signers: true, status: 'ongoing' })
    expect(atVendor.signers[0]).toMatchObject({
      signature_level: 'advanced_electronic_signature',
      signature_authentication_mode: 'otp_sms',
      fields: [{ type: 'signature', page: 1, x: 60, y: 640, width: 200, height: 70 }],
    })

    await playing(apiKey, request, first.email, 'open')
    await settled(of, request.id, 'opened', ({ signers }) => signers[0].status === 'opened')
    await playing(apiKey, request, first.email, 'sign')
    await settled(of, request.id, 'signed by one', ({ progress }) => progress.signed === 1)
    await playing(apiKey, request, second.email, 'sign')
    const { document, status } = await sealed(of, request.id)
    expect([status, document.sealLevel]).toEqual(['completed', 'B-B'])

    const signed = await download(`${pathOf(request.id)}/document?variant=signed`, of.token)
    expect(signed.headers.get('etag')).toBe(`"${document.signed.sha256}"`)
    const verified = await verify(of, signed.bytes)
    expect(verified.body).toMatchObject({
      signatures: [
        { signerName: 'Jane Doe', intact: true },
        { signerName: 'John Doe', intact: true, coversWholeDocument: true },
      ],
    })
    const evidence = await download(`${pathOf(request.id)}/document?variant=evidence`, of.token)
    const proof = await evidenceIn(evidence.bytes)
    expect(flawsOfChain(proof.steps)).toEqual([])
    expect(proof).toMatchObject({
      request: { vendor: 'yousign', level: 'aes' },
      sealed: { sha256: document.signed.sha256 },
      atVendor: { form: 'appended', auditTrail: { attachment: 'vendor-audit-trail.pdf' } },
    })
    const trail = (await PDF.load(evidence.bytes)).getAttachment('vendor-audit-trail.pdf') ?? new Uint8Array()
    expect(sha256Of(trail)).toBe(proof.atVendor?.auditTrail?.sha256)
    expect(Buffer.from(trail).toString()).toContain(second.email)
    await until('signature.completed', async () => (await publicTypesOf(request.id)).includes('signature.completed'))
    expect(await publicTypesOf(request.id)).toEqual([
      'signature.created',
      'signature.viewed',
      'signature.signed',
      'signature.signed',
      'signature.completed',
    ])
    // The connection may go once nothing is to be heard any more.
    expect(await settleAgain(request.id)).toEqual(done)
    expect(await getItem(table(), vendorPollKey(request.id))).toBeNull()
  })

  it('takes a file that the vendor wrote anew, if it shows the same pages', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'resave', { as: 'rewritten' })
    const signer = vendorSigner()
    const request = await asked(of, { signers: [signer] })
    await playing(apiKey, request, signer.email, 'sign')
    await sealed(of, request.id)
    const evidence = await download(`${pathOf(request.id)}/document?variant=evidence`, of.token)
    expect((await evidenceIn(evidence.bytes)).atVendor?.form).toBe('rewritten')
  })

  it('is not sealed where the vendor gives another document back', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'resave', { as: 'other' })
    const signer = vendorSigner()
    const request = await asked(of, { signers: [signer] })
    await playing(apiKey, request, signer.email, 'sign')
    const failed = await settled(of, request.id, 'failed', ({ document }) => document.sealStatus === 'failed')
    expect(failed.document.signed).toBeNull()
  })

  it('is never handed over again where other credentials do not find it, and goes on with the former ones', async () => {
    const of = await tenant()
    const { apiKey, secret, managerToken } = await connectYousign(of, 'lost')
    const [first, second] = [vendorSigner(), vendorSigner('', { firstName: 'John' })]
    const request = await asked(of, { signers: [first, second] })
    await playing(apiKey, request, first.email, 'sign')
    await settleAgain(request.id)

    const other = await connectYousign(of, 'lost', managerToken)
    expect(await settleAgain(request.id)).toEqual(done)
    const [connection] = (await call('GET', connectionsPath(of), { token: managerToken })).body.results
    expect(connection).toMatchObject({ status: 'error', lastError: expect.stringContaining(request.id) })
    expect((await stateAtFake(other.apiKey)).requests).toEqual([])
    const { vendorRequestId } = request
    expect(await read(of, request.id)).toMatchObject({
      vendorRequestId,
      status: 'pending_signature',
      signers: [{ status: 'signed' }, { status: 'notified' }],
    })

    const json = yousignInput(apiKey, secret)
    demand(await call('PUT', connectionsPath(of, '/yousign'), { token: managerToken, json }), 200)
    await playing(apiKey, request, second.email, 'sign')
    await settleAgain(request.id)
    expect(await sealed(of, request.id)).toMatchObject({ status: 'completed', vendorRequestId })
  })

  it('is completed by the poller where every webhook is lost', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of, 'lost')
    const signer = vendorSigner()
    const request = await asked(of, { signers: [signer] })
    await playing(apiKey, request, signer.email, 'sign')
    const item = await getItem(table(), vendorPollKey(request.id))
    const poll = fromItem(vendorPolls, item ?? {})
    expect(Date.parse(poll.dueAt) - Date.parse(poll.since)).toBe(15 * 60_000)
    await put(table(), vendorPolls, { ...poll, dueAt: past })
    await runSweep()
    expect((await sealed(of, request.id)).status).toBe('completed')
  })

  it('ends where a signer declines there', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    const signer = vendorSigner()
    const request = await asked(of, { signers: [signer] })
    await playing(apiKey, request, signer.email, 'decline')
    const ended = await settled(of, request.id, 'declined', ({ status }) => status === 'declined')
    expect(ended.decline.signerId).toBe(request.signers[0].id)
    await until('no poll', async () => (await getItem(table(), vendorPollKey(request.id))) === null)
  })

  it('that is canceled here is canceled there', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    const request = await asked(of)
    demand(await call('POST', `${pathOf(request.id)}/cancel`, { token: of.token, json: {} }), 200)
    await until('the cancellation', async () => (await stateAtFake(apiKey)).requests[0].status === 'canceled')
    await until('no poll', async () => (await getItem(table(), vendorPollKey(request.id))) === null)
  })

  it('has its signers reminded there, and is neither corrected, nor extended, nor simulated', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    const request = await asked(of)
    const signerPath = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    expect((await call('POST', `${signerPath}/remind`, { token: of.token })).status).toBe(202)
    await until('the reminder', async () => (await stateAtFake(apiKey)).requests[0].signers[0].reminders === 1)
    const simulated = await act(of, request, 0, 'sign')
    expect(codeOf(simulated)).toBe('invalid_input')
    const shown = await call('GET', pathOf(request.id), { token: of.token })
    expect(shown.body.permissions).toMatchObject({ canCancel: true, canCorrect: false })
    const corrected = await call('PATCH', signerPath, { token: of.token, json: { firstName: 'Joan' } })
    const extended = await call('POST', `${pathOf(request.id)}/extend`, {
      token: of.token,
      json: { expiresInDays: 40 },
    })
    for (const answer of [corrected, extended])
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'vendor_error', details: { vendor: 'yousign', retryable: false } } },
      })
  })
})

describe.concurrent('the submission to Yousign', () => {
  it('is not repeated where the answer to its last step is lost', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'fault', { match: 'POST .*/activate$', times: 1, as: 'lost' })
    const { id } = await create(of, vendorDraft())
    await until('the lost answer', async () => (await stateAtFake(apiKey)).activations.length === 1)
    await until('the end of the first try', async () => {
      await settleAgain(id)
      return (await storedRequest(id)).vendorRequestId !== null
    })
    const state = await stateAtFake(apiKey)
    expect([state.activations, state.requests.length]).toEqual([[id], 1])
    expect((await storedRequest(id)).vendorRequestId).toBe(state.requests[0].id)
  })

  it.for([
    ['GET /v3/signature_requests', 503],
    ['POST /v3/signature_requests$', 'broken'],
    ['POST .*/documents', 429],
    ['POST .*/signers', 'lost'],
  ] as const)('starts over where %s is answered %s, and sends once', async ([match, as]) => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'fault', { match, times: 1, as })
    const { id } = await create(of, vendorDraft())
    await until('the submission', async () => {
      await settleAgain(id)
      return (await storedRequest(id)).vendorRequestId !== null
    })
    const state = await stateAtFake(apiKey)
    expect([state.activations, state.requests.length]).toEqual([[id], 1])
  })

  it('waits while another job is at it, whose function may have broken down', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'fault', { match: 'GET', times: 1, as: 503 })
    const { id } = await create(of, vendorDraft())
    const lease: Collection<{ holder: string }> = {
      name: 'vendor_lease',
      schema: v.object({ holder: v.string() }),
      key: () => ({ PK: `SIGREQ#${id}`, SK: 'VENDORLEASE' }),
    }
    const leaseUntil = async (until: number) => {
      const { PutCommand } = await import('@aws-sdk/lib-dynamodb')
      const Item = { ...lease.key({ holder: '' }), type: 'vendor_lease', holder: 'other', until }
      await table().client.send(new PutCommand({ TableName: table().name, Item }))
    }
    await leaseUntil(Date.now() + leaseMs)
    // One of them may meet the 503, where the message of the queue has not.
    for (const _ of [1, 2]) expect(await settleAgain(id)).toEqual(failed)
    expect((await stateAtFake(apiKey)).activations).toEqual([])
    await leaseUntil(Date.now() - 1)
    // The message of the queue may be at it as well.
    await until('the end of the lease', async () => isDeepStrictEqual(await settleAgain(id), done))
    await Promise.all([settleAgain(id), settleAgain(id)])
    expect((await stateAtFake(apiKey)).activations).toEqual([id])
  })

  it('that the vendor refuses leaves its signers in error, and is not tried again', async () => {
    const of = await tenant()
    const { apiKey } = await connectYousign(of)
    const { id } = await create(of, vendorDraft({ signers: [vendorSigner('+refused')] }))
    await settled(of, id, 'refused', ({ signers }) => signers[0].status === 'error')
    expect((await storedChain(id)).at(-1)).toMatchObject({
      type: 'failed',
      detail: { reason: 'Yousign answered 400: validation This e-mail cannot be used.' },
    })
    expect(await settleAgain(id)).toEqual(done)
    expect((await stateAtFake(apiKey)).activations).toEqual([])
  })
})

describe.concurrent('the rules of a vendor', () => {
  it('need a connection that works, and signature fields, and it tells nothing of pages', async () => {
    const of = await tenant()
    expect(codeOf(await post(of, draftFor(of, vendorDraft())))).toBe('vendor_unavailable')
    const { apiKey } = await connectYousign(of)
    const withoutField = vendorDraft({ signers: [vendorSigner('', { fields: [] })] })
    expect(codeOf(await post(of, draftFor(of, withoutField)))).toBe('invalid_input')
    const withPages = await post(of, draftFor(of, vendorDraft({ mustSeeAllPages: true })))
    expect(withPages.body.error).toMatchObject({ code: 'invalid_input', details: { reason: 'must_see_all_pages' } })
    const options = await call('GET', `/v1/signature-requests/options?entityId=${of.entity.id}`, { token: of.token })
    expect(options.body.vendors.map(({ key }: { key: string }) => key)).toContain('yousign')

    // Five calls in a row that fail open the circuit breaker.
    await atFake(apiKey, 'fault', { match: '.', times: 50, as: 503 })
    const { id } = await create(of, vendorDraft())
    await until('an open breaker', async () => {
      await settleAgain(id)
      return codeOf(await post(of, draftFor(of, vendorDraft()))) === 'vendor_unavailable'
    })
    const later = await read(of, id)
    expect(later.status).toBe('pending_signature')
  })
})
