import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { smsBudgetOf } from '../../../functions/signature/model/sms-budget.ts'
import { codeLimits } from '../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { windowKey } from '../../../shared/store/window-count.ts'
import { call } from '../../support/client.ts'
import { outboxEntriesOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { codeOf, pathOf, signer } from '../../support/signature.ts'
import {
  agree,
  alterCode,
  alterCodesOfRecipient,
  browserAt,
  codeFor,
  linkOf,
  nativeRequest,
  open,
  otherLinkOf,
  proveBy,
  signBody,
  stepsOf,
  storedProgress,
  visit,
  wrongCodeFor,
} from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const anyPhone = () => `+3361${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`

async function invited(more = {}) {
  const request = await nativeRequest(await tenant(), { signers: [signer('', { authMethod: 'email_otp', ...more })] })
  return { request, browser: await visit(request) }
}

describe.concurrent('a code that is asked for', () => {
  it('is sent to the signer, and told nowhere', async () => {
    const { request, browser } = await invited()
    const answer = await browser.post('/otp', { sending: 1 })
    expect(answer.body.code).toMatchObject({ sendings: 1, isProved: false, triesLeft: 5, lockedUntil: null })
    expect(Date.parse(answer.body.code.expiresAt) - Date.parse(answer.body.now)).toBe(codeLimits.livesMs)
    expect(answer.text).not.toContain(await codeFor(request))
    const { id, email: to } = request.signers[0]
    const steps = await stepsOf(request, 'otp_sent')
    expect(steps.map(({ detail }) => detail)).toEqual([{ number: 1, channel: 'email', to }])
    const jobs = (await outboxEntriesOf(request.orgId)).flatMap((outboxEntry) => outboxEntry.jobs)
    const sentEmails = jobs.filter(({ data }) => data.emailKind === 'code').map(({ data }) => data)
    expect(sentEmails).toEqual([{ requestId: request.id, emailKind: 'code', signerIds: [id], codeNumber: 1 }])
  })

  it('is sent once, however often the page asks for that one', async () => {
    const { request, browser } = await invited()
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/otp', { sending: 1 })))
    expect(answers.map(({ status, body }) => [status, body.code.sendings])).toEqual([
      [200, 1],
      [200, 1],
      [200, 1],
    ])
    expect(await stepsOf(request, 'otp_sent')).toHaveLength(1)
  })

  it('is sent three times, and then after a while: rate_limited', async () => {
    const { request, browser } = await invited()
    for (const sendings of [1, 2, 3]) expect((await browser.post('/otp', {})).body.code.sendings).toBe(sendings)
    const refused = await browser.post('/otp', {})
    expectRefused(refused, 'rate_limited')
    const { retryAfterSeconds } = refused.body.error.details
    expect(retryAfterSeconds).toBeGreaterThan(14 * 60)
    expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds))
    expect((await browser.get('/state')).body.code.canSendAt).not.toBeNull()
    await alterCodesOfRecipient(request, ({ sentAtMs }) => ({
      sentAtMs: sentAtMs.map((at) => at - codeLimits.sendingsWithinMs),
    }))
    expect((await browser.post('/otp', {})).status).toBe(200)
  })

  it('is for signers who need one: invalid_input', async () => {
    const { browser } = await invited({ authMethod: 'none' })
    expectRefused(await browser.post('/otp', {}), 'invalid_input')
  })
})

