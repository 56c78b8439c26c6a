import { randomUUID } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { givenSha256, givenSignatures } from '../../../functions/signature/model/given-signatures.ts'
import { keyOfToken, signingLinks } from '../../../functions/signature/model/signing-link.ts'
import { checkFiles } from '../../../infra/checks/evidence/check-files.ts'
import { holds } from '../../../infra/checks/evidence/report.ts'
import { put } from '../../../infra/local/tenant.ts'
import { handwritingFile } from '../../../shared/pdf/handwriting.ts'
import { minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { fromItem, recordsOf } from '../../../shared/store/collection.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { getItem, queryPartition } from '../../../shared/store/table.ts'
import {
  agencyRequest,
  agencySigner,
  draw,
  drawingForm,
  drawingPath,
  mention,
  mentionOf,
  picture,
  sentence,
  startSession,
  tablet,
  tokenIn,
  written,
} from '../../support/agency.ts'
import { evidenceIn } from '../../support/chain.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import { imageFile } from '../../support/documents/images.ts'
import { givenImagesOf } from '../../support/inspection.ts'
import { inboxOf } from '../../support/mail.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  alter,
  contract,
  draftFor,
  past,
  pathOf,
  post,
  read,
  sealed,
  signer,
  storedRequest,
} from '../../support/signature.ts'
import {
  agree,
  type Browser,
  browserAt,
  consentBody,
  open,
  otherConsent,
  proveBy,
  signBody,
  stepsOf,
} from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Request = Answer['body']

async function requested(more = {}) {
  const of = await tenant()
  return { of, request: await agencyRequest(of, more) }
}

async function fileOf({ token }: Pick<Tenant, 'token'>, { id }: Request, variant: string): Promise<Uint8Array> {
  return (await download(`${pathOf(id)}/document?variant=${variant}`, token)).bytes
}

async function storedGiven({ id }: Request) {
  return recordsOf(givenSignatures, await queryPartition(table(), `SIGREQ#${id}`, 'GIVEN#'))
}

/** Opens, proves and agrees on the tablet; the signature is left. */
async function ready(of: Pick<Tenant, 'token'>, request: Request, more = { mentionsOnPage: true }): Promise<Browser> {
  const [browser] = await tablet(of, request, more)
  if (!browser) throw new Error('the session has no link')
  await open(browser)
  await proveBy(browser, request)
  await agree(browser)
  return browser
}

describe.concurrent('a request to sign on site', () => {
  it('writes to nobody, and waits for the session', async () => {
    const { of, request } = await requested({ signers: [agencySigner(), signer('', { authMethod: 'email_otp' })] })
    await until('the other signer to be asked', async () => {
      const { signers } = await read(of, request.id)
      return signers[1].status === 'notified'
    })
    const after = await read(of, request.id)
    expect(after.signers[0]).toMatchObject({ status: 'waiting', signingMode: 'agency', notifiedAt: null, isTurn: true })
    expect(await inboxOf(String(after.signers[0].email))).toEqual([])
    const remind = await call('POST', `${pathOf(request.id)}/signers/${after.signers[0].id}/remind`, {
      token: of.token,
    })
    expectRefused(remind, 'invalid_input')
  })

  it('needs a code: auth_method_not_allowed', async () => {
    const of = await tenant()
    const refused = await post(of, draftFor(of, { vendor: 'native', signers: [agencySigner({ authMethod: 'none' })] }))
    expectRefused(refused, 'auth_method_not_allowed')
    const { request } = { request: await agencyRequest(of) }
    const path = `${pathOf(request.id)}/signers/${request.signers[0].id}`
    expectRefused(
      await call('PATCH', path, { token: of.token, json: { authMethod: 'none' } }),
      'auth_method_not_allowed',
    )
  })

  it('needs a vendor with a page for it, and a sentence to write', async () => {
    const of = await tenant()
    const other = await post(of, draftFor(of, { vendor: 'simulated', signers: [agencySigner()] }))
    expectRefused(other, 'invalid_input')
    expect(other.body.error.details).toEqual({ signerIndex: 0, reason: 'signing_mode' })
    const unsaid = agencySigner({ fields: [mention({ mentionText: undefined })] })
    const refused = await post(of, draftFor(of, { vendor: 'native', signers: [unsaid] }))
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error.details.issues).toMatchObject([{ path: ['signers', 0, 'fields', 0, 'mentionText'] }])
  })
})

