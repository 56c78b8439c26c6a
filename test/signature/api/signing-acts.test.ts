import { describe, expect, it } from 'vitest'
import { givenOnSigning, givenSha256, givenSignatures } from '../../../functions/signature/model/given-signatures.ts'
import type { RequestRecord } from '../../../functions/signature/model/request.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { flawsOfChain } from '../../support/chain.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import { imageFile } from '../../support/documents/images.ts'
import { textOfPages } from '../../support/documents/read-text.ts'
import { givenImagesOf, publicTypesOf, storedDocument, tagsOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  alter,
  cancelRequest,
  codeOf,
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
  consentBody,
  linkOf,
  nativeRequest,
  open,
  otherConsent,
  signAt,
  signBody,
  stepsOf,
  visit,
} from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Request = Answer['body']

async function invited(more = {}) {
  const of = await tenant()
  const request = await nativeRequest(of, more)
  return { of, request, browser: await visit(request) }
}

/** Invited, and agreed to what was read. */
async function agreed(more = {}) {
  const all = await invited(more)
  await agree(all.browser)
  return all
}

async function storedGiven({ id }: Request) {
  return recordsOf(givenSignatures, await queryPartition(table(), `SIGREQ#${id}`, 'GIVEN#'))
}

describe.concurrent('consent', () => {
  it('is noted once, with the text that was shown', async () => {
    const { request, browser } = await invited()
    const { body: shown } = await browser.get('/state?locale=fr')
    const first = await browser.post('/consent', await consentBody(browser, 'fr'))
    const again = await browser.post('/consent', await consentBody(browser))
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.consent.givenAt).toBe(first.body.consent.givenAt)
    const steps = await stepsOf(request, 'consented')
    expect(steps.map(({ detail }) => detail)).toEqual([{ locale: 'fr', text: shown.consent.text }])
  })

  it('is needed to sign: invalid_input', async () => {
    const { request, browser } = await invited()
    const refused = await browser.post('/sign', signBody(request))
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details).toEqual({ reason: 'consent_required' })
  })

  it('counts for the browser in which it was given, and the last one is the signer’s', async () => {
    const { request, browser } = await invited()
    await agree(browser)
    const other = browserAt(browser.token)
    expect((await other.get('/state')).body.consent.givenAt).toBeNull()
    expect((await other.post('/sign', signBody(request))).body.error.details).toEqual({ reason: 'consent_required' })
    await agree(other)
    expect(await stepsOf(request, 'consented')).toHaveLength(2)
    expect((await other.post('/sign', signBody(request))).body.you.status).toBe('signed')
  })
})

