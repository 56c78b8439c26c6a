import { beforeAll, describe, expect, it } from 'vitest'
import { requests } from '../../../functions/signature/model/request.ts'
import { makeApiKey, makeEntity, makeGroup, makeMembership, makePerson, put } from '../../../infra/local/tenant.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'
import type { Entity } from '../../../shared/store/entities.ts'
import { type Answer, call } from '../../support/client.ts'
import { act, alter, codeOf, create, overdue, pathOf, signer, storedRequest } from '../../support/signature.ts'
import { keyOf, type Tenant, table, tenant, tokenFor, userToken } from '../../support/tenant.ts'

async function list(token: string, query: Record<string, string> = {}): Promise<Answer> {
  return await call('GET', `/v1/signature-requests?${new URLSearchParams(query)}`, { token })
}

async function titles(token: string, query: Record<string, string> = {}): Promise<string[]> {
  const { body, text } = await list(token, query)
  expect(body.results, text).toBeDefined()
  return body.results.map(({ title }: { title: string }) => title)
}

/** Every page of a list, as a client reads it. */
async function pages(token: string, query: Record<string, string>): Promise<string[][]> {
  const found: string[][] = []
  for (let pageToken: string | undefined, first = true; first || pageToken; first = false) {
    const { body } = await list(token, { ...query, ...(pageToken ? { pageToken } : {}) })
    found.push(body.results.map(({ title }: { title: string }) => title))
    pageToken = body.nextPageToken
  }
  return found
}

describe('filters of the list', () => {
  let of: Tenant
  let other: string
  const made: Record<string, string> = {}
  let between = ''

  beforeAll(async () => {
    of = await tenant({ signatureRequestLimit: null })
    other = (await keyOf(of, 'member')).token
    const make = async (title: string, more = {}, token = of.token) => {
      const request = await create({ ...of, token }, { title, ...more })
      made[title] = request.id
      return request
    }
    await make('draft', { draft: true, clientReference: 'order-1' })
    await make('pending', {
      clientReference: 'order-2',
      signers: [signer('', { email: 'Elodie@Example.com', firstName: 'Élodie' })],
    })
    await call(
      'POST',
      `${pathOf((await make('canceled', { signers: [signer('', { email: 'z@example.com' })] })).id)}/cancel`,
      { token: of.token, json: {} },
    )
    const declined = await make('declined', {
      eidasLevel: 'aes',
      signers: [signer('', { authMethod: 'vendor_identity' })],
    })
    await act(of, declined, 0, 'decline')
    between = new Date().toISOString()
    await make('by another', {}, other)
    made['past its expiry'] = (await overdue(of, { title: 'past its expiry' })).id
    await alter(made['by another'] ?? '', () => ({ vendor: 'native' }))
  })

  it('without any, gives everything newest first', async () => {
    const all = ['past its expiry', 'by another', 'declined', 'canceled', 'pending', 'draft']
    expect(await titles(of.token)).toEqual(all)
    expect((await list(of.token)).body).not.toHaveProperty('nextPageToken')
  })

  it.for([
    [{ status: 'draft' }, ['draft']],
    [{ status: 'pending_signature' }, ['by another', 'pending']],
    [{ status: 'expired' }, ['past its expiry']],
    [{ status: 'canceled,declined' }, ['declined', 'canceled']],
    [{ clientReference: 'order-1' }, ['draft']],
    [{ clientReference: 'order-1', q: ' ', signerEmail: '', vendor: '' }, ['draft']],
    [{ clientReference: 'order' }, []],
    [{ signerEmail: 'elodie@example.COM' }, ['pending']],
    [{ eidasLevel: 'aes' }, ['declined']],
    [{ vendor: 'native' }, ['by another']],
    [{ createdByMe: 'true' }, ['past its expiry', 'declined', 'canceled', 'pending', 'draft']],
    [{ createdByMe: 'false', status: 'draft' }, []],
    [{ q: 'elodie' }, ['pending']],
    [{ q: 'ORDER-2' }, ['pending']],
    [{ q: 'doe pending' }, ['pending']],
    [{ q: 'nobody' }, []],
    [{ q: 'order', status: 'pending_signature' }, ['pending']],
    [{ contactId: '0190b3d2-7c1e-7a31-9f10-5b1de7000042' }, []],
  ] as const)('%j gives %j', async ([query, expected]) => {
    expect(await titles(of.token, { ...query })).toEqual(expected)
  })

  it('by creation time take any offset, both ends included', async () => {
    expect(await titles(of.token, { createdFrom: between })).toEqual(['past its expiry', 'by another'])
    expect(await titles(of.token, { createdTo: between })).toEqual(['declined', 'canceled', 'pending', 'draft'])
    const { body } = await list(of.token, { status: 'draft' })
    const at = body.results[0].createdAt
    const inParis = `${new Date(Date.parse(at) + 3_600_000).toISOString().replace('Z', '')}+01:00`
    expect(await titles(of.token, { createdFrom: inParis, createdTo: inParis })).toEqual(['draft'])
    expect(await titles(of.token, { createdFrom: between, createdTo: at })).toEqual([])
  })

  it.for([1, 2, 3, 6])('are kept from page to page of %i', async (pageSize) => {
    const query = { pageSize: String(pageSize) }
    const all = ['past its expiry', 'by another', 'declined', 'canceled', 'pending', 'draft']
    const unfiltered = await pages(of.token, query)
    expect(unfiltered.flat()).toEqual(all)
    expect(unfiltered).toHaveLength(6 / pageSize)
    const mine = await pages(of.token, { ...query, createdByMe: 'true' })
    expect(mine.flat()).toEqual(all.filter((title) => title !== 'by another'))
  })

  it('bind the page token: others refuse it, and so does another caller', async () => {
    const { nextPageToken: pageToken } = (await list(of.token, { pageSize: '2' })).body
    expect((await list(of.token, { pageSize: '3', pageToken })).status).toBe(200)
    expect(codeOf(await list(of.token, { status: 'draft', pageToken }))).toBe('invalid_page_token')
    expect(codeOf(await list(other, { pageToken }))).toBe('invalid_page_token')
    expect(codeOf(await list(of.token, { pageToken: `${pageToken}x` }))).toBe('invalid_page_token')
  })

  it.for([
    [{ status: 'open' }, 'invalid_request'],
    [{ eidasLevel: 'high' }, 'invalid_request'],
    [{ createdByMe: 'yes' }, 'invalid_request'],
    [{ createdFrom: 'yesterday' }, 'invalid_request'],
    [{ createdFrom: '2026-01-01T00:00:00+01' }, 'invalid_request'],
    [{ createdFrom: '2026-02-30T00:00:00Z' }, 'invalid_request'],
    [{ entityId: 'x' }, 'invalid_request'],
    [{ contactId: 'x' }, 'invalid_request'],
    [{ pageSize: '0' }, 'invalid_input'],
    [{ pageSize: '101' }, 'invalid_input'],
    [{ pageSize: 'ten' }, 'invalid_input'],
  ] as const)('%j is refused as %s', async ([query, code]) => {
    expect(codeOf(await list(of.token, { ...query }))).toBe(code)
  })
})

