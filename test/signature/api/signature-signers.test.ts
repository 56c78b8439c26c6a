import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenHash } from '../../../functions/signature/model/signing-link.ts'
import { hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { unpackAnswer } from '../../../shared/store/packed-answer.ts'
import { getItem } from '../../../shared/store/table.ts'
import { type Answer, call } from '../../support/client.ts'
import { recordedAnswerOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  act,
  alter,
  asked,
  cancelRequest,
  codeOf,
  create,
  type Draft,
  past,
  pathOf,
  read,
  signer,
  storedChain,
  storedRequest,
} from '../../support/signature.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

let of: Tenant
beforeAll(async () => {
  of = await tenant()
})

const signerPath = (request: Answer['body'], index = 0) => `${pathOf(request.id)}/signers/${request.signers[index].id}`
const remind = (request: Answer['body'], index = 0) =>
  call('POST', `${signerPath(request, index)}/remind`, { token: of.token })
const correct = (request: Answer['body'], json: Draft, index = 0) =>
  call('PATCH', signerPath(request, index), { token: of.token, json })
const makeLink = (request: Answer['body'], index = 0) =>
  call('POST', `${signerPath(request, index)}/signing-link`, { token: of.token })

/** A request whose signers were asked. */
async function waiting(more: Draft = {}) {
  const request = await create(of, more)
  await alter(request.id, asked)
  return await read(of, request.id)
}

const withCode = (more: Draft = {}) => signer('', { authMethod: 'email_otp', ...more })
const lastStep = async (id: string) => (await storedChain(id)).at(-1)

describe('reminding a signer', () => {
  it('is done once a day, and counted', async () => {
    const request = await waiting()
    expect(request.permissions).toMatchObject({ canRemind: true, canCorrect: true })
    const draft = await create(of, { draft: true })
    expect(draft.permissions).toEqual({ canCancel: false, canRemind: false, canCorrect: true })
    const answer = await remind(request)
    expect(answer.status).toBe(202)
    expect(answer.body.signers[0]).toMatchObject({ reminderCount: 1, lastRemindedAt: answer.body.updatedAt })
    const again = await remind(request)
    expect(again).toMatchObject({ status: 429, body: { error: { code: 'rate_limited', details: { limit: 1 } } } })
    expect(Number(again.headers.get('retry-after'))).toBe(again.body.error.details.retryAfterSeconds)
    expect(again.body.error.details.retryAfterSeconds).toBeGreaterThan(86_000)
    expect((await read(of, request.id)).permissions.canRemind).toBe(false)
    expect(await lastStep(request.id)).toMatchObject({ type: 'reminded', signerId: request.signers[0].id })
  })

  it('can be repeated a day later', async () => {
    const request = await waiting()
    const lastRemindedAt = timestamp(Date.now() - 25 * hourMs)
    await alter(request.id, ({ signers }) => ({ signers: signers.map((one) => ({ ...one, lastRemindedAt })) }))
    expect((await remind(request)).status).toBe(202)
  })

  it('is for those whose turn it is', async () => {
    const turns = await create(of, { signers: [signer(), signer()], signingOrder: 'sequential' })
    await alter(turns.id, asked)
    expect((await remind(turns, 0)).status).toBe(202)
    expect(codeOf(await remind(turns, 1))).toBe('invalid_input')
    expect(codeOf(await remind(await create(of, { draft: true })))).toBe('invalid_input')
    expect(codeOf(await remind(await waiting({ deliveryMode: 'none', signers: [withCode()] })))).toBe('invalid_input')
  })

  it('reaches nobody who is not there, has signed, or cannot sign any more', async () => {
    const request = await waiting({ signers: [signer(), signer()] })
    const path = `${pathOf(request.id)}/signers/${randomUUID()}/remind`
    expect(codeOf(await call('POST', path, { token: of.token }))).toBe('not_found')
    await act(of, request, 0, 'sign')
    expect(codeOf(await remind(request, 0))).toBe('document_already_signed')
    await act(of, request, 1, 'decline')
    expect(codeOf(await remind(request, 1))).toBe('signature_request_declined')
  })

  it('is due by itself after the days that the request says, before its expiry', async () => {
    const request = await create(of, { reminders: { enabled: true, firstAfterDays: 2, everyDays: 4, max: 2 } })
    const { dueAt, askedAt } = await until('the signer to be asked', async () => {
      const { signers, dueAt } = await storedRequest(request.id)
      const askedAt = signers[0]?.notifiedAt
      return askedAt ? { dueAt, askedAt } : null
    })
    expect(dueAt).toBe(timestamp(Date.parse(askedAt) + 48 * hourMs))
    const reminded = await remind(request)
    const [{ lastRemindedAt }] = reminded.body.signers
    expect((await storedRequest(request.id)).dueAt).toBe(timestamp(Date.parse(lastRemindedAt) + 96 * hourMs))
  })
})

describe('correcting a signer', () => {
  it('changes what is said of them, and is a step with what changed', async () => {
    const request = await waiting()
    const answer = await correct(request, { firstName: 'Joan', phone: '06 12 34 56 78', locale: 'fr-CA' })
    expect(answer.status).toBe(200)
    const [before] = request.signers
    expect(answer.body.signers[0]).toEqual({ ...before, firstName: 'Joan', phone: '+33612345678', locale: 'fr-CA' })
    expect(await lastStep(request.id)).toMatchObject({
      type: 'corrected',
      signerId: before.id,
      detail: {
        fields: [
          { field: 'firstName', from: 'Jane', to: 'Joan' },
          { field: 'phone', from: null, to: '+33612345678' },
          { field: 'locale', from: before.locale, to: 'fr-CA' },
        ],
      },
    })
    expect((await correct(request, { phone: null })).body.signers[0].phone).toBeNull()
  })

  it('changes nothing where everything is as it says', async () => {
    const request = await waiting()
    const { firstName, email } = request.signers[0]
    expect((await correct(request, { firstName, email })).body.version).toBe(request.version)
  })

  it('with another e-mail replaces the link, and what was done with it', async () => {
    const request = await waiting()
    await act(of, request, 0, 'open')
    const email = `${randomUUID()}@example.com`
    const answer = await correct(request, { email })
    expect(answer.body.signers[0]).toMatchObject({ email, status: 'notified', openedAt: null, emailDelivery: 'none' })
    expect((await storedRequest(request.id)).signers[0]).toMatchObject({ linkGeneration: 2, consentedAt: null })
  })

  it('is held to the rules of a creation', async () => {
    const request = await waiting({ vendor: 'native', signers: [signer(), signer()] })
    const [first, second] = request.signers
    expect(codeOf(await correct(request, { email: second.email.toUpperCase() }))).toBe('duplicate_signer_email')
    expect(codeOf(await correct(request, { authMethod: 'vendor_identity' }))).toBe('auth_method_not_allowed')
    expect(codeOf(await correct(request, { authMethod: 'sms_otp' }))).toBe('signer_phone_required')
    for (const [phone, reason] of [
      ['+33899123456', 'not_mobile'],
      ['+12025550123', 'country_not_allowed'],
    ]) {
      const refused = await correct(request, { authMethod: 'sms_otp', phone })
      expectRefused(refused, 'signer_phone_required')
      expect(refused.body.error.details).toEqual({ signerIndex: 0, reason })
    }
    expect(codeOf(await correct(request, { phone: 'none' }))).toBe('invalid_input')
    expect(codeOf(await correct(request, { firstName: '' }))).toBe('invalid_request')
    expect((await read(of, request.id)).signers[0]).toEqual(first)
  })

  it('lets no outsider in where the entity keeps to its members', async () => {
    const closed = await tenant()
    const request = await create(closed)
    const insiders = await tenant({ entity: { signature: { externalSignersAllowed: false } } })
    const { org, entity } = insiders
    await alter(request.id, () => ({ orgId: org.id, entityId: entity.id, providerId: org.providerId }))
    const path = signerPath(request)
    const answer = await call('PATCH', path, { token: insiders.token, json: { email: 'outsider@example.com' } })
    expect(codeOf(answer)).toBe('external_signers_not_allowed')
  })

  it('is judged alone: what another signer is, was judged when the request was made', async () => {
    const request = await waiting({ vendor: 'native', signers: [signer(), signer()] })
    const insiders = await tenant({
      entity: { signature: { externalSignersAllowed: false, allowedAuthMethods: ['email_otp'] } },
    })
    const { org, entity } = insiders
    await alter(request.id, () => ({ orgId: org.id, entityId: entity.id, providerId: org.providerId }))
    const { account } = await personOf(insiders, 'member')
    const send = async (json: Draft) => await call('PATCH', signerPath(request), { token: insiders.token, json })
    expect((await send({ email: account.email ?? '' })).body.signers[0]).toMatchObject({ external: false })
    expect((await send({ authMethod: 'email_otp' })).body.signers[0]).toMatchObject({ authMethod: 'email_otp' })
    expect(await send({ authMethod: 'sms_otp' })).toMatchObject({
      body: { error: { code: 'auth_method_not_allowed', details: { signerIndex: 0 } } },
    })
  })

  it('of the e-mail begins the reminders anew', async () => {
    const request = await waiting()
    await alter(request.id, ({ signers }) => ({
      signers: signers.map((one) => ({ ...one, lastRemindedAt: past, reminderCount: 3 })),
    }))
    const { body } = await correct(request, { email: `${randomUUID()}@example.com` })
    expect(body.signers[0]).toMatchObject({ lastRemindedAt: null, reminderCount: 0 })
  })

  it('comes too late for who has signed, and for what has ended', async () => {
    const request = await waiting({ signers: [signer(), signer()] })
    await act(of, request, 0, 'sign')
    const late = await correct(request, { firstName: 'Joan' }, 0)
    expect(late.body.error).toMatchObject({
      code: 'document_already_signed',
      details: { documentId: request.document.id },
    })
    await act(of, request, 1, 'decline')
    expect(codeOf(await correct(request, { firstName: 'Joan' }, 1))).toBe('signature_request_declined')
    const path = `${pathOf(request.id)}/signers/${randomUUID()}`
    expect(codeOf(await call('PATCH', path, { token: of.token, json: {} }))).toBe('not_found')
  })

  it('keeps the names of the others once somebody has signed: they are the parties that were shown', async () => {
    const request = await waiting({ vendor: 'native', signers: [signer(), signer('', { firstName: 'Bob' })] })
    await act(of, request, 0, 'sign')
    for (const json of [{ firstName: 'Carl' }, { lastName: 'Crook', email: `${randomUUID()}@example.com` }]) {
      const refused = await correct(request, json, 1)
      expectRefused(refused, 'document_already_signed')
      expect(refused.body.error).toMatchObject({
        message: expect.stringContaining('Cancel the request and send a new one.'),
        details: { documentId: request.document.id },
      })
    }
    const email = `${randomUUID()}@example.com`
    const json = {
      firstName: 'Bob',
      lastName: 'Doe',
      email,
      phone: '06 12 34 56 78',
      locale: 'fr',
      authMethod: 'email_otp',
    }
    const { status, body } = await correct(request, json, 1)
    expect([status, body.signers[1]]).toEqual([200, expect.objectContaining({ ...json, phone: '+33612345678' })])
  })

  it('is for those who may send', async () => {
    const request = await waiting()
    const { token } = await keyOf(of, 'viewer')
    expect(codeOf(await call('PATCH', signerPath(request), { token, json: {} }))).toBe('forbidden')
    expect((await call('GET', pathOf(request.id), { token })).body.permissions).toEqual({
      canCancel: false,
      canRemind: false,
      canCorrect: false,
    })
  })
})

describe('once a request has ended', () => {
  const ends: Record<string, (request: Answer['body']) => Promise<unknown>> = {
    completed: (request) => act(of, request, 0, 'sign'),
    declined: (request) => act(of, request, 0, 'decline'),
    canceled: (request) => cancelRequest(of, request.id),
    expired: (request) => alter(request.id, () => ({ expiresAt: past, dueAt: null })),
  }
  it.each(Object.entries(ends))('%s, nothing can be done about its signers', async (status, end) => {
    const request = await waiting()
    await end(request)
    for (const answer of [
      await remind(request),
      await correct(request, { firstName: 'Joan' }),
      await makeLink(request),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: { code: `signature_request_${status}` } } })
  })
})