describe.concurrent('a code that is entered', () => {
  it('proves the browser, and is used up', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    const code = await codeFor(request)
    const proved = await browser.post('/otp', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(proved.body.code).toMatchObject({ isProved: true, expiresAt: null, triesLeft: null })
    expect((await browser.post('/otp', { code })).body.code.isProved).toBe(true)
    expect((await browser.post('/otp', {})).body.code.sendings).toBe(1)
    const steps = await stepsOf(request, 'otp_sent', 'otp_verified')
    expect(steps.map(({ type }) => type)).toEqual(['otp_sent', 'otp_verified'])
    const other = browserAt(browser.token)
    expect((await other.get('/state')).body.code.isProved).toBe(false)
    expectRefused(await other.post('/otp', { code }), 'invalid_input')
  })

  it.for([
    ['spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}`],
    ['a hyphen', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    [
      'digits of full width',
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
  ] as const)('may be entered with %s', async ([, written]) => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    expect((await browser.post('/otp', { code: written(await codeFor(request)) })).status).toBe(200)
  })

  it('of another length costs no try', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    for (const code of ['', '12345', '1234567', '12345a'])
      expectRefused(await browser.post('/otp', { code }), 'invalid_request')
    expect((await browser.get('/state')).body.code.triesLeft).toBe(5)
    expect(await stepsOf(request, 'otp_failed')).toEqual([])
  })

  it('is wrong: the tries that are left are told, and the step is noted', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    const code = await wrongCodeFor(request)
    const wrong = await browser.post('/otp', { code })
    expectRefused(wrong, 'invalid_input')
    expect(wrong.body.error.details).toEqual({ triesLeft: 4 })
    expect((await browser.get('/state')).body.code.triesLeft).toBe(4)
    expect((await stepsOf(request, 'otp_failed')).map(({ detail }) => detail)).toEqual([{ triesLeft: 4 }])
  })

  it('is wrong five times: nothing is taken for a while, not even the right one', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    const [right, code] = [await codeFor(request), await wrongCodeFor(request)]
    const codes = []
    for (const _ of [1, 2, 3, 4, 5]) codes.push(codeOf(await browser.post('/otp', { code })))
    expect(codes).toEqual([...Array(4).fill('invalid_input'), 'rate_limited'])
    for (const body of [{ code: right }, {}]) {
      const locked = await browser.post('/otp', body)
      expectRefused(locked, 'rate_limited')
      expect(locked.body.error.details.retryAfterSeconds).toBeGreaterThan(14 * 60)
    }
    expect((await browser.get('/state')).body.code).toMatchObject({ lockedUntil: expect.any(String), triesLeft: null })
    await alterCodesOfRecipient(request, () => ({ lockedUntilMs: Date.now() - 1, sentAtMs: [] }))
    await browser.post('/otp', {})
    expect((await browser.post('/otp', { code: await codeFor(request) })).status).toBe(200)
  })

  it('is guessed at once by many: each guess counts', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    const code = await wrongCodeFor(request)
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.post('/otp', { code })))
    const judged = answers.filter((answer) => codeOf(answer) !== 'concurrent_update')
    const refused = await stepsOf(request, 'otp_failed')
    expect(refused.map(({ detail }) => detail?.triesLeft)).toEqual([4, 3, 2, 1, 0].slice(0, refused.length))
    expect(Math.min(5, judged.length)).toBe(refused.length)
  })

  it('is too old, or was never sent: another one has to be asked for', async () => {
    const { request, browser } = await invited()
    expectRefused(await browser.post('/otp', { code: '123456' }), 'invalid_input')
    await browser.post('/otp', {})
    const code = await codeFor(request)
    await alterCode(request, () => ({ expiresAtMs: Date.now() - 1 }))
    const late = await browser.post('/otp', { code })
    expectRefused(late, 'invalid_input')
    expect(late.body.error.details).toEqual({ expired: true })
  })

  it('is the last one that was sent; those before count no more', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    const first = await codeFor(request)
    await browser.post('/otp', {})
    expectRefused(await browser.post('/otp', { code: first }), 'invalid_input')
    expect((await browser.post('/otp', { code: await codeFor(request) })).status).toBe(200)
  })

  it('is of six digits: anything else is no try', async () => {
    const { request, browser } = await invited()
    await browser.post('/otp', {})
    expectRefused(await browser.post('/otp', { code: '12345a' }), 'invalid_request')
    expect((await storedProgress(request)).code.wrongCodes).toBe(0)
  })
})

