import { describe, expect, it } from 'vitest'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  alter,
  cancelRequest,
  contract,
  type Draft,
  past,
  pathOf,
  sealed,
  signer,
  storedChain,
  storedRequest,
} from '../../support/signature.ts'
import {
  agree,
  browserAt,
  copyLinkOf,
  linkOf,
  nativeRequest,
  open,
  otherConsent,
  otherLinkOf,
  proveBy,
  signAt,
  stepsOf,
  storedProgress,
  visit,
} from '../../support/signing.ts'
import { personOf, type Tenant, tenant } from '../../support/tenant.ts'

const strangeToken = 'A'.repeat(43)

describe.concurrent('the page behind a link', () => {
  it('is the same for every link, and gives the browser a secret of its own for that link', async () => {
    const token = await linkOf(await nativeRequest(await tenant()))
    const [known, unknown] = [await call('GET', `/sign/${token}`), await call('GET', '/sign/not-a-link')]
    expect([known.status, unknown.status, unknown.text]).toEqual([200, 200, known.text])
    expect(known.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(known.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(known.headers.get('cache-control')).toBe('no-store')
    expect(known.headers.get('set-cookie')).toMatch(
      new RegExp(`^link-session=[A-Za-z0-9_-]{43}; Path=/sign/${token}; HttpOnly; SameSite=Lax$`),
    )
    expect(unknown.headers.get('set-cookie')).toBeNull()
  })

  it('is framed by nobody, or by whom the request names', async () => {
    const of = await tenant()
    const page = async (more: Draft) => await call('GET', `/sign/${await linkOf(await nativeRequest(of, more))}`)
    const closed = await page({})
    expect(closed.headers.get('content-security-policy')).toMatch(/; frame-ancestors 'none'$/)
    expect(closed.headers.get('x-frame-options')).toBe('DENY')
    const frameOrigins = ['https://app.example.com', 'https://example.org:8443']
    const framed = await page({ frameOrigins })
    expect(framed.headers.get('content-security-policy')).toMatch(
      /; frame-ancestors https:\/\/app\.example\.com https:\/\/example\.org:8443$/,
    )
    expect(framed.headers.get('x-frame-options')).toBeNull()
    const request = await nativeRequest(of, { frameOrigins })
    expect(request.frameOrigins).toEqual(frameOrigins)
  })

  it('leaves a browser the secret that it has', async () => {
    const browser = await visit(await nativeRequest(await tenant()))
    await browser.get('')
    const given = browser.cookie()
    expect((await browser.get('')).headers.get('set-cookie')).toBeNull()
    expect((await browser.get('/state')).headers.get('set-cookie')).toBeNull()
    expect(browser.cookie()).toBe(given)
  })

  it('finds its script and its style, which never change under their names', async () => {
    const { text } = await call('GET', '/sign/any')
    const names = [...text.matchAll(/"assets\/([^"]+)"/g)].map(([, name]) => name)
    expect(names).toHaveLength(2)
    for (const name of names) {
      const asset = await call('GET', `/sign/assets/${name}`)
      expect(asset.status).toBe(200)
      expect(asset.headers.get('cache-control')).toMatch(/immutable/)
    }
    expectRefused(await call('GET', '/sign/assets/index.json'), 'not_found')
  })
})

describe.concurrent('a link that opens nothing', () => {
  it.for([
    ['GET', '/state'],
    ['GET', '/document'],
    ['POST', '/open'],
    ['POST', '/views'],
    ['POST', '/preview'],
    ['POST', '/otp'],
    ['POST', '/consent'],
    ['POST', '/sign'],
    ['POST', '/decline'],
    ['POST', '/vendor-authorization'],
    ['POST', '/vendor-signature'],
  ] as const)('%s %s answers not_found, whatever the reason and whatever is sent', async ([method, path]) => {
    const of = await tenant()
    const request = await nativeRequest(of)
    const replaced = await otherLinkOf(request, { generation: 99 })
    const ofDraft = await otherLinkOf(await nativeRequest(of, { draft: true }), {})
    const body = method === 'POST' ? { body: '{', headers: { 'Content-Type': 'application/json' } } : {}
    const texts = []
    for (const token of [strangeToken, 'short', replaced, ofDraft]) {
      const answer = await call(method, `/sign/${token}${path}`, body)
      expectRefused(answer, 'not_found')
      expect(answer.headers.get('set-cookie')).toBeNull()
      texts.push(answer.text)
    }
    expect(new Set(texts).size).toBe(1)
  })
})

describe.concurrent('what is sent cannot be taken', () => {
  it.for(['/views', '/preview', '/otp', '/consent', '/sign', '/decline', '/vendor-authorization', '/vendor-signature'])(
    'POST %s: bad_request, invalid_request',
    async (path) => {
      const { token } = await visit(await nativeRequest(await tenant()))
      const headers = { 'Content-Type': 'application/json' }
      expectRefused(await call('POST', `/sign/${token}${path}`, { body: '{', headers }), 'bad_request')
      const wrong = { pages: 'all', sending: 0, accepted: false, consent: false }
      expectRefused(await call('POST', `/sign/${token}${path}`, { json: wrong }), 'invalid_request')
      const large = await call('POST', `/sign/${token}${path}`, { body: 'x'.repeat(2_100_000), headers })
      expectRefused(large, 'payload_too_large')
    },
  )

  it('GET state and document: a query that is none', async () => {
    const browser = await visit(await nativeRequest(await tenant()))
    expectRefused(await browser.get('/state?locale=not-a-language-tag'), 'invalid_request')
    expectRefused(await browser.get('/document?variant=evidence'), 'invalid_request')
  })
})

describe.concurrent('the state', () => {
  it('tells what the page shows, and of other signers no more than their names', async () => {
    const of = await tenant()
    const person = await personOf(of, 'admin')
    const field = { type: 'text', page: 1, x: 10, y: 20, width: 100, height: 20, label: 'City', text: 'Paris' }
    const signers = [
      signer('', { authMethod: 'email_otp', fields: [field] }),
      signer('', { lastName: 'Roe', authMethod: 'sms_otp', phone: '+33612345642', fields: [field] }),
    ]
    const request = await nativeRequest({ ...of, token: person.token }, { signers, message: 'Please', title: 'Lease' })
    await linkOf(request, 1)
    const browser = await visit(request)
    await open(browser)
    const answer = await browser.get('/state?locale=fr')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.body).toMatchObject({
      request: {
        id: request.id,
        title: 'Lease',
        message: 'Please',
        status: 'pending_signature',
        livemode: false,
        senderName: 'Paul Person',
        organizationName: 'Test organization',
        redirectUrls: null,
        timeZone: 'Europe/Paris',
      },
      document: { fileName: 'a.pdf', pageCount: 3, sha256: request.document.sha256, sealed: 'none' },
      you: { firstName: 'Jane', lastName: 'Doe', status: 'opened', isYourTurn: true, authMethod: 'email_otp' },
      code: { isNeeded: true, isProved: false, channel: 'email', sendings: 0, expiresAt: null, triesLeft: null },
      consent: {
        text: expect.stringContaining('j’accepte'),
        givenAt: null,
        agreementSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    expect(answer.body.fields).toEqual([{ id: request.signers[0].fields[0].id, required: true, ...field }])
    expect(answer.body.signers).toEqual([
      { firstName: 'Jane', lastName: 'Doe', status: 'opened', signedAt: null, isYou: true },
      { firstName: 'Jane', lastName: 'Roe', status: 'notified', signedAt: null, isYou: false },
    ])
    expect(answer.body.code.sentTo).toMatch(/^.•••@example\.com$/)
    expect(answer.text).not.toContain(request.signers[0].email)
    expect(answer.text).not.toContain('612345642')
    const second = await visit(request, 1)
    await open(second)
    const other = await second.get('/state')
    expect(other.body.code).toMatchObject({ channel: 'sms', sentTo: '+33 ••• 42' })
  })

  it('tells the title and the sender before the document is opened, and nothing of the people and the document', async () => {
    const fields = [{ type: 'text', page: 1, x: 10, y: 20, width: 100, height: 20, label: 'City', text: 'Lyon' }]
    const signers = [signer('', { authMethod: 'email_otp', fields }), signer('', { lastName: 'Roe' })]
    const request = await nativeRequest(await tenant(), {
      ...{ signers, title: 'Lease', message: 'For you alone' },
      redirectUrls: { signed: 'https://done.example.org/' },
    })
    const { body, text } = await (await visit(request)).get('/state')
    expect(body).toMatchObject({
      request: { title: 'Lease', senderName: 'Test organization', status: 'pending_signature', message: null },
      document: null,
      you: { id: null, firstName: '', lastName: '', status: null, authMethod: null, isYourTurn: true },
      signers: [],
      fields: [],
      code: { isNeeded: true, sentTo: null, channel: null },
    })
    const [{ id }] = request.signers
    const words = ['a.pdf', 'Doe', 'Roe', 'City', 'Lyon', 'For you alone', 'example.com', 'example.org']
    for (const hidden of [...words, id, request.document.sha256]) expect(text).not.toContain(hidden)
  })

  it('tells of an expiry that no sweep has seen', async () => {
    const request = await nativeRequest(await tenant())
    const browser = await visit(request)
    await alter(request.id, () => ({ expiresAt: past, dueAt: null }))
    const { body } = await browser.get('/state')
    expect([body.request.status, body.you.isYourTurn]).toEqual(['expired', false])
  })
})

describe.concurrent('a program that follows links', () => {
  it.for(['GET', 'HEAD'] as const)('and runs scripts opens nothing by %s', async (method) => {
    const request = await nativeRequest(await tenant())
    const browser = await visit(request)
    expect((await browser.ask(method, '')).status).toBe(200)
    expect((await browser.ask(method, '/state')).status).toBe(200)
    const refused = await browser.ask(method, '/document')
    expect(refused.status).toBe(404)
    if (method === 'GET') expectRefused(refused, 'not_found')
    expect((await storedRequest(request.id)).signers[0]).toMatchObject({ status: 'notified', openedAt: null })
    expect((await storedChain(request.id)).filter(({ actor }) => actor.type === 'signer')).toEqual([])
  })

  it('by HEAD notes no download', async () => {
    const of = await tenant()
    const request = await nativeRequest(of)
    const browser = await visit(request)
    await signAt(browser, request)
    await sealed(of, request.id)
    const link = browserAt(await copyLinkOf(request))
    for (const [ask, path] of [
      [(of: string) => link.ask('HEAD', of), '/document?variant=signed'],
      [(path: string) => call('HEAD', path, { token: of.token }), `${pathOf(request.id)}/document?variant=signed`],
    ] as const) {
      const answer = await ask(path)
      expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([200, '', 'application/pdf'])
    }
    const { body } = await call('GET', `${pathOf(request.id)}/activity`, { token: of.token })
    expect(body.results.filter(({ type }: { type: string }) => type === 'downloaded')).toEqual([])
  })
})

describe.concurrent('the document', () => {
  it('is opened once, when the person asks for it for the first time', async () => {
    const request = await nativeRequest(await tenant())
    const browser = await visit(request)
    const answers = [await browser.post('/open', {}), await browser.post('/open', {})]
    expect(answers.map(({ status, body }) => [status, body.you.status, body.document.fileName])).toEqual([
      [200, 'opened', 'a.pdf'],
      [200, 'opened', 'a.pdf'],
    ])
    const response = await fetch(`${cloud().baseUrl}/sign/${browser.token}/document?variant=shown`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(sha256Of(bytes)).toBe(sha256Of(await contract()))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="a\.pdf"/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    await browser.get('/document')
    expect((await storedRequest(request.id)).signers[0]?.status).toBe('opened')
    const [step, ...others] = await stepsOf(request, 'opened')
    expect(others).toEqual([])
    expect(step).toMatchObject({ actor: { type: 'signer', id: request.signers[0].id }, ip: '127.0.0.1' })
  })

  it('is not opened out of turn', async () => {
    const signers = [signer(), signer()]
    const request = await nativeRequest(await tenant(), { signers, signingOrder: 'sequential' })
    const second = await visit(request, 1)
    expectRefused(await second.post('/open', {}), 'forbidden')
    expectRefused(await second.get('/document'), 'not_found')
    expect((await storedRequest(request.id)).signers[1]?.openedAt).toBeNull()
  })

  it('is not there in its sealed form before the seal', async () => {
    const of = await tenant()
    const request = await nativeRequest(of)
    const browser = await visit(request)
    const follower = browserAt(await copyLinkOf(request))
    for (const early of [browser, follower])
      expectRefused(await early.get('/document?variant=signed'), 'signature_request_not_completed')
    await open(browser)
    // As after the last signature, while the seal is under way.
    await alter(request.id, ({ document }) => ({
      status: 'completed',
      dueAt: null,
      document: { ...document, sealStatus: 'pending' },
    }))
    expectRefused(await browser.get('/document?variant=signed'), 'signed_document_not_available')
    expect((await browser.get('/state')).body.document.sealed).toBe('pending')
  })

  it('can be saved once it is sealed, and what was to be signed still be read', async () => {
    const of = await tenant()
    const request = await nativeRequest(of)
    const browser = await visit(request)
    await signAt(browser, request)
    await sealed(of, request.id)
    const follower = browserAt(await copyLinkOf(request))
    for (const reader of [browser, follower]) {
      const { status, headers, text } = await reader.get('/document?variant=signed')
      expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="a-signed\.pdf"/)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
    expect((await browser.get('/document')).status).toBe(200)
    expect((await browser.get('/state')).body.document.sealed).toBe('ready')
    const { body } = await call('GET', `${pathOf(request.id)}/activity`, { token: of.token })
    const [{ id: signerId, firstName, lastName }] = request.signers
    expect(body.results.filter(({ type }: { type: string }) => type === 'downloaded')).toMatchObject([
      {
        actor: { type: 'signer', id: signerId, name: `${firstName} ${lastName}` },
        detail: { variant: 'signed', signerId },
      },
      { actor: { type: 'recipient', id: null }, detail: { variant: 'signed' } },
    ])
    expectRefused(await follower.get('/document?variant=shown'), 'not_found')
    expectRefused(await follower.get('/state'), 'not_found')
  })

  it.for(['declined', 'canceled', 'expired'] as const)('is shown to nobody once the request is %s', async (status) => {
    const of = await tenant()
    const request = await nativeRequest(of)
    const browser = await visit(request)
    await open(browser)
    if (status === 'declined') await browser.post('/decline', { reason: 'No' })
    if (status === 'canceled') await cancelRequest(of, request.id)
    if (status === 'expired') await alter(request.id, () => ({ expiresAt: past, dueAt: null }))
    expectRefused(await browser.get('/document'), `signature_request_${status}`)
    expectRefused(await browser.post('/open', {}), `signature_request_${status}`)
  })
})

describe.concurrent('pages that were on the screen', () => {
  it('are noted once, and only those that there are', async () => {
    const request = await nativeRequest(await tenant())
    const browser = await visit(request)
    const answers = [
      await browser.post('/views', { pages: [2, 1, 2, 99] }),
      await browser.post('/views', { pages: [1, 2] }),
      await browser.post('/views', { pages: [3, 1] }),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [204, ''],
      [204, ''],
      [204, ''],
    ])
    const views = await stepsOf(request, 'pages_viewed')
    expect(views.map(({ detail }) => detail)).toEqual([{ pages: [1, 2] }, { pages: [3] }])
    expect((await storedProgress(request)).viewedPages).toEqual([1, 2, 3])
  })
})

describe.concurrent('a link for one session', () => {
  const withCode = async (of: Tenant) => await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
  const issued = async (expiresAtMs: number) => {
    const request = await withCode(await tenant())
    return await otherLinkOf(request, { expiresAtMs })
  }

  it('is for the browser that opens it first, and for no other', async () => {
    const token = await issued(Date.now() + 15 * minuteMs)
    const [first, second] = [browserAt(token), browserAt(token)]
    await first.get('')
    expectRefused(await first.post('/otp', {}), 'not_found')
    expectRefused(await first.get('/document'), 'not_found')
    await open(first)
    expectRefused(await second.get('/state'), 'not_found')
    expectRefused(await second.get('/document'), 'not_found')
    expectRefused(await second.post('/open', {}), 'not_found')
    await open(first)
    expect((await first.get('/document')).status).toBe(200)
    expect((await first.get('/state')).status).toBe(200)
  })

  it('is not taken by a scanner of mails that runs scripts', async () => {
    const token = await issued(Date.now() + 15 * minuteMs)
    const [scanner, person] = [browserAt(token), browserAt(token)]
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['', '/state']) expect((await scanner.ask(method, path)).status).toBe(200)
      expect((await scanner.ask(method, '/document')).status).toBe(404)
    }
    expect((await scanner.get('/state')).body.document).toBeNull()
    await open(person)
    expect((await person.get('/document')).status).toBe(200)
    expectRefused(await scanner.get('/state'), 'not_found')
  })

  it('shows no document to another browser, though the signer has opened it by their mail', async () => {
    const request = await withCode(await tenant())
    await open(await visit(request))
    const sender = browserAt(await otherLinkOf(request, { expiresAtMs: Date.now() + 15 * minuteMs }))
    expect((await sender.get('/state')).body.document).toBeNull()
    expectRefused(await sender.get('/document'), 'not_found')
  })

  it('is for one even where two open it at once', async () => {
    const token = await issued(Date.now() + 15 * minuteMs)
    const answers = await Promise.all([1, 2, 3, 4].map(() => browserAt(token).post('/open', {})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
  })

  it('opens nothing once its time is over', async () => {
    const browser = browserAt(await issued(Date.now() - 1))
    expectRefused(await browser.get('/state'), 'not_found')
    expectRefused(await browser.post('/open', {}), 'not_found')
  })

  it('lets its holder agree or decline only with the code of the signer, and its steps say by which link', async () => {
    const request = await withCode(await tenant())
    const browser = browserAt(await otherLinkOf(request, { expiresAtMs: Date.now() + 15 * minuteMs }))
    await linkOf(request)
    await open(browser)
    expect((await browser.get('/state')).body.request.allowDecline).toBe(false)
    expect((await browser.get('/document')).status).toBe(200)
    for (const [path, json] of [
      ['/consent', otherConsent],
      ['/decline', { reason: 'Not mine' }],
    ] as const) {
      const refused = await browser.post(path, json)
      expectRefused(refused, 'invalid_input')
      expect(refused.body.error.details).toEqual({ reason: 'code_required' })
    }
    await proveBy(browser, request)
    expect((await browser.get('/state')).body.request.allowDecline).toBe(true)
    await agree(browser)
    const steps = await stepsOf(request, 'opened', 'otp_sent', 'consented')
    expect(steps.map(({ type, detail }) => [type, detail?.link])).toEqual([
      ...[['opened', 'session'] as const, ['otp_sent', 'session'] as const, ['consented', 'session'] as const],
    ])
    expect((await browser.post('/decline', { reason: 'Not mine' })).body.you.status).toBe('declined')
  })

  it('opens nothing any more where its sender has corrected the signer to need no code', async () => {
    const of = await tenant()
    const request = await withCode(of)
    const path = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    const { body } = await call('POST', `${path}/signing-link`, { token: of.token })
    const browser = browserAt(body.url.split('/').at(-1))
    await open(browser)
    const corrected = await call('PATCH', path, { token: of.token, json: { authMethod: 'none' } })
    expect(corrected.status).toBe(200)
    expectRefused(await browser.get('/state'), 'not_found')
    expectRefused(await browser.post('/consent', otherConsent), 'not_found')
  })

  it('is over for its browser after an hour', async () => {
    const request = await withCode(await tenant())
    const secret = 'S'.repeat(43)
    const sha256 = sha256Of(Buffer.from(secret))
    for (const [untilMs, status] of [
      [Date.now() + minuteMs, 200],
      [Date.now() - 1, 404],
    ] as const) {
      const token = await otherLinkOf(request, { expiresAtMs: Date.now() - 1, session: { sha256, untilMs } })
      expect((await browserAt(token, `link-session=${secret}`).get('/state')).status).toBe(status)
    }
  })
})