describe.concurrent('a signature', () => {
  it('completes the request, which is then sealed with its evidence', async () => {
    const { of, request, browser } = await agreed()
    const answer = await browser.post('/sign', signBody(request))
    expect(answer.body).toMatchObject({
      request: { status: 'completed' },
      you: { status: 'signed', isYourTurn: false, signedAt: expect.any(String) },
      document: { sealed: 'pending' },
    })
    await sealed(of, request.id)
    // E-mails are still noted: both are read until nothing came in between.
    const chain = await until('a chain of the length that the request tells', async () => {
      const [record, steps] = [await storedRequest(request.id), await storedChain(request.id)]
      return record.chain.length === steps.length && steps
    })
    expect(flawsOfChain(chain)).toEqual([])
    await until('the events', async () => (await publicTypesOf(request.id)).includes('signature.completed'))
  })

  it('is what it says: the hash in its step covers all that was given', async () => {
    const fields = [
      { type: 'text', page: 1, x: 1, y: 1, width: 90, height: 20 },
      { type: 'checkbox', page: 1, x: 1, y: 50, width: 10, height: 10 },
      { type: 'text', page: 1, x: 1, y: 70, width: 90, height: 20, required: false },
    ]
    const { request, browser } = await agreed({ signers: [signer('', { fields })] })
    const [text, box, optional] = request.signers[0].fields
    const stroke = [
      { x: 1.234567, y: 2, pressure: 0.5 },
      { x: 600, y: 199.999 },
    ]
    const signature = { mode: 'drawn', value: { width: 600, height: 200, strokes: [stroke] } }
    const values = { [text.id]: ' Paris ', [box.id]: true, [optional.id]: ' ' }
    expect((await browser.post('/sign', signBody(request, { signature, values }))).status).toBe(200)
    const [given, ...others] = await storedGiven(request)
    if (!given) throw new Error('nothing was stored')
    expect(others).toEqual([])
    const kept = { [text.id]: 'Paris', [box.id]: true }
    const drawn = [
      { x: 1.23, y: 2, pressure: 0.5 },
      { x: 600, y: 200 },
    ]
    expect(given.values).toEqual(kept)
    const [step] = await stepsOf(request, 'signed')
    expect(step?.detail).toMatchObject({ signatureMode: 'drawn', givenSha256: givenSha256(given) })
    expect((await givenOnSigning(table(), request.id)).get(request.signers[0].id)).toEqual({
      signature: { mode: 'drawn', value: { width: 600, height: 200, strokes: [drawn] } },
      values: kept,
    })
  })

  it('can be a drawing of as many points as there may be', async () => {
    const { request, browser } = await agreed()
    const point = (index: number) => {
      return {
        x: (index * 7919.123456789) % 9_999,
        y: (index * 104_729.987654321) % 9_999,
        pressure: (index % 97) / 97,
      }
    }
    const strokes = [Array.from({ length: 10_000 }, (_, index) => point(index))]
    const signature = { mode: 'drawn', value: { width: 10_000, height: 10_000, strokes } }
    expect((await browser.post('/sign', signBody(request, { signature }))).status).toBe(200)
  })

  it.for(['palette.png', 'baseline.jpg'] as const)('can be an image, which is kept as it came: %s', async (name) => {
    const { request, browser } = await agreed()
    const bytes = imageFile(name)
    const signature = { mode: 'uploaded', value: bytes.toString('base64') }
    expect((await browser.post('/sign', signBody(request, { signature }))).status).toBe(200)
    const [key = '', ...others] = await givenImagesOf(request.id)
    expect(others).toEqual([])
    expect(sha256Of(await storedDocument(key))).toBe(sha256Of(bytes))
    await until('the image to be kept', async () => (await tagsOf(key)).length === 0)
    const [given] = await storedGiven(request)
    expect(given?.signature).toEqual({ mode: 'uploaded', key, sha256: sha256Of(bytes), size: bytes.length })
  })

  it('is sent again: the same answer, and nothing happens twice', async () => {
    const { request, browser } = await agreed({ signers: [signer(), signer()] })
    const body = signBody(request)
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/sign', body)))
    const again = await browser.post('/sign', { ...body, documentSha256: 'ab'.repeat(32) })
    expect([...answers, again].map(({ status, body }) => [status, body.you.status])).toEqual(
      Array(4).fill([200, 'signed']),
    )
    expect(new Set(answers.map(({ body }) => body.you.signedAt)).size).toBe(1)
    expect(await stepsOf(request, 'signed')).toHaveLength(1)
  })

  it('in turn is followed by the next', async () => {
    const { request, browser } = await agreed({ signers: [signer(), signer()], signingOrder: 'sequential' })
    const second = browserAt(await linkOf(request, 1))
    expect((await second.get('/state')).body.you.isYourTurn).toBe(false)
    await browser.post('/sign', signBody(request))
    expect((await second.get('/state')).body.you.isYourTurn).toBe(true)
    expect((await signAt(second, request)).body.request.status).toBe('completed')
  })
})

