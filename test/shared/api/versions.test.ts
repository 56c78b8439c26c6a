import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, call } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { create, pathOf, read } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'

let home: Tenant

beforeAll(async () => {
  home = await tenant()
})

/** A draft that was changed once: its version is 2. */
async function secondVersion(): Promise<string> {
  const { id } = await create(home, { draft: true })
  expect((await patch(id, { title: 'Second' })).status).toBe(200)
  return id
}

async function patch(id: string, json: object, ifMatch?: string): Promise<Answer> {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
  return await call('PATCH', pathOf(id), { token: home.token, json, headers })
}

describe('a versioned resource', () => {
  test('tells its version as a weak ETag, and counts it up with each change', async () => {
    const created = await create(home, { draft: true })
    const changed = await patch(created.id, { title: 'Second' })
    const found = await call('GET', pathOf(created.id), { token: home.token })
    expect([created.version, changed.body.version, found.body.version]).toEqual([1, 2, 2])
    expect([changed, found].map(({ headers }) => headers.get('etag'))).toEqual(['W/"2"', 'W/"2"'])
  })

  test.each([
    ['the weak ETag', 'W/"2"'],
    ['the same as a strong one', '"2"'],
    ['any', '*'],
    ['several, one of them its own', 'W/"1", W/"2"'],
  ])('is changed when If-Match is %s', async (_, ifMatch) => {
    const answer = await patch(await secondVersion(), { title: 'Third' }, ifMatch)
    expect([answer.status, answer.body.version]).toEqual([200, 3])
  })

  test('is left as it is by a change that it has already, so that a repeated PATCH happens once', async () => {
    const signer = { firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com' }
    const { id, signers } = await create(home, { draft: true, signers: [signer] })
    const change = { title: 'Second', signers: [{ ...signer, id: signers[0].id }] }
    const answers = [await patch(id, change), await patch(id, change), await patch(id, {})]
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ])
    const { body } = await call('GET', `${pathOf(id)}/activity`, { token: home.token })
    expect(body.results.map(({ type }: { type: string }) => type)).toEqual(['created', 'changed'])
    const audited = (await auditLogOf(home.org.id)).filter(({ target }) => target.id === id)
    expect(audited.map(({ action }) => action)).toEqual(['signature_request.created', 'signature_request.changed'])
  })

  test('is changed when the version in the body is its own', async () => {
    expect((await patch(await secondVersion(), { title: 'Third', version: 2 })).body).toMatchObject({ version: 3 })
  })

  test.each<[string, object, string | undefined]>([
    ['an older ETag', {}, 'W/"1"'],
    ['a later ETag', {}, 'W/"3"'],
    ['an older version in the body', { version: 1 }, undefined],
    ['an older ETag beside the right version in the body', { version: 2 }, 'W/"1"'],
    ['an older version in the body beside the right ETag', { version: 1 }, 'W/"2"'],
    ['several others', {}, 'W/"1", "3"'],
  ])('is not changed by %s: precondition_failed', async (_, more, ifMatch) => {
    const id = await secondVersion()
    expectRefused(await patch(id, { title: 'Third', ...more }, ifMatch), 'precondition_failed')
    expect(await read(home, id)).toMatchObject({ title: 'Second', version: 2 })
  })

  test.each(['2', 'W/2', 'W/"two"', '"2', 'W/"2",', 'W/"2" W/"3"', '', '**', 'w/"2"'])(
    'is not changed by the If-Match %j: invalid_input',
    async (ifMatch) => {
      expectRefused(await patch(await secondVersion(), { title: 'Third' }, ifMatch), 'invalid_input')
    },
  )

  test('is deleted by its own ETag alone', async () => {
    const id = await secondVersion()
    const remove = (ifMatch: string) =>
      call('DELETE', pathOf(id), { token: home.token, headers: { 'If-Match': ifMatch } })
    expectRefused(await remove('W/"1"'), 'precondition_failed')
    expect((await remove('W/"2"')).status).toBe(204)
    expectRefused(await remove('W/"2"'), 'signature_request_not_found')
  })
})

describe('changes at the same moment', () => {
  test('with one If-Match: one of them is made', async () => {
    const id = await secondVersion()
    const titles = Array.from({ length: 8 }, (_, index) => `Title ${index}`)
    const answers = await Promise.all(titles.map((title) => patch(id, { title }, 'W/"2"')))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, 'precondition_failed')
    expect(await read(home, id)).toMatchObject({ title: made[0]?.body.title, version: 3 })
  })

  test('without one: whatever was acknowledged is there, and others are told concurrent_update', async () => {
    const { id } = await create(home, { draft: true })
    const changes = [
      { title: 'Another title' },
      { message: 'Another message' },
      { clientReference: 'another-reference' },
      { allowDecline: false },
      { metadata: { another: 'value' } },
      { signingOrder: 'sequential' },
      { expiresInDays: 12 },
      { redirectUrls: { signed: 'https://example.com/signed' } },
    ]
    const answers = await Promise.all(changes.map((change) => patch(id, change)))
    const made = changes.filter((_, index) => answers[index]?.status === 200)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, 'concurrent_update')
    const request = await read(home, id)
    expect(request).toMatchObject(Object.assign({}, ...made))
    expect(request.version).toBe(1 + made.length)
    // Each that was acknowledged was told another version.
    const versions = answers.filter(({ status }) => status === 200).map(({ body }) => body.version)
    expect(new Set(versions).size).toBe(made.length)
    const { body } = await call('GET', `${pathOf(id)}/activity`, { token: home.token })
    expect(body.results.filter(({ type }: { type: string }) => type === 'changed')).toHaveLength(made.length)
  })
})
