import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call } from '../../support/client.ts'
import { publicTypesOf } from '../../support/inspection.ts'
import {
  act,
  alter,
  codeOf,
  completed,
  create,
  overdue,
  past,
  pathOf,
  read,
  storedRequest,
} from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

let of: Tenant
beforeAll(async () => {
  of = await tenant({ signatureRequestLimit: null })
})

type Request = Answer['body']

/** How a request comes into each state. What no operation can hold still is put into the table. */
const states = {
  draft: () => create(of, { draft: true }),
  pending: () => create(of),
  'past its expiry': () => overdue(of),
  'being sealed': () => withSeal('pending'),
  'seal failed': () => withSeal('failed'),
  completed: () => completed(of),
  declined: async () => (await act(of, await create(of), 0, 'decline')).body,
  expired: async () => (await call('POST', `/v1/test${part(await create(of))}/expire`, { token: of.token })).body,
  canceled: async () => (await call('POST', `${pathOf((await create(of)).id)}/cancel`, { token: of.token })).body,
} satisfies Record<string, () => Promise<Request>>

type State = keyof typeof states

const part = ({ id }: Request) => `/signature-requests/${id}`

/** Completed, its seal not there (any more): nothing is due, so that no job touches it. */
async function withSeal(sealStatus: 'pending' | 'failed'): Promise<Request> {
  const request = await completed(of)
  await alter(request.id, ({ document }) => ({
    dueAt: null,
    document: { ...document, sealStatus, sealLevel: null, signed: null, evidence: null },
  }))
  return await read(of, request.id)
}

const operations = {
  send: (request: Request) => call('POST', `/v1${part(request)}/send`, { token: of.token }),
  cancel: (request: Request) => call('POST', `/v1${part(request)}/cancel`, { token: of.token, json: {} }),
  extend: (request: Request) =>
    call('POST', `/v1${part(request)}/extend`, { token: of.token, json: { expiresInDays: 40 } }),
  change: (request: Request) => call('PATCH', `/v1${part(request)}`, { token: of.token, json: { title: 'Another' } }),
  delete: (request: Request) => call('DELETE', `/v1${part(request)}`, { token: of.token }),
  reseal: (request: Request) => call('POST', `/v1${part(request)}/reseal`, { token: of.token }),
  sign: (request: Request) => act(of, request, 0, 'sign'),
  decline: (request: Request) => act(of, request, 0, 'decline'),
  expire: (request: Request) => call('POST', `/v1/test${part(request)}/expire`, { token: of.token }),
  'document?variant=signed': (request: Request) =>
    call('GET', `/v1${part(request)}/document?variant=signed`, { token: of.token }),
  'document?variant=evidence': (request: Request) =>
    call('GET', `/v1${part(request)}/document?variant=evidence`, { token: of.token }),
} satisfies Record<string, (request: Request) => Promise<Answer>>

const over = {
  'past its expiry': 'signature_request_expired',
  completed: 'signature_request_completed',
  declined: 'signature_request_declined',
  expired: 'signature_request_expired',
  canceled: 'signature_request_canceled',
}
const sealing = { 'being sealed': 'signature_request_completed', 'seal failed': 'signature_request_completed' }
const notSigned = Object.fromEntries(
  ['draft', 'pending', 'past its expiry', 'declined', 'expired', 'canceled'].map((state) => [
    state,
    'signature_request_not_completed',
  ]),
)
const document = {
  ...notSigned,
  'being sealed': 'signed_document_not_available',
  'seal failed': 'signed_document_not_available',
  completed: '200',
}

