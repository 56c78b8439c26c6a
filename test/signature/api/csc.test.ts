import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { vendorPollKey } from '../../../functions/signature/model/vendor-poll.ts'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import { getItem } from '../../../shared/store/table.ts'
import { managerOf } from '../../support/api-keys.ts'
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
  withCertificate,
} from '../../support/csc.ts'
import { authority, certified } from '../../support/documents/certificates.ts'
import { textOf } from '../../support/documents/pictures.ts'
import { isInstalled, poppler } from '../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../support/documents/qpdf.ts'
import { isProof } from '../../support/proof.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  act,
  alter,
  codeOf,
  create,
  draftFor,
  pathOf,
  post,
  read,
  sealed,
  storedChain,
} from '../../support/signature.ts'
import { agree, browserAt, linkOf, nativeRequest, open, signBody, stepsOf, visit } from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { connectionsPath } from '../../support/vendors.ts'

type Request = Answer['body']

async function connected(more = {}) {
  const of = await tenant()
  const at = await connectCsc(of)
  return { of, ...at, request: await cscRequest(of, more) }
}

const expiredCertificate = certified({
  name: 'Jane Doe',
  issuer: authority('Authority of signers'),
  notAfter: new Date('2022-01-01Z'),
}).certificate

const unknownTrust = { nowMs: Date.now(), anchors: [], sealKeys: [], testSealKeys: [] }

const signedFile = async (of: Tenant, { id }: Request) =>
  (await download(`${pathOf(id)}/document?variant=signed`, of.token)).bytes

