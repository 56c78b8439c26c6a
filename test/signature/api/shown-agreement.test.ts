import { describe, expect, it } from 'vitest'
import { signingProgresses } from '../../../functions/signature/model/signing-progress.ts'
import { put } from '../../../infra/local/tenant.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { allowed, connectCsc, cscRequest, cscSigner, finish, startAt } from '../../support/csc.ts'
import { expectRefused } from '../../support/refused.ts'
import { type Draft, pathOf, signer } from '../../support/signature.ts'
import {
  agree,
  type Browser,
  browserAt,
  consentBody,
  nativeRequest,
  open,
  signBody,
  stateOf,
  stepsOf,
  storedProgress,
  visit,
} from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

type Request = Answer['body']

async function change(of: Tenant, { id }: Request, path: string, json: Draft) {
  demand(await call('PATCH', `${pathOf(id)}${path}`, { token: of.token, json }), 200)
}

const rename = (of: Tenant, request: Request, index: number, json: Draft) =>
  change(of, request, `/signers/${request.signers[index].id}`, json)

const reasonOf = ({ body }: Answer) => body.error.details.reason

async function agreedTo(signers: Draft[]): Promise<{ of: Tenant; request: Request; browser: Browser }> {
  const of = await tenant()
  const request = await nativeRequest(of, { signers })
  const browser = await visit(request)
  await agree(browser)
  return { of, request, browser }
}

const changes: Readonly<Record<string, (of: Tenant, request: Request) => Promise<unknown>>> = {
  'the title': (of, request) => change(of, request, '', { title: 'Personal guarantee' }),
  'the name of the signer': (of, request) => rename(of, request, 0, { firstName: 'Robert', lastName: 'Boss' }),
  'the name of another signer': (of, request) => rename(of, request, 1, { lastName: 'Crook' }),
}

describe.concurrent.for(Object.entries(changes))('after the sender changed %s', ([, changed]) => {
  it('a consent counts no more: the signer signs what they were shown', async () => {
    const { of, request, browser } = await agreedTo([signer(), signer()])
    const shown = await consentBody(browser)
    await changed(of, request)
    const signed = await browser.post('/sign', signBody(request))
    expectRefused(signed, 'invalid_input')
    expect(reasonOf(signed)).toBe('consent_required')
    expect((await stateOf(browser)).consent).toMatchObject({ givenAt: null })
    const consented = await browser.post('/consent', shown)
    expectRefused(consented, 'invalid_input')
    expect(reasonOf(consented)).toBe('changed_since_shown')
    await agree(browser)
    // Another tab of the same browser, which still shows what was.
    const { agreementSha256 } = shown
    expect(reasonOf(await browser.post('/sign', signBody(request, { agreementSha256 })))).toBe('changed_since_shown')
    const now = (await stateOf(browser)).consent
    const answer = await browser.post('/sign', signBody(request, { agreementSha256: now.agreementSha256 }))
    expect(answer.body.you.status).toBe('signed')
    expect(await stepsOf(request, 'consented')).toHaveLength(2)
  })
})

describe.concurrent('a consent', () => {
  it('stands whatever others do, and whatever the page does not show of them', async () => {
    const { of, request, browser } = await agreedTo([signer(), signer(), signer()])
    const second = await visit(request, 1)
    await agree(second)
    demand(await second.post('/sign', signBody(request)), 200)
    await rename(of, request, 2, { email: 'elsewhere@example.com', locale: 'fr' })
    await change(of, request, '', { clientReference: 'A-1' })
    demand(await browser.post('/sign', signBody(request)), 200)
  })

  it('is given only to what was opened, and is of a signer of their own', async () => {
    const of = await tenant()
    const request = await nativeRequest(of, { signers: [signer(), signer()] })
    const [first, second] = [await visit(request), await visit(request, 1)]
    expect((await stateOf(first)).consent.agreementSha256).toBeNull()
    const other = await second.post('/consent', await consentBody(first))
    expect(reasonOf(other)).toBe('changed_since_shown')
    expectRefused(await second.post('/consent', { accepted: true, locale: 'en' }), 'invalid_request')
  })

  it('of an earlier version, which named nothing, is given anew', async () => {
    const { request, browser } = await agreedTo([signer()])
    await put(table(), signingProgresses, { ...(await storedProgress(request)), agreementSha256: null })
    expect(reasonOf(await browser.post('/sign', signBody(request)))).toBe('consent_required')
    await agree(browser)
    demand(await browser.post('/sign', signBody(request)), 200)
  })
})

describe.concurrent('a signature with a key at a vendor', () => {
  it('is of what the signer agreed to before they went there', async () => {
    const of = await tenant()
    await connectCsc(of)
    const request = await cscRequest(of, { signers: [cscSigner(), cscSigner()] })
    const browser = await visit(request)
    await open(browser)
    await agree(browser)
    const { agreementSha256 } = (await stateOf(browser)).consent
    const back = await allowed(browser, request)
    await change(of, request, '', { title: 'Personal guarantee' })
    expect(reasonOf(await startAt(browser, request))).toBe('consent_required')
    expect(reasonOf(await finish(browser, back))).toBe('start_again')
    await agree(browserAt(browser.token, browser.cookie()))
    expect(reasonOf(await finish(browser, back))).toBe('start_again')
    const documentSha256 = request.document.sha256
    const older = await browser.post('/vendor-authorization', { documentSha256, agreementSha256 })
    expect(reasonOf(older)).toBe('changed_since_shown')
    demand(await finish(browser, await allowed(browser, request)), 200)
  })
})