describe.concurrent('the drawing of a mention', () => {
  it('is put, shown, replaced and removed', async () => {
    const { of, request } = await requested()
    const field = mentionOf(request)
    expect(field.drawing).toBeNull()
    const put = await draw(of, request)
    expect(put.status).toBe(200)
    const drawing = {
      sha256: sha256Of(picture()),
      capturedAt: expect.any(String),
      capturedBy: { type: 'api_key', id: of.key.clientId, name: expect.any(String) },
      hasStrokes: false,
    }
    expect(put.body).toEqual({ ...field, drawing })
    const strokes = [
      [
        { x: 1, y: 1, t: 0 },
        { x: 2, y: 2, t: 9, p: 0.5 },
      ],
    ]
    const again = await draw(of, request, { strokes, capturedAt: '2026-03-01T10:00:00+02:00' })
    expect(again.body.drawing).toMatchObject({ hasStrokes: true, capturedAt: '2026-03-01T08:00:00.000Z' })
    const listed = await call('GET', `${pathOf(request.id)}/fields`, { token: of.token })
    expect(listed.body.results).toEqual([again.body])
    expect((await read(of, request.id)).signers[0].fields).toEqual([again.body])
    await until('the former picture to be dropped', async () => (await givenImagesOf(request.id)).length === 2)
    const removed = await call('DELETE', drawingPath(request, field.id), { token: of.token })
    expect(removed.status).toBe(204)
    expect(mentionOf(await read(of, request.id)).drawing).toBeNull()
    expect((await call('DELETE', drawingPath(request, field.id), { token: of.token })).status).toBe(204)
    await until('all files to be dropped', async () => (await givenImagesOf(request.id)).length === 0)
    const changes = await stepsOf(request, 'changed')
    expect(changes.map(({ detail }) => detail?.sha256)).toEqual([drawing.sha256, drawing.sha256, null])
  })

  it('comes with the creation, as a part of the form', async () => {
    const of = await tenant()
    const fieldId = randomUUID()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await contract())], { type: 'application/pdf' }), 'a.pdf')
    const signers = [agencySigner({ fields: [mention({ id: fieldId })] })]
    form.set('data', JSON.stringify(draftFor(of, { vendor: 'native', signers })))
    form.set(`drawing:${fieldId}`, new Blob([new Uint8Array(picture())], { type: 'image/png' }), 'm.png')
    const made = await call('POST', '/v1/signature-requests', { token: of.token, body: form })
    demand(made, 201)
    expect(mentionOf(made.body).drawing).toMatchObject({ sha256: sha256Of(picture()), hasStrokes: false })
    expect((await startSession(of, made.body)).status).toBe(201)
    form.set(`drawing:${fieldId}`, new Blob(['no picture']), 'm.png')
    const refused = await call('POST', '/v1/signature-requests', { token: of.token, body: form })
    expectRefused(refused, 'invalid_input')
    expect(refused.body.error.details).toEqual({ reason: 'not_a_png', part: `drawing:${fieldId}` })
    form.delete(`drawing:${fieldId}`)
    form.set(`drawing:${randomUUID()}`, new Blob([new Uint8Array(picture())]), 'm.png')
    expectRefused(await call('POST', '/v1/signature-requests', { token: of.token, body: form }), 'invalid_input')
  })

  it('stays in a draft while its sentence does', async () => {
    const of = await tenant()
    const request = await agencyRequest(of, { draft: true })
    const { drawing: _, ...field } = (await draw(of, request)).body
    const patch = async (fields: object[]) => {
      const signers = [{ ...agencySigner({ fields }), id: request.signers[0].id }]
      return await call('PATCH', pathOf(request.id), { token: of.token, json: { signers } })
    }
    expect(mentionOf((await patch([field])).body).drawing).toMatchObject({ sha256: sha256Of(picture()) })
    expect(mentionOf((await patch([{ ...field, mentionText: 'Another sentence' }])).body).drawing).toBeNull()
    await until('the file to be dropped', async () => (await givenImagesOf(request.id)).length === 0)
  })

  it('is refused for another field: signature_field_not_found', async () => {
    const { of, request } = await requested({
      signers: [agencySigner({ fields: [mention(), { ...mention(), type: 'text', y: 100 }] })],
    })
    const [, text] = request.signers[0].fields
    for (const id of [text.id, randomUUID(), 'no-id'])
      for (const method of ['PUT', 'DELETE']) {
        const options = method === 'PUT' ? { body: drawingForm() } : {}
        expectRefused(
          await call(method, drawingPath(request, id), { token: of.token, ...options }),
          'signature_field_not_found',
        )
      }
  })

  it('is a PNG of at most 1 MiB, and its strokes lie inside', async () => {
    const { of, request } = await requested()
    const path = drawingPath(request, mentionOf(request).id)
    const put = (body: FormData) => call('PUT', path, { token: of.token, body })
    expectRefused(await put(drawingForm({}, imageFile('baseline.jpg'))), 'invalid_input')
    expectRefused(await put(drawingForm({}, new Uint8Array(1_048_577))), 'file_too_large')
    expectRefused(await put(new FormData()), 'file_required')
    expectRefused(
      await put(
        drawingForm({
          strokes: [
            [
              { x: 9000, y: 1, t: 0 },
              { x: 1, y: 1, t: 9 },
            ],
          ],
        }),
      ),
      'invalid_input',
    )
    expectRefused(await put(drawingForm({ strokes: [] })), 'invalid_request')
    for (const strokes of [
      [[{ x: 5, y: 5, t: 0 }]],
      [
        [
          { x: 5, y: 5, t: 0 },
          { x: 5, y: 5, t: 9 },
        ],
        [{ x: 1, y: 1, t: 20 }],
      ],
    ]) {
      const tapped = await put(drawingForm({ strokes }))
      expectRefused(tapped, 'invalid_request')
      expect(tapped.body.error.details.issues).toMatchObject([
        { path: ['strokes'], message: 'Send the sentence as it was written: a single point is no handwriting.' },
      ])
    }
  })

  it('cannot change once somebody signed, or when the request has ended', async () => {
    const { of, request } = await requested({ signers: [agencySigner(), agencySigner()] })
    await alter(request.id, ({ signers }) => ({
      signers: signers.map((each, index) => (index === 1 ? { ...each, status: 'signed', signedAt: past } : each)),
    }))
    const path = drawingPath(request, mentionOf(request).id)
    const refused = await draw(of, request)
    expectRefused(refused, 'document_already_signed')
    expect(refused.body.error.details).toEqual({ documentId: request.document.id })
    expectRefused(await call('DELETE', path, { token: of.token }), 'document_already_signed')
    for (const status of ['completed', 'declined', 'canceled', 'expired'] as const) {
      await alter(request.id, () => ({ status }))
      const code = `signature_request_${status}` as const
      for (const answer of [
        await draw(of, request),
        await call('DELETE', path, { token: of.token }),
        await startSession(of, request),
      ])
        expectRefused(answer, code)
    }
  })
})

