import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import { flawsOfChain } from '../../support/chain.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import {
  agreedAt,
  allowed,
  answerAt,
  connectCsc,
  cscDraft,
  cscInput,
  cscRequest,
  cscSigner,
  finish,
  signAtCsc,
  signedByCsc,
  startAt,
  toCsc,
} from '../../support/csc.ts'
import { isInstalled, poppler } from '../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../support/documents/qpdf.ts'
import { expectRefused } from '../../support/refused.ts'
import { act, alter, codeOf, draftFor, pathOf, post, read, sealed, storedChain } from '../../support/signature.ts'
import { agree, browserAt, linkOf, nativeRequest, open, signBody, stepsOf, visit } from '../../support/signing.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { connectionsPath } from '../../support/vendors.ts'

type Request = Answer['body']

async function connected(more = {}): Promise<{ of: Tenant; clientId: string; request: Request }> {
  const of = await tenant()
  const { clientId } = await connectCsc(of)
  return { of, clientId, request: await cscRequest(of, more) }
}

const signedFile = async (of: Tenant, { id }: Request) =>
  (await download(`${pathOf(id)}/document?variant=signed`, of.token)).bytes

describe.concurrent('a request that people sign with keys at a provider', () => {
  it('has one valid signature of each, in their order, and our seal last', async () => {
    const { of, clientId, request } = await connected({ signers: [cscSigner(), cscSigner('', { fields: [] })] })
    expect(request).toMatchObject({ vendor: 'csc', signingOrder: 'sequential', eidasLevel: 'qes' })
    const early = await visit(request, 1)
    for (const answer of [await early.post('/open', {}), await startAt(early, request)])
      expectRefused(answer, 'forbidden')
    expectRefused(await finish(early, { code: 'x', state: 'y' }), 'forbidden')
    const first = await signAtCsc(request)
    expect(first).toMatchObject({ status: 200, body: { you: { status: 'signed', authMethod: 'vendor_identity' } } })
    await until('the second to be asked', async () => (await read(of, request.id)).signers[1].status === 'notified')
    expect((await signAtCsc(request, 1)).status).toBe(200)
    const done = await sealed(of, request.id)
    expect(done).toMatchObject({ status: 'completed', document: { sealStatus: 'sealed' } })
    expect(await signedByCsc(clientId)).toHaveLength(2)

    const bytes = await signedFile(of, request)
    const found = await verifyPdf(bytes, { nowMs: Date.now(), anchors: [], sealKeys: [], testSealKeys: [] })
    expect(found).toMatchObject({
      faults: [],
      signatures: [
        { signerName: 'Jane Doe', intact: true, changesAfter: 'signatures' },
        { signerName: 'Jane Doe', intact: true, changesAfter: 'signatures' },
        { intact: true, changesAfter: 'none', coversWholeDocument: true },
      ],
    })
    const shown = (await download(`${pathOf(request.id)}/document`, of.token)).bytes
    expect(Buffer.from(bytes.subarray(0, shown.length)).equals(Buffer.from(shown))).toBe(true)
    if (isInstalled('pdfsig'))
      expect(poppler('pdfsig', bytes, (path) => ['-nocert', path]).match(/Signature is Valid/g)).toHaveLength(3)
    if (hasQpdf) expect(qpdfFaults(bytes)).toBe('')

    const steps = await stepsOf(request, 'signed')
    expect(steps.map(({ detail }) => detail)).toMatchObject(
      request.signers.map(() => ({
        signatureMode: 'remote',
        authMethod: 'vendor_identity',
        certificate: { subject: 'CN=Jane Doe', issuer: 'CN=Fake authority of signers' },
      })),
    )
    expect(flawsOfChain(await storedChain(request.id))).toEqual([])
    const evidence = await download(`${pathOf(request.id)}/document?variant=evidence`, of.token)
    expect(evidence.status).toBe(200)
  })

  it.for(['SAD', 'Bearer'] as const)('takes a token of the type %s for one signature', async (tokenType) => {
    const { of, clientId, request } = await connected()
    await toCsc(clientId, 'mode', { tokenType })
    demand(await signAtCsc(request), 200)
    expect((await sealed(of, request.id)).status).toBe('completed')
  })

  it('has no code and no signature of our own page', async () => {
    const { of, request } = await connected()
    const browser = await agreedAt(request)
    const { body } = await browser.get('/state')
    expect(body.code.isNeeded).toBe(false)
    expectRefused(await browser.post('/otp', {}), 'invalid_input')
    const signed = await browser.post('/sign', signBody(request))
    expect(signed.body.error).toMatchObject({ code: 'invalid_input', details: { reason: 'vendor_signature' } })
    expectRefused(await act(of, request, 0, 'sign'), 'invalid_input')
    const native = await nativeRequest(of)
    const own = await agreedAt(native)
    for (const answer of [await startAt(own, native), await finish(own, { code: 'x', state: 'y' })])
      expect(answer.body.error).toMatchObject({ code: 'invalid_input', details: { reason: 'signed_on_page' } })
  })

  it('is signed after consent alone, to the document that was shown', async () => {
    const { request } = await connected()
    const browser = await visit(request)
    await open(browser)
    expect((await startAt(browser, request)).body.error.details).toEqual({ reason: 'consent_required' })
    await agree(browser)
    const other = await browser.post('/vendor-authorization', { documentSha256: 'ab'.repeat(32) })
    expect(other.body.error.details).toEqual({ reason: 'other_document' })
  })

  it.for(['completed', 'declined', 'canceled', 'expired'] as const)('is not signed once it is %s', async (status) => {
    const { request } = await connected()
    const browser = await agreedAt(request)
    const back = await allowed(browser, request)
    await alter(request.id, ({ updatedAt }) => ({ status, endedAt: updatedAt }))
    for (const answer of [await startAt(browser, request), await finish(browser, back)])
      expectRefused(answer, `signature_request_${status}`)
  })

  it('ends where the signer declines, and its connection can go then', async () => {
    const of = await tenant()
    const { managerToken } = await connectCsc(of)
    const request = await cscRequest(of)
    const disconnect = () => call('DELETE', connectionsPath(of, '/csc'), { token: managerToken })
    expectRefused(await disconnect(), 'still_referenced')
    const browser = await agreedAt(request)
    demand(await browser.post('/decline', { reason: 'No' }), 200)
    await until('the end of its poll', async () => (await disconnect()).status === 204)
  })
})

