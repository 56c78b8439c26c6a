import { describe, expect, it } from 'vitest'
import { sealedKeys } from '../../../functions/signature/model/document-keys.ts'
import { printable } from '../../../shared/pdf/typesetting.ts'
import { call } from '../../support/client.ts'
import { namesOfTheWorld } from '../../support/documents/names.ts'
import { textOfPages } from '../../support/documents/read-text.ts'
import { storedDocument } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { completed, draftFor, pathOf, post, signer, storedRequest } from '../../support/signature.ts'
import { agree, nativeRequest, open, signBody, visit } from '../../support/signing.ts'
import { tenant } from '../../support/tenant.ts'

const asked = { kind: 'typed', text: '王小明', width: 180, height: 60 }

async function visitor(more = {}) {
  const of = await tenant()
  const request = await nativeRequest(of, more)
  return { of, request, browser: await visit(request) }
}

describe.concurrent('the preview of what is stamped', () => {
  it('is a picture of outlines alone', async () => {
    const { browser } = await visitor()
    for (const kind of ['typed', 'text', 'initials', 'name']) {
      const answer = await browser.post('/preview', { ...asked, kind })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/svg+xml')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.text).toMatch(
        /^<svg [^<>]* viewBox="0 0 180 60"><path fill="#1a1f29" d="[MLQCZ\d. -]{200,}"\/><\/svg>$/,
      )
    }
  })

  it('is a whole signature field, with room for a signature that the page draws', async () => {
    const { browser } = await visitor()
    const field = { kind: 'signature', width: 200, height: 70 }
    const [typed, room] = await Promise.all([
      browser.post('/preview', { ...field, text: '王小明' }),
      browser.post('/preview', field),
    ])
    for (const { status, text } of [typed, room]) {
      expect(status).toBe(200)
      expect(text).toMatch(
        / viewBox="0 0 200 70" data-signature="2 2 196 [\d.]+"><path fill="#1a1f29" d="[MLQCZ\d. -]{2000,}"\/>/,
      )
    }
    expect(typed.text.length).toBeGreaterThan(room.text.length)
    expectRefused(await browser.post('/preview', { ...field, text: 'Ada \u{12000}' }), 'invalid_input')
  })

  it('has the forms of the signer’s language', async () => {
    const pictures = await Promise.all(
      ['zh-TW', 'zh-CN'].map(async (locale) => {
        const { browser } = await visitor({ signers: [signer('', { locale })] })
        return (await browser.post('/preview', { ...asked, text: '骨' })).text
      }),
    )
    expect(pictures[0]).not.toBe(pictures[1])
  })

  it('takes no more than a field does', async () => {
    const { browser } = await visitor()
    const wrong = [
      { text: 'a'.repeat(501) },
      { text: ' ' },
      { width: 0 },
      { height: 2001 },
      { width: '10' },
      { kind: 'checkbox' },
    ]
    for (const each of wrong) expectRefused(await browser.post('/preview', { ...asked, ...each }), 'invalid_request')
    const longest = { ...asked, kind: 'text', text: '龘'.repeat(500) }
    expect((await browser.post('/preview', longest)).status).toBe(200)
  })

  it('is drawn 120 times a minute for a signer by one process: rate_limited', async () => {
    const { browser } = await visitor()
    const small = { ...asked, kind: 'initials', text: 'Ada', width: 20, height: 20 }
    let refused: Awaited<ReturnType<typeof browser.post>> | undefined
    // Each process of the function counts by itself.
    for (let round = 0; round < 200 && !refused; round += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => browser.post('/preview', small)))
      refused = answers.find(({ status }) => status !== 200)
    }
    if (!refused) throw new Error('2,000 previews were drawn')
    expectRefused(refused, 'rate_limited')
    expect(refused.body.error.details).toEqual({ limit: 120, retryAfterSeconds: expect.any(Number) })
  })

  it('names what no font has: invalid_input', async () => {
    const { browser } = await visitor()
    const refused = await browser.post('/preview', { ...asked, text: 'Ada \u{12000}' })
    expectRefused(refused, 'invalid_input')
    const characters = ['\u{12000}']
    expect(refused.body.error.details).toEqual({ reason: 'undrawable_text', text: 'text', characters })
    expect(refused.body.error.message).toContain('U+12000')
  })
})

describe.concurrent('text that no font has', () => {
  const strange = '\u{12000}'

  it('is no typed signature, and nothing in a field: invalid_input', async () => {
    const place = { page: 1, x: 10, y: 10, width: 100, height: 20 }
    const { request, browser } = await visitor({
      signers: [signer('', { fields: [{ type: 'text', required: false, ...place }] })],
    })
    await open(browser)
    await agree(browser)
    const [field] = (await browser.get('/state')).body.fields
    const typed = (value: string) => ({ mode: 'typed', value })
    const first = await browser.post('/sign', signBody(request, { signature: typed(`Ada ${strange}`) }))
    const second = await browser.post('/sign', signBody(request, { values: { [field.id]: strange } }))
    for (const refused of [first, second]) expectRefused(refused, 'invalid_input')
    expect(first.body.error.details).toMatchObject({ reason: 'undrawable_text', text: 'signature' })
    expect(second.body.error.details).toMatchObject({ text: field.id, characters: [strange] })
    const signed = signBody(request, { signature: typed('王小明'), values: { [field.id]: 'محمد' } })
    expect((await browser.post('/sign', signed)).body.you.status).toBe('signed')
  })

  it('is no name of a signer, nor in a text that is filled in for them: invalid_input', async () => {
    const of = await tenant()
    const field = { type: 'text', page: 1, x: 10, y: 10, width: 100, height: 20, text: strange }
    for (const [more, name] of [
      [{ firstName: strange }, 'firstName'],
      [{ lastName: `A${strange}` }, 'lastName'],
      [{ fields: [field] }, 'fields'],
    ] as const) {
      const refused = await post(of, draftFor(of, { signers: [signer('', more)] }))
      expectRefused(refused, 'invalid_input')
      const details = { reason: 'undrawable_text', signerIndex: 0, field: name, characters: [strange] }
      expect(refused.body.error.details).toEqual(details)
    }
  })

  it('corrects no name: invalid_input', async () => {
    const { of, request } = await visitor()
    const path = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    const correct = (lastName: string) => call('PATCH', path, { token: of.token, json: { lastName } })
    expectRefused(await correct(strange), 'invalid_input')
    expect((await correct('राजेश')).status).toBe(200)
  })
})

describe('a document signed by people of many scripts', () => {
  it('has their names, to be copied as they were written', async () => {
    const of = await tenant()
    const people = namesOfTheWorld.slice(0, 20)
    const signers = people.map(({ name, locale }) => {
      const [firstName, ...rest] = name.split(' ')
      return signer('', { firstName, lastName: rest.join(' ') || 'X', locale })
    })
    const { id } = await completed(of, { signers, title: '合同 عقد' })
    const record = await storedRequest(id)
    const { signed, evidence } = sealedKeys(record, record.document.sealRun ?? '')
    for (const key of [signed, evidence]) {
      const text = (await textOfPages(await storedDocument(key))).join('\n')
      for (const { name } of people) expect(text).toContain(printable(name))
    }
  })
})