/** What each operation answers in each state (contract on states, decisions on the other operations). */
const answers: Record<keyof typeof operations, Record<string, string>> = {
  send: { draft: '200', pending: '200', ...over, ...sealing },
  cancel: {
    draft: 'signature_request_not_cancelable',
    pending: '200',
    ...over,
    'being sealed': 'signature_request_not_cancelable',
    'seal failed': 'signature_request_not_cancelable',
  },
  extend: { draft: 'invalid_input', pending: '200', ...over, ...sealing },
  change: { draft: '200', pending: '200', ...over, ...sealing },
  delete: {
    draft: '204',
    ...Object.fromEntries(
      [...Object.keys(over), ...Object.keys(sealing), 'pending'].map((state) => [
        state,
        'signature_request_not_cancelable',
      ]),
    ),
  },
  reseal: {
    draft: 'signature_request_not_completed',
    pending: 'signature_request_not_completed',
    ...over,
    'being sealed': 'signature_request_completed',
    'seal failed': '202',
  },
  sign: { draft: 'invalid_input', pending: '200', ...over, ...sealing },
  decline: { draft: 'invalid_input', pending: '200', ...over, ...sealing },
  expire: { draft: 'invalid_input', pending: '200', ...over, ...sealing },
  'document?variant=signed': document,
  'document?variant=evidence': document,
}

const isRefusal = (answer: string) => !/^\d+$/.test(answer)

describe.concurrent.for(Object.keys(states) as State[])('a request that is %s', (state) => {
  const asked = Object.entries(operations).map(([name, ask]) => ({
    name,
    ask,
    answer: answers[name as keyof typeof operations][state] ?? '',
  }))
  const refused = asked.filter(({ answer }) => isRefusal(answer))
  const done = asked.filter(({ answer }) => !isRefusal(answer))

  it(`refuses ${refused.map(({ name }) => name).join(', ')}, each with its code, and stays as it was`, async () => {
    const request = await states[state]()
    const before = await storedRequest(request.id)
    const events = await publicTypesOf(request.id)
    const met: Record<string, string> = {}
    for (const { name, ask } of refused) met[name] = codeOf(await ask(request))
    expect(met).toEqual(Object.fromEntries(refused.map(({ name, answer }) => [name, answer])))
    const { version, status, chain } = await storedRequest(request.id)
    // Only the vendor's asking may have come in between.
    if (state !== 'pending') expect({ version, status, chain }).toEqual(pick(before))
    if (state !== 'pending') expect(await publicTypesOf(request.id)).toEqual(expect.arrayContaining(events))
  })

  it.for(done)('answers $name with $answer', async ({ ask, answer }) => {
    const result = await ask(await states[state]())
    expect(String(result.status), result.text).toBe(answer)
  })
})

function pick({ version, status, chain }: Awaited<ReturnType<typeof storedRequest>>) {
  return { version, status, chain }
}

describe.concurrent('what a state says', () => {
  it('details of a document that is not there yet tell when to ask again', async () => {
    const pending = await operations['document?variant=signed'](await states['being sealed']())
    expect(pending.body.error.details).toEqual({ retryAfterSeconds: 5 })
    const failed = await operations['document?variant=evidence'](await states['seal failed']())
    expect(failed.body.error.details).toEqual({ retryAfterSeconds: 900 })
  })

  it('of a request that ended no seal is promised', async () => {
    const asked = operations['document?variant=evidence']
    expect((await asked(await states.declined())).body.error.message).toContain('nothing was sealed')
    expect((await asked(await states.pending())).body.error.message).toContain('once every signer has signed')
  })

  it('a request past its expiry is told as expired before any sweep, and cannot be signed', async () => {
    const request = await states['past its expiry']()
    expect(await read(of, request.id)).toMatchObject({
      status: 'expired',
      endedAt: past,
      signers: [{ status: 'aborted' }],
      progress: { pending: 0 },
      permissions: { canCancel: false, canCorrect: false },
    })
    expect((await storedRequest(request.id)).status).toBe('pending_signature')
  })

  it('a cancellation tells who canceled and why, and ends every signer that had not signed', async () => {
    const request = await create(of, {
      signers: [
        { firstName: 'A', lastName: 'B', email: 'a@x.fr' },
        { firstName: 'C', lastName: 'D', email: 'c@x.fr' },
      ],
    })
    await act(of, request, 0, 'sign')
    const answer = await call('POST', `${pathOf(request.id)}/cancel`, {
      token: of.token,
      json: { reason: 'Wrong file' },
    })
    expect(answer.body).toMatchObject({
      status: 'canceled',
      cancel: { reason: 'Wrong file', by: { type: 'api_key', id: of.key.clientId }, at: answer.body.endedAt },
      signers: [{ status: 'signed' }, { status: 'aborted' }],
      progress: { total: 2, signed: 1, pending: 0 },
    })
  })

  it('a decline tells who and why, and nobody else can sign', async () => {
    const request = await create(of, {
      signers: [
        { firstName: 'A', lastName: 'B', email: 'a@x.fr' },
        { firstName: 'C', lastName: 'D', email: 'c@x.fr' },
      ],
    })
    const declined = await act(of, request, 1, 'decline', { reason: 'Too expensive' })
    expect(declined.body).toMatchObject({
      status: 'declined',
      decline: { signerId: request.signers[1].id, reason: 'Too expensive' },
      signers: [{ status: 'aborted' }, { status: 'declined', declineReason: 'Too expensive' }],
    })
    expect(codeOf(await act(of, request, 0, 'sign'))).toBe('signature_request_declined')
  })

  it('where declining is not allowed, nobody declines', async () => {
    const request = await create(of, { allowDecline: false })
    expect(codeOf(await act(of, request, 0, 'decline'))).toBe('invalid_input')
  })
})