describe.concurrent('what comes back from the provider', () => {
  it('is taken from the browser that started, once, with its own state', async () => {
    const { clientId, request } = await connected({ signers: [cscSigner(), cscSigner()] })
    const browser = await agreedAt(request)
    const back = await allowed(browser, request)
    const other = browserAt(await linkOf(request))
    await open(other)
    const forged = [
      [browser, { code: back.code, state: randomUUID() }],
      [other, back],
      [await visit(request, 1), back],
    ] as const
    for (const [at, returned] of forged) {
      const answer = await finish(at, returned)
      expect(['invalid_input', 'forbidden']).toContain(codeOf(answer))
    }
    expect((await finish(other, back)).body.error.details).toEqual({ reason: 'start_again' })
    expect(await signedByCsc(clientId)).toEqual([])
    demand(await finish(browser, back), 200)
    // A reload of the page sends it again.
    demand(await finish(browser, back), 200)
    expect(await signedByCsc(clientId)).toHaveLength(1)
  })

  it('is not taken with a code of somebody else: vendor_error', async () => {
    const [{ request, clientId }, another] = [await connected(), await connected()]
    const [browser, stranger] = [await agreedAt(request), await agreedAt(another.request)]
    const [back, strange] = [await allowed(browser, request), await allowed(stranger, another.request)]
    const refused = await finish(browser, { code: strange.code, state: back.state })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'vendor_error', details: { vendor: 'csc', retryable: false } } },
    })
    expect([await signedByCsc(clientId), await signedByCsc(another.clientId)]).toEqual([[], []])
  })

  it('is not taken once the signer started again: the older way back is over', async () => {
    const { clientId, request } = await connected()
    const browser = await agreedAt(request)
    const [older, newer] = [await allowed(browser, request), await allowed(browser, request)]
    expect((await finish(browser, older)).body.error.details).toEqual({ reason: 'start_again' })
    demand(await finish(browser, newer), 200)
    expect(await signedByCsc(clientId)).toHaveLength(1)
  })

  it('is signed for the same hash where an answer was lost, and once in the document', async () => {
    const { of, clientId, request } = await connected()
    const browser = await agreedAt(request)
    await toCsc(clientId, 'fault', { match: 'signHash', times: 1, as: 'lost' })
    const lost = await finish(browser, await allowed(browser, request))
    expect(lost.body.error).toMatchObject({ code: 'vendor_error', details: { retryable: true } })
    demand(await finish(browser, await allowed(browser, request)), 200)
    const [first, second, ...more] = await signedByCsc(clientId)
    expect([second, more]).toEqual([first, []])
    await sealed(of, request.id)
    const found = await verifyPdf(await signedFile(of, request), {
      nowMs: Date.now(),
      anchors: [],
      sealKeys: [],
      testSealKeys: [],
    })
    expect(found).toMatchObject({ signatures: [{ intact: true }, { coversWholeDocument: true }] })
  })

  it('is nothing where the signer said no', async () => {
    const { request } = await connected()
    const browser = await agreedAt(request)
    const { body } = await startAt(browser, request)
    expect(await answerAt(body.url, 'deny')).toMatchObject({ error: 'access_denied', code: null })
  })

  it('is never of a key with the name of somebody else', async () => {
    const { clientId, request } = await connected()
    await toCsc(clientId, 'mode', { nameOfPeople: 'Bob Roux' })
    const answer = await startAt(await agreedAt(request), request)
    expect(answer.body.error).toMatchObject({
      code: 'vendor_error',
      message: expect.stringContaining('names CN=Bob Roux, and the request names Jane Doe'),
      details: { retryable: false },
    })
  })

  it('is refused where the provider signs another hash', async () => {
    const { of, clientId, request } = await connected()
    await toCsc(clientId, 'mode', { signsAnother: true })
    const answer = await signAtCsc(request)
    expect(answer.body.error).toMatchObject({ code: 'vendor_error', details: { retryable: false } })
    expect((await read(of, request.id)).signers[0].status).toBe('opened')
  })
})