describe('a filter that few of very many meet', () => {
  it('is searched page by page, from bounded reads, and misses none', async () => {
    const of = await tenant({ signatureRequestLimit: null })
    const { id } = await create(of, { title: 'sample', draft: true })
    const record = await storedRequest(id)
    const wanted = [0, 250, 619]
    const copy = (index: number) => {
      const title = wanted.includes(index) ? `wanted ${index}` : 'other'
      return put(table(), requests, { ...record, id: uuidV7(Date.now() - 1_000_000 + index), title })
    }
    for (let start = 0; start < 620; start += 20)
      await Promise.all(Array.from({ length: 20 }, (_, offset) => copy(start + offset)))
    const found = await pages(of.token, { q: 'wanted' })
    expect(found.flat()).toEqual(['wanted 619', 'wanted 250', 'wanted 0'])
    expect(found.length).toBeGreaterThan(1)
    expect((await pages(of.token, { q: 'wanted', pageSize: '1' })).flat()).toEqual(found.flat())
    expect((await pages(of.token, { pageSize: '100' })).flat()).toHaveLength(621)
  })
})

describe.concurrent('the list of several entities', () => {
  /** Two entities beside a third with the feature off, and requests in turn in the first two. */
  async function organization() {
    const of = await tenant({ signatureRequestLimit: null })
    const second = await makeEntity(table(), of.org, { name: 'Second' })
    const off = await makeEntity(table(), of.org, { name: 'Off', featuresOff: ['signature'] })
    const key = await makeApiKey(table(), { role: 'admin', node: of.org })
    const token = await tokenFor(key)
    const made: string[] = []
    for (const [index, entity] of [of.entity, second, of.entity, second, second].entries()) {
      await create({ entity, token }, { title: String(index) })
      made.unshift(String(index))
    }
    const hidden = await create({ ...of, token }, { title: 'hidden' })
    await alter(hidden.id, () => ({ entityId: off.id, dueAt: null }))
    return { of, second, off, token, made }
  }

  const tokenOn = async (entity: Entity) => await tokenFor(await makeApiKey(table(), { role: 'viewer', node: entity }))

  it('merges them newest first, page by page, without those where the feature is off', async () => {
    const { token, made, second, off } = await organization()
    expect(await titles(token)).toEqual(made)
    expect((await pages(token, { pageSize: '2' })).flat()).toEqual(made)
    expect(await titles(token, { entityId: second.id })).toEqual(['4', '3', '1'])
    expect(codeOf(await list(token, { entityId: off.id }))).toBe('feature_disabled')
  })

  it('gives members of an entity, and of a group in it, that entity alone', async () => {
    const { of, second } = await organization()
    expect(await titles(await tokenOn(second))).toEqual(['4', '3', '1'])
    const group = await makeGroup(table(), second)
    const person = { providerId: of.org.providerId, email: 'g@example.com', firstName: 'G', lastName: 'P' }
    const account = await makePerson(table(), person)
    await makeMembership(table(), account, group, 'viewer')
    const token = await userToken(account.id)
    expect(await titles(token)).toEqual(['4', '3', '1'])
    expect(codeOf(await list(token, { entityId: of.entity.id }))).toBe('entity_not_found')
  })

  it('is private to the organization', async () => {
    const [{ made, token }, stranger] = await Promise.all([organization(), tenant()])
    expect(await titles(stranger.token)).toEqual([])
    expect(await titles(token)).toEqual(made)
  })

  it('is empty, not forbidden, where the feature is off everywhere', async () => {
    const of = await tenant({ entity: { featuresOff: ['signature'] } })
    expect(await list(of.token)).toMatchObject({ status: 200, body: { results: [] } })
  })
})