describe('a signing link for the sender', () => {
  it('is told once, and stored by its hash alone', async () => {
    const request = await waiting({ vendor: 'native', deliveryMode: 'none', signers: [withCode()] })
    const answer = await makeLink(request)
    expect(answer.status).toBe(200)
    const { url, expiresAt } = answer.body
    expect(url).toMatch(/\/sign\/[A-Za-z0-9_-]{43}$/)
    const token = url.split('/').at(-1)
    const item = await getItem(table(), { PK: `SIGNLINK#${tokenHash(token)}`, SK: 'LINK' })
    expect(item?.record).toMatchObject({ requestId: request.id, expiresAtMs: Date.parse(expiresAt) })
    expect(JSON.stringify(item)).not.toContain(token)
    const step = await lastStep(request.id)
    expect(step).toMatchObject({ type: 'link_issued', actor: { type: 'api_key' }, detail: { expiresAt } })
    expect(Date.parse(expiresAt) - Date.parse(step?.at ?? '')).toBe(15 * 60_000)
    expect((await makeLink(request)).body.url).not.toBe(url)
  })

  it('is told again to whoever repeats the request, from a record that tells it to nobody else', async () => {
    const request = await waiting({ vendor: 'native', deliveryMode: 'none', signers: [withCode()] })
    const headers = { 'Idempotency-Key': randomUUID() }
    const ask = () => call('POST', `${signerPath(request)}/signing-link`, { token: of.token, headers })
    const [first, again] = [await ask(), await ask()]
    expect([first.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(again.text).toBe(first.text)
    const { clientId } = of.key
    const recorded = await recordedAnswerOf(`${clientId}#${clientId}`, headers['Idempotency-Key'])
    expect(() => unpackAnswer(recorded)).toThrow()
  })

  it('is refused where whoever has it could sign', async () => {
    const request = await waiting({ vendor: 'native', signers: [withCode(), signer()] })
    expect(await makeLink(request, 1)).toMatchObject({
      status: 422,
      body: { error: { code: 'auth_method_not_allowed', details: { signerIndex: 1 } } },
    })
    expect(codeOf(await makeLink(await waiting({ vendor: 'simulated' })))).toBe('auth_method_not_allowed')
  })

  it('is for signers of our own page whose turn it is', async () => {
    expect(codeOf(await makeLink(await waiting({ signers: [withCode()] })))).toBe('invalid_input')
    const native = { vendor: 'native', signers: [withCode(), withCode()], signingOrder: 'sequential' }
    expect(codeOf(await makeLink(await waiting(native), 1))).toBe('invalid_input')
    expect(codeOf(await makeLink(await create(of, { ...native, draft: true })))).toBe('invalid_input')
    const request = await waiting(native)
    const path = `${pathOf(request.id)}/signers/${randomUUID()}/signing-link`
    expect(codeOf(await call('POST', path, { token: of.token }))).toBe('not_found')
    await act(of, request, 0, 'sign')
    expect(codeOf(await makeLink(request, 0))).toBe('document_already_signed')
    await act(of, request, 1, 'decline')
    expect(codeOf(await makeLink(request, 1))).toBe('signature_request_declined')
  })
})