describe.concurrent('a provider', () => {
  it.for([
    ['credentials/list', 503, true],
    ['credentials/info', 'broken', true],
    ['oauth2/token', 429, true],
    ['credentials/list', 400, false],
  ] as const)('that answers %s with %s is told as vendor_error', async ([match, as, retryable]) => {
    const { clientId, request } = await connected()
    const browser = await agreedAt(request)
    await toCsc(clientId, 'fault', { match, times: 1, as })
    const answer = await startAt(browser, request)
    expect(answer).toMatchObject({ status: 409, body: { error: { details: { vendor: 'csc', retryable } } } })
    expect((await startAt(browser, request)).status).toBe(200)
  })

  it.for(['+nobody', '+unbound', '+disabled'])('without a usable key of %s says so', async (suffix) => {
    const { request } = await connected({ signers: [cscSigner(suffix)] })
    const answer = await startAt(await agreedAt(request), request)
    expect(answer.body.error).toMatchObject({ code: 'vendor_error', details: { retryable: false } })
    expect(answer.body.error.message).toContain('no key of this signer')
  })

  it('is checked, and fails five times before requests are refused', async () => {
    const { of, clientId, request } = await connected()
    const { token } = await (await import('../../support/api-keys.ts')).managerOf(of)
    const check = () => call('POST', connectionsPath(of, '/csc/check'), { token })
    expect((await check()).body).toMatchObject({ status: 'active', lastError: null })
    const put = (json: object) => call('PUT', connectionsPath(of, '/csc'), { token, json })
    demand(await put(await cscInput(clientId, 'wrong')), 200)
    expect((await check()).body.lastError).toBe(
      'The provider answered 401 to /oauth2/token: invalid_client The secret of the client is wrong.',
    )
    demand(await put(await cscInput(clientId)), 200)
    const browser = await agreedAt(request)
    await toCsc(clientId, 'fault', { match: '.', times: 50, as: 503 })
    await until('an open breaker', async () => {
      await startAt(browser, request)
      return codeOf(await post(of, draftFor(of, cscDraft()))) === 'vendor_unavailable'
    })
  })

  it.for(['https://10.0.0.1/csc', 'https://169.254.169.254/latest', 'no address'])(
    'is never asked at %s',
    async (baseUrl) => {
      const of = await tenant()
      const { managerToken: token, clientId } = await connectCsc(of)
      const { credentials } = await cscInput(clientId)
      const json = { environment: 'sandbox', credentials: { ...credentials, baseUrl } }
      demand(await call('PUT', connectionsPath(of, '/csc'), { token, json }), 200)
      const checked = await call('POST', connectionsPath(of, '/csc/check'), { token })
      expect(checked.body).toMatchObject({
        status: 'error',
        lastError: expect.stringMatching(/cannot be (used|reached)/),
      })
    },
  )
})

describe.concurrent('the rules of a provider', () => {
  it.for([
    ['parallel order', { signingOrder: 'parallel' }, 'signing_order_not_allowed'],
    [
      'the same order twice',
      { signers: [cscSigner('A', { order: 1 }), cscSigner('B', { order: 1 })] },
      'signing_order_not_allowed',
    ],
    ['a simple level', { eidasLevel: 'ses' }, 'vendor_unsupported_level'],
    [
      'a code',
      { eidasLevel: 'aes', signers: [cscSigner('', { authMethod: 'sms_otp', phone: '+33612345678' })] },
      'auth_method_not_allowed',
    ],
    [
      'other fields',
      { signers: [cscSigner('', { fields: [{ type: 'date', page: 1, x: 9, y: 9, width: 99, height: 20 }] })] },
      'invalid_input',
    ],
    ['no e-mails', { deliveryMode: 'none' }, 'invalid_input'],
  ] as const)('refuse %s', async ([, more, code]) => {
    const of = await tenant()
    await connectCsc(of)
    expectRefused(await post(of, draftFor(of, cscDraft(more))), code)
  })

  it('need a connection', async () => {
    const of = await tenant()
    expectRefused(await post(of, draftFor(of, cscDraft())), 'vendor_unavailable')
  })
})