describe.concurrent('a request that people sign with keys at a provider', () => {
  it('has one valid signature of each, in their order, and our seal last', async () => {
    const signers = [cscSigner('', { locale: 'en' }), cscSigner('', { fields: [] })]
    const { of, clientId, request } = await connected({ signers })
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
    const found = await verifyPdf(bytes, unknownTrust)
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
    const page = await textOf(evidence.bytes)
    expect(page).toContain('confirmed the signature at the provider that keeps their personal key')
    expect(page).toContain('The certificate names Jane Doe and was issued by Fake authority of signers.')
    expect(page).toContain('Digital signature with the signer’s own certificate.')
    expect(page).not.toMatch(/collected the signature\.|picture/)
  })

  it('takes keys on the curve P-256 as well', async () => {
    const { of, request } = await connected({ signers: [cscSigner('+ecdsa')] })
    demand(await signAtCsc(request), 200)
    await sealed(of, request.id)
    const bytes = await signedFile(of, request)
    expect(await verifyPdf(bytes, unknownTrust)).toMatchObject({
      faults: [],
      signatures: [
        { signerName: 'Jane Doe', intact: true },
        { intact: true, coversWholeDocument: true },
      ],
    })
    if (isInstalled('pdfsig'))
      expect(poppler('pdfsig', bytes, (path) => ['-nocert', path]).match(/Signature is Valid/g)).toHaveLength(2)
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
    // Nothing happens at the provider by itself: the request is not polled.
    expect(await getItem(table(), vendorPollKey(request.id))).toEqual(
      expect.not.objectContaining({ GSI2PK: expect.anything() }),
    )
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

  it('signs once where it comes four times at once, and all get the same answer', async () => {
    const { clientId, request } = await connected()
    const browser = await agreedAt(request)
    // The others come to the provider before the one that signs has its answer.
    await toCsc(clientId, 'fault', { match: 'signHash', times: 1, as: 'held' })
    const back = await allowed(browser, request)
    const answers = await Promise.all([1, 2, 3, 4].map(() => finish(browser, back)))
    expect(answers.map(({ status, body }) => [status, body.you?.status ?? body.error])).toEqual(
      answers.map(() => [200, 'signed']),
    )
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
    const back = await allowed(browser, request)
    const lost = await finish(browser, back)
    expect(lost.body.error).toMatchObject({
      code: 'vendor_error',
      message: expect.stringContaining('Start the signature again'),
      details: { retryable: true, reason: 'start_again' },
    })
    demand(await finish(browser, await allowed(browser, request)), 200)
    const [first, second, ...more] = await signedByCsc(clientId)
    expect([second, more]).toEqual([first, []])
    await sealed(of, request.id)
    const found = await verifyPdf(await signedFile(of, request), unknownTrust)
    expect(found).toMatchObject({ signatures: [{ intact: true }, { coversWholeDocument: true }] })
  })

  it('is not signed where the certificate has run out since the signer started', async () => {
    const { clientId, request } = await connected()
    const browser = await agreedAt(request)
    const returned = await allowed(browser, request)
    await withCertificate(request, expiredCertificate)
    const answer = await finish(browser, returned)
    expect(answer.body.error).toMatchObject({ code: 'invalid_input', details: { reason: 'start_again' } })
    expect(await signedByCsc(clientId)).toEqual([])
  })

  it('is good for one try: the same code again signs nothing, and says to start again', async () => {
    const { of, clientId, request } = await connected()
    const browser = await agreedAt(request)
    await toCsc(clientId, 'fault', { match: 'signHash', times: 1, as: 'lost' })
    const back = await allowed(browser, request)
    expect((await finish(browser, back)).body.error.details).toMatchObject({ reason: 'start_again' })
    expect((await finish(browser, back)).body.error).toEqual(
      expect.objectContaining({
        code: 'vendor_error',
        message: 'This confirmation was used already, or is too old. Start the signature again.',
        details: { vendor: 'csc', retryable: false, reason: 'start_again' },
      }),
    )
    expect(await signedByCsc(clientId)).toHaveLength(1)
    expect((await read(of, request.id)).signers[0].status).toBe('opened')
    expect((await browser.get('/state')).body.you.signedAt).toBeNull()
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
    // What the provider said is no text for signers.
    expect(answer.body.error.message).toMatch(/^The vendor csc (did not answer|refused)/)
    expect((await startAt(browser, request)).status).toBe(200)
  })

  it.for([
    '+nobody',
    '+unbound',
    '+disabled',
    '+expired',
    '+future',
    '+authority',
    '+selfsigned',
    '+webserver',
    '+unreadable',
  ])('without a usable key of %s says so', async (suffix) => {
    const { clientId, request } = await connected({ signers: [cscSigner(suffix)] })
    const answer = await startAt(await agreedAt(request), request)
    expect(answer.body.error).toMatchObject({ code: 'vendor_error', details: { retryable: false, reason: 'no_key' } })
    expect(answer.body.error.message).toContain('no key of this signer')
    expect(await signedByCsc(clientId)).toEqual([])
  })

  it('is checked, and fails five times before requests are refused', async () => {
    const { of, clientId, request } = await connected()
    const { token } = await managerOf(of)
    const check = () => call('POST', connectionsPath(of, '/csc/check'), { token })
    expect((await check()).body).toMatchObject({ status: 'active', lastError: null })
    const browser = await agreedAt(request)
    await toCsc(clientId, 'fault', { match: '.', times: 50, as: 503 })
    await until('an open breaker', async () => {
      await startAt(browser, request)
      return codeOf(await post(of, draftFor(of, cscDraft()))) === 'vendor_unavailable'
    })
  })

  it('that refuses the secret of the client is told at once, and nobody is asked to sign then', async () => {
    const of = await tenant()
    const { token } = await managerOf(of)
    const put = (json: object) => call('PUT', connectionsPath(of, '/csc'), { token, json })
    const refused = {
      status: 'error',
      lastError: 'The provider answered 401 to /oauth2/token: invalid_client The secret of the client is wrong.',
      lastCheckAt: expect.any(String),
      webhookUrl: null,
    }
    const clientId = randomUUID()
    expect(await put(await cscInput(clientId, 'wrong'))).toMatchObject({ status: 200, body: refused })
    const create = () => post(of, draftFor(of, cscDraft()))
    const answer = await create()
    expectRefused(answer, 'vendor_unavailable')
    expect(answer.body.error.message).toContain('Ask an administrator to connect it again')
    const options = await call('GET', `/v1/signature-requests/options?entityId=${of.entity.id}`, { token: of.token })
    expect(options.body.vendors.map(({ key }: Request) => key)).not.toContain('csc')
    const working = { status: 'active', lastError: null, webhookUrl: null }
    expect(await put(await cscInput(clientId))).toMatchObject({ status: 200, body: working })
    demand(await create(), 201)
  })

  it('that refuses the client while somebody signs is noted, until a check succeeds', async () => {
    const { of, clientId, managerToken: token, request } = await connected()
    const browser = await agreedAt(request)
    await toCsc(clientId, 'mode', { refusesClient: true })
    const started = await startAt(browser, request)
    expect(started.body.error).toMatchObject({
      code: 'vendor_error',
      message: 'The vendor csc does not accept the connection of the sender. Tell the sender.',
      details: { retryable: false, reason: 'connection' },
    })
    const told = await call('GET', connectionsPath(of), { token })
    expect(told.body.results.find(({ vendor }: Request) => vendor === 'csc')).toMatchObject({
      status: 'error',
      lastError: expect.stringContaining('invalid_client'),
    })
    expectRefused(await post(of, draftFor(of, cscDraft())), 'vendor_unavailable')
    await toCsc(clientId, 'mode', { refusesClient: false })
    const checked = await call('POST', connectionsPath(of, '/csc/check'), { token })
    expect(checked.body).toMatchObject({ status: 'active', lastError: null })
    demand(await post(of, draftFor(of, cscDraft())), 201)
    demand(await signAtCsc(request), 200)
  })

  it.for(['https://10.0.0.1/csc', 'https://169.254.169.254/latest', 'no address'])(
    'cannot be at %s',
    async (baseUrl) => {
      const of = await tenant()
      const { token } = await managerOf(of)
      const { credentials } = await cscInput('client')
      const json = { environment: 'sandbox', credentials: { ...credentials, baseUrl } }
      const answer = await call('PUT', connectionsPath(of, '/csc'), { token, json })
      expectRefused(answer, 'invalid_input')
      expect(answer.body.error).toMatchObject({
        message: expect.stringMatching(/^Send /),
        details: { fields: ['credentials.baseUrl'] },
      })
    },
  )
})

// Each waits for the whole time that a vendor has.
describe.runIf(isProof).concurrent('a provider', () => {
  it.for(['credentials/list', 'signHash'])('that answers %s too late is told within 25 s', async (match) => {
    const { clientId, request } = await connected()
    const browser = await agreedAt(request)
    const back = match === 'signHash' ? await allowed(browser, request) : null
    await toCsc(clientId, 'fault', { match, times: 1, as: 'late' })
    const since = performance.now()
    const answer = await (back ? finish(browser, back) : startAt(browser, request))
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'vendor_error', details: { retryable: true } } },
    })
    expect(performance.now() - since).toBeLessThan(25_000)
    demand(await signAtCsc(request), 200)
  })
})

