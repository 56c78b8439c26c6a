import { createHash, randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeConsent } from '../../../infra/local/application-grants.ts'
import { put } from '../../../infra/local/tenant.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { type Upload, uploadKey, uploads } from '../../../shared/store/uploads.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { delegatedFor, partnerWith } from '../../support/applications.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { storeUploaded } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { contract, draftFor } from '../../support/signature.ts'
import { patchMembership, personAt, roleOf } from '../../support/structure.ts'
import { keyOf, personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const maxBytes = 15_728_640
const pdfType = 'application/pdf'

let home: Tenant
let pdf: Uint8Array

beforeAll(async () => {
  home = await tenant()
  pdf = await contract()
})

interface Declared {
  readonly fileName?: string
  readonly contentType?: string
  readonly size?: number
  readonly sha256?: string
}

async function declare(declared: Declared = {}, token = home.token): Promise<Answer> {
  const json = { fileName: 'contract.pdf', contentType: pdfType, size: pdf.length, ...declared }
  return await call('POST', '/v1/uploads', { token, json })
}

/** Puts bytes as a client does. `fetch` allows no Content-Length of one's own, and here it is what is under test. */
async function putBytes({ body }: Answer, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const options = { method: body.method, headers: { ...body.headers, 'Content-Length': bytes.length, ...headers } }
  const request = httpRequest(body.url, options, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  request.on('error', reject)
  request.end(bytes)
  return await promise
}

/** The request that is made of an upload. */
async function use(uploadId: unknown, token = home.token, more: object = {}): Promise<Answer> {
  const json = { ...draftFor(home, { draft: true }), uploadId, ...more }
  return await call('POST', '/v1/signature-requests', { token, json })
}

async function uploaded(bytes: Uint8Array = pdf, declared: Declared = {}): Promise<string> {
  const answer = await declare({ size: bytes.length, ...declared })
  expect(answer.status, answer.text).toBe(201)
  expect(await putBytes(answer, bytes)).toBe(200)
  return answer.body.id
}

async function alter(uploadId: string, change: Partial<Upload>): Promise<Upload> {
  const item = await getItem(table(), uploadKey(uploadId))
  if (!item) throw new Error('there is no such upload')
  return await put(table(), uploads, { ...fromItem(uploads, item), ...change })
}

/** A PDF of a size, grown by a comment in front of what its reader looks for. */
function grown(bytes: number): Uint8Array {
  const filler = Buffer.alloc(bytes - pdf.length, 0x20)
  filler[0] = 0x0a
  filler[1] = 0x25
  return Buffer.concat([pdf, filler])
}

describe('POST /v1/uploads', () => {
  test('gives an address that takes the file for a quarter of an hour', async () => {
    const { status, body } = await declare({ sha256: createHash('sha256').update(pdf).digest('hex') })
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(['expiresAt', 'headers', 'id', 'method', 'url'])
    expect(body.method).toBe('PUT')
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(body.headers).toMatchObject({ 'Content-Type': pdfType, 'Content-Length': String(pdf.length) })
    expect(new URL(body.url).searchParams.get('X-Amz-Expires')).toBe('900')
  })

  test('takes up to 15 MB, and answers file_too_large for one byte more', async () => {
    expect((await declare({ size: maxBytes })).status).toBe(201)
    const answer = await declare({ size: maxBytes + 1 })
    expectRefused(answer, 'file_too_large')
    expect(answer.body.error.details).toEqual({ maxBytes })
  })

  test.each<[string, object]>([
    ['no size', { size: undefined }],
    ['a size of nothing', { size: 0 }],
    ['half a byte', { size: 1.5 }],
    ['a type that nothing takes', { contentType: 'text/html' }],
    ['a name of nothing', { fileName: ' ' }],
    ['a name of 256 letters', { fileName: 'x'.repeat(256) }],
    ['a checksum that is none', { sha256: 'abc' }],
  ])('answers invalid_request for %s', async (_, declared) => {
    expectRefused(await declare(declared), 'invalid_request')
  })

  test('is forbidden to who could use no file, and open to people who could', async () => {
    const [role, { membershipId, token }, viewer, member] = await Promise.all([
      roleOf(home, ['members.read']),
      personAt(home, home.entity, 'viewer'),
      keyOf(home, 'viewer'),
      personOf(home, 'member'),
    ])
    demand(await patchMembership(home, membershipId, { role: role.id }), 200)
    expectRefused(await declare({}, token), 'forbidden')
    // Who may read signature requests may have a document verified, which can be larger than a form carries.
    for (const each of [viewer, member]) expect((await declare({}, each.token)).status).toBe(201)
  })
})

describe('the address', () => {
  test('takes a PDF of 15 MB, which then is signed as any other', async () => {
    const large = grown(maxBytes)
    const sha256 = createHash('sha256').update(large).digest('base64')
    const id = await uploaded(large, { sha256 })
    const created = await use(id)
    expect(created.status, created.text).toBe(201)
    expect(created.body.document).toMatchObject({
      fileName: 'contract.pdf',
      upload: { size: maxBytes, sha256: Buffer.from(sha256, 'base64').toString('hex') },
      // What fills it up behind its end is no part of what people see.
      normalizations: [{ kind: 'structure', count: 1 }],
    })
  })

  test('takes no other size, type or checksum than was declared', async () => {
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const declared = await declare({ sha256 })
    expect(await putBytes(declared, grown(pdf.length + 1))).toBeGreaterThanOrEqual(400)
    expect(await putBytes(declared, pdf.subarray(1))).toBeGreaterThanOrEqual(400)
    expect(await putBytes(declared, pdf, { 'Content-Type': 'text/html' })).toBe(403)
    const otherBytes = Uint8Array.from(pdf, (byte, index) => (index === 9 ? byte ^ 1 : byte))
    expect(await putBytes(declared, otherBytes)).toBe(400)
    expectRefused(await use(declared.body.id), 'file_required')
    expect(await putBytes(declared, pdf)).toBe(200)
    expect((await use(declared.body.id)).status).toBe(201)
  })

  test('cannot be made to name another object', async () => {
    const declared = await declare()
    const url = declared.body.url.replace(declared.body.id, randomUUID())
    expect(await putBytes({ ...declared, body: { ...declared.body, url } }, pdf)).toBe(403)
  })
})

describe('an upload', () => {
  test('is used once', async () => {
    const id = await uploaded()
    expect((await use(id)).status).toBe(201)
    expectRefused(await use(id), 'file_required')
  })

  test('is used once, however many use it at the same moment', async () => {
    const own = await tenant()
    const declared = await declare({}, own.token)
    expect(await putBytes(declared, pdf)).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => use(declared.body.id, own.token, { entityId: own.entity.id })),
    )
    for (const answer of answers.filter(({ status }) => status !== 201)) expectRefused(answer, 'file_required')
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await call('GET', '/v1/signature-requests', { token: own.token })).body.results).toHaveLength(1)
  })

  test('is not used up by a request that is refused', async () => {
    const id = await uploaded()
    expectRefused(await use(id, home.token, { title: 5 }), 'invalid_request')
    expectRefused(await use(id, home.token, { signers: [] }), 'signers_required')
    expect((await use(id)).status).toBe(201)
  })

  test('is its maker’s alone: others are told what they are told of none', async () => {
    const id = await uploaded()
    const other = await keyOf(home, 'admin')
    const [foreign, unknown] = [await use(id, other.token), await use(randomUUID(), other.token)]
    expectRefused(foreign, 'file_required')
    expect(foreign.text).toBe(unknown.text)
    expect((await use(id)).status).toBe(201)
  })

  test('belongs to one application: another one that acts for the same person gets file_required', async () => {
    const { clientId, account, personToken } = await delegatedFor(home, { scopes: ['signature:send'] })
    const other = await partnerWith(home, [])
    await makeConsent(table(), home.org, other.clientId, { userId: account.id, scopes: ['signature:send'] })
    const [own, foreign] = await Promise.all(
      [clientId, other.clientId].map((id) => tokenAbout(id, account.id, ['signature:send'])),
    )
    const answer = await declare({}, own)
    expect(await putBytes(answer, pdf)).toBe(200)
    for (const token of [foreign, personToken]) expectRefused(await use(answer.body.id, token), 'file_required')
    expect((await use(answer.body.id, own)).status).toBe(201)
  })

  test('may be named in a part of a form beside the data, as generated clients send it', async () => {
    const id = await uploaded()
    const form = new FormData()
    form.set('uploadId', id)
    form.set('data', JSON.stringify(draftFor(home, { draft: true })))
    const created = await call('POST', '/v1/signature-requests', { token: home.token, body: form })
    expect(created.status, created.text).toBe(201)
    expectRefused(await use(id), 'file_required')
  })

  test.each<[string, unknown]>([
    ['left out', undefined],
    ['unknown', randomUUID()],
    ['no id', 'no-uuid'],
    ['a number', 5],
    ['null', null],
  ])('that is %s answers file_required', async (_, uploadId) => {
    expectRefused(await use(uploadId), 'file_required')
  })

  test('that was never filled answers file_required', async () => {
    expectRefused(await use((await declare()).body.id), 'file_required')
  })

  test('answers file_required from 24 hours on', async () => {
    const id = await uploaded()
    const dayAgo = (more: number) => new Date(Date.now() - 86_400_000 + more).toISOString()
    await alter(id, { createdAt: dayAgo(0) })
    expectRefused(await use(id), 'file_required')
    await alter(id, { createdAt: dayAgo(60_000) })
    expect((await use(id)).status).toBe(201)
  })

  test('that was declared as CSV is no PDF: invalid_input', async () => {
    expectRefused(await use(await uploaded(pdf, { contentType: 'text/csv' })), 'invalid_input')
  })

  test('whose bytes are no PDF answers invalid_pdf', async () => {
    const answer = await use(await uploaded(Buffer.from('hello, I am no PDF')))
    expectRefused(answer, 'invalid_pdf')
    expect(answer.body.error.details).toEqual({ reason: 'not_a_pdf' })
  })

  test('whose bytes are not those that were declared answers invalid_pdf', async () => {
    const id = await uploaded()
    await alter(id, { sha256: '0'.repeat(64) })
    expectRefused(await use(id), 'invalid_pdf')
    await alter(id, { sha256: null, size: pdf.length + 1 })
    const answer = await use(id)
    expectRefused(answer, 'invalid_pdf')
    expect(answer.body.error.details).toEqual({ reason: 'not_as_declared' })
  })

  test('of over 15 MB, had storage taken it, answers file_too_large', async () => {
    const { body } = await declare()
    const bytes = Buffer.alloc(maxBytes + 1)
    const { key } = await alter(body.id, { size: bytes.length })
    await storeUploaded(key, bytes)
    const answer = await use(body.id)
    expectRefused(answer, 'file_too_large')
    expect(answer.body.error.details).toEqual({ maxBytes })
  })
})