describe.concurrent('a session', () => {
  it('has a link for each signer, which leads to the next', async () => {
    const { of, request } = await requested({ signers: [agencySigner(), agencySigner(), agencySigner()] })
    const { status, body } = await startSession(of, request, { mentionsOnPage: true })
    expect(status).toBe(201)
    const tokens = body.sessions.map(({ url }: { url: string }) => tokenIn(url))
    expect(body.sessions.map(({ url }: { url: string }) => new URL(url).hash)).toEqual([
      `#next=${tokens[1]}.${tokens[2]}`,
      `#next=${tokens[2]}`,
      '',
    ])
    expect(body.sessions.map(({ signerId }: { signerId: string }) => signerId)).toEqual(
      request.signers.map(({ id }: { id: string }) => id),
    )
    const issued = await stepsOf(request, 'link_issued')
    expect(issued.map(({ detail }) => detail)).toEqual(
      request.signers.map(() => ({ expiresAt: body.sessions[0].expiresAt, place: 'agency' })),
    )
    const { body: state } = await browserAt(tokens[0]).get('/state')
    expect(state.you).toMatchObject({ firstName: 'Jane', lastName: 'Doe', signingMode: 'agency', id: null })
    expect(state.document).toBeNull()
  })

  it('asks for the drawings first: handwritten_mention_drawing_required', async () => {
    const optional = mention({ required: false, y: 300 })
    const { of, request } = await requested({ signers: [agencySigner({ fields: [mention(), optional] })] })
    const refused = await startSession(of, request)
    expectRefused(refused, 'handwritten_mention_drawing_required')
    expect(refused.body.error.details).toEqual({
      fieldIds: [mentionOf(request).id],
      participantIds: [request.signers[0].id],
    })
    demand(await draw(of, request), 200)
    expect((await startSession(of, request)).status).toBe(201)
  })

  it('is refused for a signer who signs from afar, has signed, or is unknown, and in a draft', async () => {
    const { of, request } = await requested({ signers: [agencySigner(), signer('', { authMethod: 'email_otp' })] })
    const remote = await startSession(of, request)
    expectRefused(remote, 'handwritten_mention_requires_agency')
    expect(remote.body.error.details).toEqual({ fieldIds: [], participantIds: [request.signers[1].id] })
    expectRefused(await startSession(of, request, { signerIds: [randomUUID()] }), 'invalid_input')
    expectRefused(await startSession(of, request, { signerIds: [] }), 'invalid_request')
    const draft = await agencyRequest(of, { draft: true })
    expectRefused(await startSession(of, draft, { mentionsOnPage: true }), 'invalid_input')
    await alter(request.id, ({ signers }) => ({
      signers: signers.map((each) => ({ ...each, status: 'signed', signedAt: past })),
    }))
    expectRefused(await startSession(of, request), 'document_already_signed')
  })
})