describe.concurrent('a live organization', () => {
  it('uses a provider that the operator lists, and no other', async () => {
    const of = await tenant({ livemode: true })
    const { token } = await managerOf(of)
    const { credentials } = await cscInput('client')
    const json = { environment: 'live', credentials: { ...credentials, baseUrl: 'https://rqes.example.com/csc/v2' } }
    const answer = await call('PUT', connectionsPath(of, '/csc'), { token, json })
    expectRefused(answer, 'invalid_input')
    expect(answer.body.error).toMatchObject({
      message: expect.stringContaining(`Send one of these as baseUrl: ${credentials.baseUrl}.`),
      details: { fields: ['credentials.baseUrl'] },
    })
    await connectCsc(of)
    const request = await cscRequest(of)
    expect(request).toMatchObject({ vendor: 'csc', livemode: true, status: 'pending_signature' })
    demand(await signAtCsc(request), 200)
    const done = await sealed(of, request.id)
    expect(done).toMatchObject({ status: 'completed', livemode: true, document: { sealStatus: 'sealed' } })
    const found = await verifyPdf(await signedFile(of, request), unknownTrust)
    expect(found).toMatchObject({
      faults: [],
      signatures: [
        { signerName: 'Jane Doe', intact: true },
        { intact: true, coversWholeDocument: true },
      ],
    })
  })
})

const mention = {
  type: 'handwritten_mention',
  page: 1,
  x: 60,
  y: 500,
  width: 300,
  height: 60,
  mentionText: 'Read and approved',
}

describe.concurrent('the rules of a provider', () => {
  it('have signers asked in turn where it is the only vendor, whoever says nothing of vendor and order', async () => {
    const of = await tenant({
      entity: { signature: { allowedVendors: ['csc'], allowedLevels: ['qes'], defaultEidasLevel: 'qes' } },
    })
    await connectCsc(of)
    const request = await create(of, { signers: [cscSigner('A'), cscSigner('B')], draft: true })
    expect(request).toMatchObject({ vendor: 'csc', signingOrder: 'sequential' })
    const patched = await call('PATCH', pathOf(request.id), { token: of.token, json: { signingOrder: null } })
    expect(patched).toMatchObject({ status: 200, body: { signingOrder: 'sequential' } })
  })

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
    ['a mention', { signers: [cscSigner('', { fields: [mention] })] }, 'handwritten_mention_requires_agency'],
    ['a mention on site', { signers: [cscSigner('', { fields: [mention], signingMode: 'agency' })] }, 'invalid_input'],
  ] as const)('refuse %s', async ([name, more, code]) => {
    const of = await tenant()
    await connectCsc(of)
    const answer = await post(of, draftFor(of, cscDraft(more)))
    expectRefused(answer, code)
    // Not from one refusal to the next.
    if (name.startsWith('a mention')) expect(answer.body.error.message).toContain('Remove the mentions')
  })

  it('need a connection', async () => {
    const of = await tenant()
    expectRefused(await post(of, draftFor(of, cscDraft())), 'vendor_unavailable')
  })
})