describe.concurrent('what is given to sign cannot be taken: invalid_input', () => {
  it('another document than the one that was shown', async () => {
    const { request, browser } = await agreed()
    const refused = await browser.post('/sign', signBody(request, { documentSha256: 'ab'.repeat(32) }))
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details).toEqual({ reason: 'other_document' })
  })

  it.for([
    ['no base64', '***', 'invalid_request'],
    ['no image', Buffer.from('hello').toString('base64'), 'invalid_input'],
    ['half an image', imageFile('baseline.jpg').subarray(0, 500).toString('base64'), 'invalid_input'],
    ['more than may be sent', Buffer.alloc(1_100_000).toString('base64'), 'invalid_input'],
  ] as const)('%s', async ([, value, code]) => {
    const { request, browser } = await agreed()
    expectRefused(await browser.post('/sign', signBody(request, { signature: { mode: 'uploaded', value } })), code)
    expect(await givenImagesOf(request.id)).toEqual([])
    expect((await storedRequest(request.id)).signers[0]?.status).not.toBe('signed')
  })

  it('fields that are empty, of others, or filled with something else', async () => {
    const text = { type: 'text', page: 1, x: 1, y: 1, width: 90, height: 20 }
    const box = { type: 'checkbox', page: 1, x: 1, y: 50, width: 10, height: 10 }
    const signers = [signer('', { fields: [text, box] }), signer('', { fields: [text] })]
    const { request, browser } = await agreed({ signers })
    const [own, ownBox] = request.signers[0].fields.map(({ id }: { id: string }) => id)
    const [foreign] = request.signers[1].fields
    const right = { [own]: 'Paris', [ownBox]: true }
    for (const [values, fieldIds] of [
      [{}, [own, ownBox]],
      [{ [own]: '  ', [ownBox]: true }, [own]],
      [{ ...right, [foreign.id]: 'Rome' }, [foreign.id]],
      [{ ...right, [ownBox]: 'yes' }, [ownBox]],
      [{ ...right, strange: true }, ['strange']],
    ] as const) {
      const refused = await browser.post('/sign', signBody(request, { values }))
      expectRefused(refused, 'invalid_input')
      expect(refused.body.error.details).toEqual({ fieldIds })
    }
    expectRefused(
      await browser.post('/sign', signBody(request, { values: { ...right, [own]: 'x'.repeat(501) } })),
      'invalid_request',
    )
    expect((await browser.post('/sign', signBody(request, { values: right }))).status).toBe(200)
  })
})

describe.concurrent('with mustSeeAllPages', () => {
  it('nobody signs before they saw every page, and the evidence says that they did', async () => {
    const { of, request, browser } = await agreed({ mustSeeAllPages: true })
    expect(request.mustSeeAllPages).toBe(true)
    await open(browser)
    expect((await browser.get('/state')).body.document.unseenPages).toEqual([1, 2, 3])
    await browser.post('/views', { pages: [1, 3] })
    const refused = await browser.post('/sign', signBody(request))
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details).toEqual({ reason: 'pages_not_seen', pages: [2] })
    await browser.post('/views', { pages: [2] })
    const answer = await browser.post('/sign', signBody(request))
    expect(answer.body).toMatchObject({ you: { status: 'signed' }, document: { unseenPages: [] } })
    const [step] = await stepsOf(request, 'signed')
    expect(step?.detail).toMatchObject({ allPagesSeen: true })
    await sealed(of, request.id)
    const evidence = await download(`${pathOf(request.id)}/document?variant=evidence`, of.token)
    const text = (await textOfPages(evidence.bytes)).join(' ').replaceAll('\n', ' ')
    expect(text).toContain('every page had been shown on screen before')
  })

  it('a draft can take it back: who sends it without asks for no pages', async () => {
    const of = await tenant()
    const draft = await nativeRequest(of, { mustSeeAllPages: true, draft: true })
    const patch = async (mustSeeAllPages: boolean | null) =>
      (await call('PATCH', pathOf(draft.id), { token: of.token, json: { mustSeeAllPages } })).body.mustSeeAllPages
    expect([await patch(false), await patch(true), await patch(null)]).toEqual([false, true, false])
    await call('POST', `${pathOf(draft.id)}/send`, { token: of.token })
    expect((await signAt(await visit(draft), draft)).body.you.status).toBe('signed')
  })
})