describe.concurrent('the links of a session', () => {
  const ask = (token: string) => browserAt(token).get('/state')

  it('end with the next session of the same signers, also where they were opened', async () => {
    const { of, request } = await requested({ signers: [agencySigner(), agencySigner()] })
    const tokensOf = (answer: Answer) => answer.body.sessions.map(({ url }: { url: string }) => tokenIn(url))
    const [opened, unopened] = tokensOf(await startSession(of, request, { mentionsOnPage: true }))
    const browser = browserAt(opened)
    await open(browser)
    const other = { mentionsOnPage: true, signerIds: [request.signers[0].id] }
    const [newer] = tokensOf(await startSession(of, request, other))
    for (const answer of [await browser.get('/state'), await browser.post('/open', {}), await ask(opened)])
      expectRefused(answer, 'not_found')
    expect((await ask(newer)).status).toBe(200)
    // The other signer was not named again.
    expect((await ask(unopened)).status).toBe(200)
  })

  it('need a code and a consent of their own, also in the browser that gave both in an earlier session', async () => {
    const { of, request } = await requested()
    const before = await ready(of, request)
    const answer = await startSession(of, request, { mentionsOnPage: true })
    const browser = browserAt(tokenIn(answer.body.sessions[0].url), before.cookie())
    await open(browser)
    expect((await browser.get('/state')).body).toMatchObject({ code: { isProved: false }, consent: { givenAt: null } })
    const mentions = { [mentionOf(request).id]: written }
    const reasonOf = async (path: string, json: unknown) => (await browser.post(path, json)).body.error.details.reason
    expect(await reasonOf('/consent', await consentBody(browser))).toBe('code_required')
    expect(await reasonOf('/sign', signBody(request, { mentions }))).toBe('consent_required')
    await proveBy(browser, request)
    expect(await reasonOf('/sign', signBody(request, { mentions }))).toBe('consent_required')
    await agree(browser)
    demand(await browser.post('/sign', signBody(request, { mentions })), 200)
  })

  it('can be opened for half an hour, and those of the next person from the hand-over', async () => {
    const { of, request } = await requested({ signers: [agencySigner(), agencySigner()] })
    const { body } = await startSession(of, request, { mentionsOnPage: true })
    const [first, second] = body.sessions.map(({ url }: { url: string }) => tokenIn(url))
    for (const token of [first, second]) await expire(token)
    for (const token of [first, second]) expectRefused(await ask(token), 'not_found')
    const signedAgo = (minutes: number) =>
      alter(request.id, ({ signers }) => ({
        signers: signers.map((each, index) =>
          index === 0 ? { ...each, status: 'signed', signedAt: timestamp(Date.now() - minutes * minuteMs) } : each,
        ),
      }))
    await signedAgo(29)
    expect((await ask(second)).status).toBe(200)
    await signedAgo(31)
    expectRefused(await ask(second), 'not_found')
  })
})