describe.concurrent('extending', () => {
  it('counts from now, up to the entity’s longest time from the creation', async () => {
    const request = await create(of, { expiresInDays: 3 })
    const extend = (expiresInDays: unknown) =>
      call('POST', `${pathOf(request.id)}/extend`, { token: of.token, json: { expiresInDays } })
    for (const days of [undefined, 0, 1.5, '5', null]) expect(codeOf(await extend(days))).toBe('invalid_expiration')
    const tooLong = await extend(91)
    expect(tooLong.body.error).toMatchObject({ code: 'expiry_too_long', details: { maxDays: 89 } })
    const before = Date.now()
    const answer = await extend(20)
    expect(answer.status).toBe(200)
    const days = (Date.parse(answer.body.expiresAt) - before) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(20)
    expect(days).toBeLessThan(20.01)
  })
})

describe.concurrent('simulated actions', () => {
  it('of a signer who is not there are not_found, whatever the state', async () => {
    for (const state of ['pending', 'declined'] as const) {
      const request = await states[state]()
      const path = `/v1/test${part(request)}/signers/${randomUUID()}/actions`
      expect(codeOf(await call('POST', path, { token: of.token, json: { action: 'sign' } }))).toBe('not_found')
    }
  })

  it('happen once: who signed cannot sign, open, decline, bounce or fail again', async () => {
    const two = [
      { firstName: 'A', lastName: 'B', email: 'a@x.fr' },
      { firstName: 'C', lastName: 'D', email: 'c@x.fr' },
    ]
    const request = await create(of, { signers: two })
    expect((await act(of, request, 0, 'open')).body.signers[0]).toMatchObject({
      status: 'opened',
      openedAt: expect.any(String),
    })
    expect(codeOf(await act(of, request, 0, 'open'))).toBe('invalid_input')
    expect((await act(of, request, 0, 'sign')).body.signers[0]).toMatchObject({
      status: 'signed',
      signedAt: expect.any(String),
    })
    for (const action of ['open', 'sign', 'decline', 'bounce', 'fail'] as const)
      expect(codeOf(await act(of, request, 0, action)), action).toBe('invalid_input')
  })

  it('bounce and fail leave the request open: the signer can still sign', async () => {
    const request = await create(of)
    expect((await act(of, request, 0, 'bounce')).body.signers[0]).toMatchObject({ emailDelivery: 'bounced' })
    expect((await act(of, request, 0, 'fail')).body.signers[0]).toMatchObject({ status: 'error' })
    expect((await act(of, request, 0, 'sign')).body).toMatchObject({ status: 'completed' })
  })

  it('work in test organizations only', async () => {
    const live = await tenant({ livemode: true })
    const request = await create(of)
    await alter(request.id, () => ({ orgId: live.org.id, entityId: live.entity.id, livemode: true, dueAt: null }))
    expect(codeOf(await act(live, request, 0, 'sign'))).toBe('test_mode_disabled')
    expect(codeOf(await call('POST', `/v1/test${part(request)}/expire`, { token: live.token }))).toBe(
      'test_mode_disabled',
    )
  })
})