describe.concurrent('to decline', () => {
  it('ends the request for everybody, and is answered again alike', async () => {
    const { request, browser } = await invited({ signers: [signer(), signer()] })
    const second = browserAt(await linkOf(request, 1))
    await open(second)
    const answers = [
      await browser.post('/decline', { reason: 'Not my flat' }),
      await browser.post('/decline', { reason: 'No' }),
    ]
    expect(answers.map(({ status, body }) => [status, body.request.status, body.you.status])).toEqual(
      Array(2).fill([200, 'declined', 'declined']),
    )
    expect((await stepsOf(request, 'declined')).map(({ detail }) => detail)).toEqual([{ reason: 'Not my flat' }])
    expectRefused(await second.post('/sign', signBody(request)), 'signature_request_declined')
    expect((await second.get('/state')).body.signers[0]).toMatchObject({ status: 'declined', isYou: false })
  })

  it('has to be possible: forbidden', async () => {
    const { browser } = await invited({ allowDecline: false })
    expectRefused(await browser.post('/decline', { reason: 'No' }), 'forbidden')
  })

  it.for([1, 2, 3])('while the other signs: after a decline nobody signs (%i)', async () => {
    const { request, browser } = await agreed({ signers: [signer(), signer()] })
    const second = browserAt(await linkOf(request, 1))
    const [signed, declined] = await Promise.all([
      browser.post('/sign', signBody(request)),
      second.post('/decline', { reason: 'No' }),
    ])
    expect(codeOf(declined)).toBe('200')
    expect(['200', 'signature_request_declined']).toContain(codeOf(signed))
    const [record, chain] = [await storedRequest(request.id), await storedChain(request.id)]
    expect(record.status).toBe('declined')
    expect(flawsOfChain(chain)).toEqual([])
    expect(await storedGiven(request)).toHaveLength(signed.status === 200 ? 1 : 0)
  })
})

const acts = {
  '/open': () => ({}),
  '/otp': () => ({}),
  '/consent': () => otherConsent,
  '/sign': (request: Request) => signBody(request),
  '/decline': () => ({ reason: 'No' }),
} as const

/** How a request ends while a signer still looks at it. `completed` without that signer is what no operation brings about. */
const endings: Readonly<Record<string, (of: Tenant, request: Request) => Promise<unknown>>> = {
  completed: (_, { id }) => alter(id, (): Partial<RequestRecord> => ({ status: 'completed', dueAt: null })),
  declined: async (_, request) => demand(await (await visit(request, 1)).post('/decline', { reason: 'No' }), 200),
  canceled: (of, { id }) => cancelRequest(of, id),
  expired: (_, { id }) => alter(id, () => ({ expiresAt: past, dueAt: null })),
}

describe.concurrent.for(['completed', 'declined', 'canceled', 'expired'] as const)('a request that is %s', (status) => {
  it('lets nobody act any more', async () => {
    const { of, request, browser } = await invited({ signers: [signer(), signer()] })
    await endings[status]?.(of, request)
    for (const [path, body] of Object.entries(acts))
      expectRefused(await browser.post(path, body(request)), `signature_request_${status}`)
    expect((await browser.post('/views', { pages: [1] })).status).toBe(204)
    expect(await stepsOf(request, 'pages_viewed')).toEqual([])
    expect((await browser.get('/state')).body.request.status).toBe(status)
  })
})

it('out of turn nobody acts: forbidden', async () => {
  const { request } = await invited({ signers: [signer(), signer()], signingOrder: 'sequential' })
  const second = browserAt(await linkOf(request, 1))
  for (const [path, body] of Object.entries(acts)) expectRefused(await second.post(path, body(request)), 'forbidden')
})

it('who has signed cannot decline any more: forbidden', async () => {
  const { request, browser } = await agreed({ signers: [signer(), signer()] })
  await browser.post('/sign', signBody(request))
  expectRefused(await browser.post('/decline', { reason: 'No' }), 'forbidden')
})

it('a correction that readdresses replaces the link', async () => {
  const { request, browser } = await invited()
  await alter(request.id, ({ signers }) => ({
    signers: signers.map((one) => ({ ...one, linkGeneration: one.linkGeneration + 1 })),
  }))
  expectRefused(await browser.post('/sign', signBody(request)), 'not_found')
  expect((await (await visit(request)).get('/state')).status).toBe(200)
})