describe.concurrent('to sign with a code', () => {
  it('the browser that signs has to have proved itself: code_required', async () => {
    const { request, browser } = await invited()
    await proveBy(browser, request)
    const other = browserAt(browser.token)
    await agree(other)
    const refused = await other.post('/sign', signBody(request))
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details).toEqual({ reason: 'code_required' })
    await agree(browser)
    expect((await browser.post('/sign', signBody(request))).body.you.status).toBe('signed')
  })

  it('a proof is believed for half an hour', async () => {
    const { request, browser } = await invited()
    await agree(browser)
    await proveBy(browser, request)
    await alterCode(request, ({ proof }) => ({ proof: proof && { ...proof, untilMs: Date.now() - 1 } }))
    const refused = await browser.post('/sign', signBody(request))
    expect(refused.body.error?.details).toEqual({ reason: 'code_required' })
  })

  it('the code can come with the signature, and is judged as any other', async () => {
    const { request, browser } = await invited({ authMethod: 'sms_otp', phone: '+33612345642' })
    await agree(browser)
    await browser.post('/otp', {})
    const wrong = await browser.post('/sign', signBody(request, { otp: await wrongCodeFor(request) }))
    expect([codeOf(wrong), wrong.body.error.details]).toEqual(['invalid_input', { triesLeft: 4 }])
    const otp = await codeFor(request)
    expect((await browser.post('/sign', signBody(request, { otp }))).body.you.status).toBe('signed')
    const steps = await stepsOf(request, 'otp_failed', 'otp_verified', 'signed')
    expect(steps.map(({ type }) => type)).toEqual(['otp_failed', 'otp_verified', 'signed'])
  })

  it('a lock holds for the code that comes with the signature, too: rate_limited', async () => {
    const { request, browser } = await invited()
    await agree(browser)
    await browser.post('/otp', {})
    await alterCodesOfRecipient(request, () => ({ lockedUntilMs: Date.now() + 60_000 }))
    expectRefused(await browser.post('/sign', signBody(request, { otp: await codeFor(request) })), 'rate_limited')
  })

  it('a right code is not used up by a signature that is refused', async () => {
    const field = { type: 'checkbox', page: 1, x: 1, y: 1, width: 10, height: 10 }
    const { request, browser } = await invited({ fields: [field] })
    await agree(browser)
    await browser.post('/otp', {})
    const otp = await codeFor(request)
    const empty = await browser.post('/sign', signBody(request, { otp }))
    expect(empty.body.error.details).toEqual({ fieldIds: [request.signers[0].fields[0].id] })
    const values = { [request.signers[0].fields[0].id]: true }
    expect((await browser.post('/sign', signBody(request, { otp, values }))).status).toBe(200)
  })
})

describe.concurrent('codes to one mailbox or telephone number', () => {
  it.for(['email_otp', 'sms_otp'] as const)(
    'are limited at each link alone, so that nobody is locked out by another link: %s',
    async (authMethod) => {
      const same = authMethod === 'email_otp' ? { email: `${randomUUID()}@example.com` } : { phone: anyPhone() }
      const [attacked, own] = await Promise.all([invited({ authMethod, ...same }), invited({ authMethod, ...same })])
      for (const _ of [1, 2, 3]) expect((await attacked.browser.post('/otp', {})).status).toBe(200)
      expectRefused(await attacked.browser.post('/otp', {}), 'rate_limited')
      for (const _ of [1, 2, 3, 4, 5])
        await attacked.browser.post('/otp', { code: await wrongCodeFor(attacked.request) })
      const locked = await attacked.browser.post('/otp', { code: await codeFor(attacked.request) })
      expectRefused(locked, 'rate_limited')
      expect((await own.browser.post('/otp', {})).status).toBe(200)
      expect((await own.browser.post('/otp', { code: await codeFor(own.request) })).status).toBe(200)
    },
  )

  it('are counted however many are asked for at once', async () => {
    const { browser } = await invited()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => browser.post('/otp', {})))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
  })

  it('of no use after twenty wrong ones for a signer: correct_the_signer', async () => {
    const of = await tenant()
    const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
    const browser = await visit(request)
    await browser.post('/otp', {})
    await alterCode(request, () => ({ wrongCodes: 19 }))
    for (const body of [{ code: await wrongCodeFor(request) }, { code: await codeFor(request) }, {}]) {
      const refused = await browser.post('/otp', body)
      expectRefused(refused, 'rate_limited')
      expect(refused.body.error.details).toEqual({ limit: 20, reason: 'correct_the_signer' })
    }
    const path = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    const json = { authMethod: 'sms_otp', phone: anyPhone() }
    expect((await call('PATCH', path, { token: of.token, json })).status).toBe(200)
    await proveBy(browser, request)
  })
})