/** As if half an hour had gone. */
async function expire(token: string): Promise<void> {
  const link = fromItem(signingLinks, (await getItem(table(), keyOfToken(token) ?? { PK: '', SK: '' })) ?? {})
  await put(table(), signingLinks, { ...link, expiresAtMs: Date.now() - 1 })
}

describe.concurrent('signing on site', () => {
  it('seals what was written on the page as lines, and keeps the strokes', async () => {
    const { of, request } = await requested()
    const browser = await ready(of, request)
    const { id } = mentionOf(request)
    const answer = await browser.post('/sign', signBody(request, { mentions: { [id]: written } }))
    expect(answer.body.you?.status).toBe('signed')
    const [given] = await storedGiven(request)
    const file = handwritingFile(written)
    expect(given?.mentions?.[id]).toMatchObject({ kind: 'strokes', sha256: sha256Of(file), size: file.length })
    const [step] = await stepsOf(request, 'signed')
    expect(step?.detail).toMatchObject({
      givenSha256: givenSha256(given ?? { signature: { mode: 'typed', value: '' }, values: {} }),
      mentions: { [id]: sha256Of(file) },
      link: 'session',
    })
    const done = await sealed(of, request.id)
    expect(done.document.sealStatus).toBe('sealed')
    const [signed, evidence] = await Promise.all(['signed', 'evidence'].map((variant) => fileOf(of, request, variant)))
    if (!signed || !evidence) throw new Error('there are no files')
    expect(Buffer.from(signed).toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
    const { mentions, version } = await evidenceIn(evidence)
    const attachment = `mention-${id}.json`
    const signerId = request.signers[0].id
    const said = { fieldId: id, signerId, page: 1, text: sentence, kind: 'strokes', sha256: sha256Of(file), attachment }
    expect({ mentions, version }).toEqual({ mentions: [said], version: 6 })
    const attached = (await PDF.load(evidence)).getAttachment(attachment)
    expect(Buffer.from(attached ?? []).equals(file)).toBe(true)
    expect(
      holds(await checkFiles({ name: 'evidence.pdf', bytes: evidence }, [{ name: 'signed.pdf', bytes: signed }], [])),
    ).toBe(true)
    expect(await givenImagesOf(request.id)).toEqual([given?.mentions?.[id]?.key])
  })

  it('shows a drawing that was made before, and seals it once it was seen', async () => {
    const { of, request } = await requested()
    const strokes = [
      [
        { x: 1, y: 1, t: 0 },
        { x: 5, y: 3, t: 9 },
      ],
    ]
    demand(await draw(of, request, { strokes }), 200)
    const browser = await ready(of, request, { mentionsOnPage: false })
    const { id } = mentionOf(request)
    const { fields } = (await browser.get('/state')).body
    const [{ drawingSha256, mentionText }] = fields
    expect(mentionText).toBe(sentence)
    const shown = await browser.get(`/mentions/${id}`)
    expect(shown.body).toMatchObject({
      kind: 'strokes',
      strokes: [
        [
          { x: 1, y: 1 },
          { x: 5, y: 3 },
        ],
      ],
    })
    expect((await browser.get(`/mentions/${randomUUID()}`)).status).toBe(404)
    const other = await browser.post('/sign', signBody(request, { mentions: { [id]: { sha256: 'ab'.repeat(32) } } }))
    expectRefused(other, 'invalid_input')
    expect(other.body.error.details).toEqual({ reason: 'other_drawing', fieldIds: [id] })
    expectRefused(await browser.post('/sign', signBody(request)), 'invalid_input')
    const signed = await browser.post('/sign', signBody(request, { mentions: { [id]: { sha256: drawingSha256 } } }))
    expect(signed.body.you.status).toBe('signed')
    await sealed(of, request.id)
  })

  it.each(['completed', 'declined', 'canceled', 'expired'] as const)(
    'shows no drawing of what is %s',
    async (status) => {
      const { of, request } = await requested()
      demand(await draw(of, request), 200)
      const browser = await ready(of, request, { mentionsOnPage: false })
      await alter(request.id, ({ updatedAt }) => ({ status, endedAt: updatedAt }))
      const answer = await browser.get(`/mentions/${mentionOf(request).id}`)
      expectRefused(answer, `signature_request_${status}`)
    },
  )

  it('seals a picture where there are no strokes', async () => {
    const { of, request } = await requested()
    demand(await draw(of, request), 200)
    const browser = await ready(of, request, { mentionsOnPage: false })
    const { id } = mentionOf(request)
    expect((await browser.get(`/mentions/${id}`)).body).toEqual({ kind: 'picture', png: picture().toString('base64') })
    const sha256 = sha256Of(picture())
    demand(await browser.post('/sign', signBody(request, { mentions: { [id]: { sha256 } } })), 200)
    await sealed(of, request.id)
    expect(Buffer.from(await fileOf(of, request, 'signed')).toString('latin1')).toMatch(/\/Subtype\s*\/Image/)
    const evidence = await fileOf(of, request, 'evidence')
    const attached = (await PDF.load(evidence)).getAttachment(`mention-${id}.png`)
    expect(Buffer.from(attached ?? []).equals(picture())).toBe(true)
  })

  it('needs every required mention: handwritten_mention_drawing_required', async () => {
    const { of, request } = await requested()
    const browser = await ready(of, request)
    const refused = await browser.post('/sign', signBody(request))
    expectRefused(refused, 'handwritten_mention_drawing_required')
    expect(refused.body.error.details).toEqual({
      fieldIds: [mentionOf(request).id],
      participantIds: [request.signers[0].id],
    })
    const strange = await browser.post('/sign', signBody(request, { mentions: { [randomUUID()]: written } }))
    expectRefused(strange, 'invalid_input')
  })

  it('takes each signer’s own code, one after the other on one tablet', async () => {
    const { of, request } = await requested({ signingOrder: 'sequential', signers: [agencySigner(), agencySigner()] })
    const [first, second] = await tablet(of, request, { mentionsOnPage: true })
    if (!first || !second) throw new Error('there are not two links')
    expectRefused(await second.post('/open', {}), 'forbidden')
    for (const [index, browser] of [first, second].entries()) {
      await open(browser)
      expectRefused(await browser.post('/consent', otherConsent), 'invalid_input')
      await proveBy(browser, request, index)
      await agree(browser)
      const mentions = { [mentionOf(request, index).id]: written }
      demand(await browser.post('/sign', signBody(request, { mentions })), 200)
    }
    await sealed(of, request.id)
    const proofs = await stepsOf(request, 'otp_verified')
    expect(proofs.map(({ signerId }) => signerId)).toEqual(request.signers.map(({ id }: { id: string }) => id))
    expect((await storedRequest(request.id)).status).toBe('completed')
  })
})
