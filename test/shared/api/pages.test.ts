import { beforeAll, describe, expect, test } from 'vitest'
import { requests } from '../../../functions/signature/model/request.ts'
import { put } from '../../../infra/local/tenant.ts'
import { uuidV7 } from '../../../shared/platform/ids.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { create, storedRequest } from '../../support/signature.ts'
import { keyOf, type Tenant, table, tenant } from '../../support/tenant.ts'

const total = 57

let home: Tenant
let newestFirst: string[]

/** As many requests as several pages hold, some of them of one millisecond. */
beforeAll(async () => {
  home = await tenant()
  const first = await storedRequest((await create(home, { draft: true, title: 'Request 0' })).id)
  const firstMs = Date.parse(first.createdAt) + 1_000
  const others = Array.from({ length: total - 1 }, (_, index) => {
    const random = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return { ...first, id: uuidV7(firstMs + Math.floor(index / 3), random), title: `Request ${index + 1}` }
  })
  await Promise.all(others.map((request) => put(table(), requests, request)))
  newestFirst = [first.id, ...others.map(({ id }) => id)].sort().reverse()
})

async function page(query: Record<string, string>, token = home.token) {
  return await call('GET', `/v1/signature-requests?${new URLSearchParams(query)}`, { token })
}

/** Every result of every page, and how many each page held. */
async function walk(query: Record<string, string>): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = []
  const sizes: number[] = []
  let pageToken: string | undefined
  do {
    const { body, status } = await page({ ...query, ...(pageToken ? { pageToken } : {}) })
    expect(status).toBe(200)
    ids.push(...body.results.map(({ id }: { id: string }) => id))
    sizes.push(body.results.length)
    pageToken = body.nextPageToken
  } while (pageToken)
  return { ids, sizes }
}

describe('a list', () => {
  test('has 25 results on a page unless another number is asked for', async () => {
    const { body } = await page({})
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(0, 25))
    expect(body.nextPageToken).toMatch(/^[\w.-]+$/)
    expect(Object.keys(body).sort()).toEqual(['nextPageToken', 'results'])
  })

  test.each([1, 7, 19, 25, 56, 57, 58, 100])('of pages of %i gives everything once, newest first', async (size) => {
    const { ids, sizes } = await walk({ pageSize: String(size) })
    expect(ids).toEqual(newestFirst)
    expect(sizes.every((length) => length <= size)).toBe(true)
    expect(sizes).toHaveLength(Math.ceil(total / size))
  })

  test('with a filter gives everything that matches once', async () => {
    const { ids } = await walk({ q: 'Request', pageSize: '10', status: 'draft' })
    expect(ids).toEqual(newestFirst)
    expect((await walk({ q: 'nothing-like-it' })).ids).toEqual([])
  })

  test('has no nextPageToken on its last page', async () => {
    expect(Object.keys((await page({ pageSize: '100' })).body)).toEqual(['results'])
  })

  test('goes on behind what was there, when something new comes in between', async () => {
    const own = await tenant()
    const ids = []
    for (let index = 0; index < 3; index++) ids.unshift((await create(own, { draft: true })).id)
    const first = await page({ pageSize: '2' }, own.token)
    await create(own, { draft: true })
    const second = await page({ pageSize: '2', pageToken: first.body.nextPageToken }, own.token)
    expect([...first.body.results, ...second.body.results].map(({ id }) => id)).toEqual(ids)
  })
})

describe('pageSize', () => {
  test.each(['0', '101', 'abc', '-1', '1.5', '', '1e1', '0x10', ' 5', '25;', '99999999999999999999'])(
    '%j answers invalid_input',
    async (pageSize) => {
      expectRefused(await page({ pageSize }), 'invalid_input')
    },
  )
})

describe('a pageToken answers invalid_page_token', () => {
  let genuine: string
  beforeAll(async () => {
    genuine = (await page({ pageSize: '10' })).body.nextPageToken
  })
  const altered = (change: (token: string) => string) => page({ pageSize: '10', pageToken: change(genuine) })

  test.each<[string, (token: string) => string]>([
    ['that is garbage', () => 'garbage'],
    ['that is empty', () => ''],
    ['that is two dots', () => '..'],
    ['of another payload', (token) => `${Buffer.from('{"v":1}').toString('base64url')}.${token.split('.')[1]}`],
    ['without its signature', (token) => `${token.split('.')[0]}.`],
    ['with one letter changed in front', (token) => (token[0] === 'e' ? 'f' : 'e') + token.slice(1)],
    ['with one letter more', (token) => `${token}A`],
    ['in upper case', (token) => token.toUpperCase()],
    ['with a part more', (token) => `${token}.${token}`],
  ])('%s', async (_, change) => {
    expectRefused(await altered(change), 'invalid_page_token')
  })

  test('of another principal, who sees the same requests', async () => {
    const other = await keyOf(home, 'admin')
    expectRefused(await page({ pageSize: '10', pageToken: genuine }, other.token), 'invalid_page_token')
  })

  test.each<Record<string, string>>([{ status: 'draft' }, { q: 'Request' }, { createdByMe: 'true' }])(
    'with other filters: %j',
    async (filter) => {
      expectRefused(await page({ ...filter, pageToken: genuine }), 'invalid_page_token')
    },
  )

  test('of another list with the same filters', async () => {
    const of = await tenant()
    await call('POST', `/v1/orgs/${of.org.id}/nodes`, {
      token: of.token,
      json: { parentId: of.entity.id, type: 'group', name: 'A group' },
    })
    const ask = (path: string) => call('GET', path, { token: of.token })
    const { body } = await ask(`/v1/orgs/${of.org.id}/nodes?pageSize=1`)
    const pageToken = encodeURIComponent(body.nextPageToken)
    expectRefused(await ask(`/v1/orgs/${of.org.id}/audit-log?pageToken=${pageToken}`), 'invalid_page_token')
    expectRefused(await ask(`/v1/events?orgId=${of.org.id}&pageToken=${pageToken}`), 'invalid_page_token')
  })

  test('but works with another pageSize', async () => {
    const { body } = await page({ pageSize: '3', pageToken: genuine })
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(10, 13))
  })
})