describe.concurrent('codes by SMS of one organization', () => {
  const sent = async (of: Tenant, count: number) => {
    const Item = { ...windowKey(smsBudgetOf(of.org), Date.now()), type: 'window_count', used: count }
    await table().client.send(new PutCommand({ TableName: table().name, Item }))
  }
  const asking = async (of: Tenant) => {
    const signers = [signer('', { authMethod: 'sms_otp', phone: anyPhone() })]
    const request = await nativeRequest(of, { signers })
    return { request, browser: await visit(request) }
  }

  it('are 500 a day at most, whoever signs: rate_limited, and nothing is written', async () => {
    const [of, other] = [await tenant(), await tenant()]
    await sent(of, 499)
    const [last, late, elsewhere] = [await asking(of), await asking(of), await asking(other)]
    expect((await last.browser.post('/otp', {})).status).toBe(200)
    const refused = await late.browser.post('/otp', {})
    expectRefused(refused, 'rate_limited')
    const { limit, retryAfterSeconds } = refused.body.error.details
    expect([limit, refused.headers.get('retry-after')]).toEqual([500, String(retryAfterSeconds)])
    expect(retryAfterSeconds).toBeLessThanOrEqual(24 * 60 * 60)
    expect(await stepsOf(late.request, 'otp_sent')).toEqual([])
    expect((await late.browser.get('/state')).body.code).toMatchObject({ sendings: 0, canSendAt: null })
    expect((await elsewhere.browser.post('/otp', {})).status).toBe(200)
  })
})

describe.concurrent('a code by a link for one session', () => {
  it('is counted for its organization alone: it keeps nobody from the codes of others', async () => {
    const email = `${randomUUID()}@example.com`
    const [attacked, { request }] = [await invited({ email }), await invited({ email })]
    const bySession = browserAt(await otherLinkOf(request, { expiresAtMs: Date.now() + 15 * minuteMs }))
    await bySession.post('/open', {})
    for (const _ of [1, 2, 3]) expect((await bySession.post('/otp', {})).status).toBe(200)
    expectRefused(await bySession.post('/otp', {}), 'rate_limited')
    for (const _ of [1, 2, 3, 4, 5]) await bySession.post('/otp', { code: '00000000' })
    expectRefused(await bySession.post('/otp', { code: '00000000' }), 'rate_limited')
    await attacked.browser.post('/otp', {})
    expect((await attacked.browser.post('/otp', { code: await codeFor(attacked.request) })).status).toBe(200)
  })

  it('has eight digits, and no shorter one counts there', async () => {
    const of = await tenant()
    const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
    const mailed = await visit(request)
    await mailed.post('/otp', {})
    const short = await codeFor(request)
    expect(short).toMatch(/^\d{6}$/)
    const browser = browserAt(await otherLinkOf(request, { expiresAtMs: Date.now() + 15 * minuteMs }))
    await open(browser)
    expect((await browser.get('/state')).body.code).toMatchObject({ digits: 8, expiresAt: null })
    const early = await browser.post('/otp', { code: short })
    expectRefused(early, 'invalid_input')
    expect(early.body.error.details).toEqual({ expired: true })
    expect((await browser.post('/otp', {})).body.code).toMatchObject({ digits: 8, expiresAt: expect.any(String) })
    const long = await codeFor(request)
    expect(long).toMatch(/^\d{8}$/)
    const mistyped = await browser.post('/otp', { code: long.slice(2) })
    expectRefused(mistyped, 'invalid_input')
    expect(mistyped.body.error.details).toEqual({ digits: 8 })
    expect((await browser.get('/state')).body.code.triesLeft).toBe(5)
    expect((await browser.post('/otp', { code: long })).body.code.isProved).toBe(true)
  })
})

it('a code of one signer proves no other', async () => {
  const signers = [signer('', { authMethod: 'email_otp' }), signer('', { authMethod: 'email_otp' })]
  const request = await nativeRequest(await tenant(), { signers })
  const [first, second] = [await visit(request, 0), browserAt(await linkOf(request, 1))]
  await first.post('/otp', {})
  await second.post('/otp', {})
  const [code, own] = [await codeFor(request, 0), await codeFor(request, 1)]
  expect(code).not.toBe(own)
  expectRefused(await second.post('/otp', { code }), 'invalid_input')
})
