import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getItem } from '../../../shared/store/table.ts'
import { vendorConnectionsKey } from '../../../shared/store/vendor-connections.ts'
import { managerOf } from '../../support/api-keys.ts'
import { call, demand } from '../../support/client.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { codeOf, create, draftFor, post, read } from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import {
  atFake,
  connectionsPath,
  connectYousign,
  settleAgain,
  stateAtFake,
  vendorDraft,
  yousignInput,
} from '../../support/vendors.ts'

const at = (of: Tenant, method: string, rest: string, token: string, json?: object) =>
  call(method, connectionsPath(of, rest), { token, ...(json && { json }) })

describe.concurrent('a vendor connection', () => {
  it('is configured, told without its credentials, checked and deleted', async () => {
    const of = await tenant()
    const { token } = await managerOf(of)
    const before = await at(of, 'GET', '', token)
    expect(before.body.results).toMatchObject([
      { vendor: 'yousign', kind: 'signature', status: 'not_configured', environment: null, configuredAt: null },
      { vendor: 'csc', kind: 'signature', status: 'not_configured', environment: null, configuredAt: null },
      { vendor: 'ar24', kind: 'registered_mail', status: 'not_configured', environment: null, configuredAt: null },
    ])
    const apiKey = `key-${randomUUID()}`
    const put = await at(of, 'PUT', '/yousign', token, yousignInput(apiKey, 'a-webhook-secret'))
    expect(put).toMatchObject({ status: 200, body: { status: 'active', environment: 'sandbox', lastCheckAt: null } })
    expect(put.body.webhookUrl).toMatch(/\/vendor-webhooks\/yousign\/[0-9a-f-]{36}\.[A-Za-z0-9_-]{32}$/)
    const repeated = await at(of, 'PUT', '/yousign', token, yousignInput(apiKey, 'a-webhook-secret'))
    expect([repeated.status, repeated.body]).toEqual([200, put.body])
    // Yousign shows the secret of a subscription only once it has the address.
    const corrected = await at(of, 'PUT', '/yousign', token, yousignInput(apiKey, 'the-secret-they-gave'))
    expect(corrected.body.webhookUrl).toBe(put.body.webhookUrl)
    const told = await at(of, 'GET', '', token)
    const stored = JSON.stringify(await getItem(table(), vendorConnectionsKey(of.org.id)))
    for (const secret of [apiKey, 'a-webhook-secret', 'the-secret-they-gave', put.body.webhookUrl.split('.').at(-1)])
      expect([told.text.includes(secret), stored.includes(secret)]).toEqual([false, false])
    expect(told.text).not.toContain('webhookUrl')

    const checked = await at(of, 'POST', '/yousign/check', token)
    expect(checked).toMatchObject({ status: 200, body: { status: 'active', lastError: null } })
    expect(checked.body.lastCheckAt).toEqual(expect.any(String))
    expect((await at(of, 'DELETE', '/yousign', token)).status).toBe(204)
    for (const [method, rest] of [
      ['DELETE', '/yousign'],
      ['POST', '/yousign/check'],
      ['PUT', '/nobody'],
      ['POST', '/nobody/check'],
      ['DELETE', '/nobody'],
    ] as const)
      expect(codeOf(await at(of, method, rest, token, method === 'PUT' ? yousignInput('key') : undefined))).toBe(
        'not_found',
      )
    const audited = (await auditLogOf(of.org.id)).filter(({ action }) => action.startsWith('vendor_connection.'))
    expect(audited).toMatchObject([
      { action: 'vendor_connection.changed', target: { id: 'yousign' }, actor: { type: 'user' } },
      { action: 'vendor_connection.changed', target: { id: 'yousign' }, actor: { type: 'user' } },
      { action: 'vendor_connection.checked', target: { id: 'yousign' }, changes: [] },
      { action: 'vendor_connection.deleted', target: { id: 'yousign' } },
    ])
    expect(JSON.stringify(audited)).not.toContain(apiKey)
  })

  it('says why a check failed, and works again after the next', async () => {
    const of = await tenant()
    const { token } = await managerOf(of)
    demand(await at(of, 'PUT', '/yousign', token, yousignInput('wrong-key')), 200)
    const wrong = await at(of, 'POST', '/yousign/check', token)
    expect(wrong.body).toMatchObject({
      status: 'error',
      lastError: 'Yousign answered 401: unauthorized The API key is not valid.',
    })
    expect(codeOf(await post(of, draftFor(of, vendorDraft())))).toBe('vendor_unavailable')
    const { apiKey } = await connectYousign(of)
    await atFake(apiKey, 'fault', { match: 'GET', times: 1, as: 503 })
    expect((await at(of, 'POST', '/yousign/check', token)).body.lastError).toBe('Yousign answered 503.')
    expect((await at(of, 'POST', '/yousign/check', token)).body).toMatchObject({ status: 'active', lastError: null })
  })

  it('that refuses the key when a job calls says so, and the request waits for another key', async () => {
    const of = await tenant()
    const { token } = await managerOf(of)
    demand(await at(of, 'PUT', '/yousign', token, yousignInput('wrong-key')), 200)
    const { id } = await create(of, vendorDraft())
    await until('a refused key', async () => {
      const { body } = await at(of, 'GET', '', token)
      return body.results[0].status === 'error' && body.results[0].lastError.includes('401')
    })
    expect(codeOf(await post(of, draftFor(of, vendorDraft())))).toBe('vendor_unavailable')
    expect((await read(of, id)).signers[0].status).toBe('waiting')
    await connectYousign(of, 'once', token)
    // The new key alone has the request go on, not a poll.
    await until('the hand-over', async () => (await read(of, id)).vendorRequestId !== null)
  })

  it('that refuses the key in the middle of a hand-over says so, and the request goes on once it is mended', async () => {
    const of = await tenant()
    const { apiKey, managerToken } = await connectYousign(of)
    const refused = { match: 'POST .*/documents', as: 401 }
    await atFake(apiKey, 'fault', { ...refused, times: 50 })
    const { id } = await create(of, vendorDraft())
    await until('a refused key', async () => {
      const { body } = await at(of, 'GET', '', managerToken)
      return body.results[0].status === 'error' && body.results[0].lastError.includes('401')
    })
    expect((await read(of, id)).signers[0].status).toBe('waiting')
    await atFake(apiKey, 'fault', { ...refused, times: 0 })
    expect((await at(of, 'POST', '/yousign/check', managerToken)).body.status).toBe('active')
    await until('the hand-over', async () => (await read(of, id)).vendorRequestId !== null)
    expect((await stateAtFake(apiKey)).activations).toEqual([id])
  })

  it('that may not list requests says so at a check, and what waits goes on with a check that works', async () => {
    const of = await tenant()
    const { apiKey, managerToken } = await connectYousign(of, 'lost')
    await atFake(apiKey, 'fault', { match: 'GET /v3/signature_requests', times: 50, as: 403 })
    const { id } = await create(of, vendorDraft())
    await settleAgain(id)
    expect(codeOf(await post(of, draftFor(of, vendorDraft())))).toBe('vendor_unavailable')
    await atFake(apiKey, 'fault', { match: 'GET /v3/signature_requests', times: 0, as: 403 })
    const checked = await at(of, 'POST', '/yousign/check', managerToken)
    expect(checked.body).toMatchObject({ status: 'active', lastError: null })
    await until('the hand-over', async () => (await read(of, id)).vendorRequestId !== null)
  })

  it.for(['PART1\nPART2', 'PART1\u0000', 'clé', 'key\u007f'])('refuses %j, which no header carries', async (apiKey) => {
    const of = await tenant()
    const { token } = await managerOf(of)
    const answer = await at(of, 'PUT', '/yousign', token, yousignInput(apiKey))
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', details: { fields: ['credentials.apiKey'] } } },
    })
    expect(answer.text).not.toContain('PART1')
  })

  it.for([
    ['the live environment', { ...yousignInput('key'), environment: 'live' }, ['environment']],
    ['a credential missing', { environment: 'sandbox', credentials: { apiKey: 'key' } }, ['credentials.webhookSecret']],
    [
      'an unknown credential',
      { environment: 'sandbox', credentials: { ...yousignInput('key').credentials, other: 'x' } },
      ['credentials.other'],
    ],
    [
      'a credential of a name that all objects have',
      { environment: 'sandbox', credentials: { ...yousignInput('key').credentials, constructor: 'x' } },
      ['credentials.constructor'],
    ],
  ] as const)('of a test organization is refused with %s', async ([, json, fields]) => {
    const of = await tenant()
    const { token } = await managerOf(of)
    const answer = await at(of, 'PUT', '/yousign', token, json)
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'invalid_input', details: { fields } } } })
  })

  it('of a live organization is refused with a sandbox', async () => {
    const of = await tenant({ livemode: true })
    const { token } = await managerOf(of)
    expect(codeOf(await at(of, 'PUT', '/yousign', token, yousignInput('key')))).toBe('invalid_input')
    const live = { ...yousignInput('key'), environment: 'live' }
    expect((await at(of, 'PUT', '/yousign', token, live)).status).toBe(200)
  })

  it('stays while the vendor has requests', async () => {
    const of = await tenant()
    const { managerToken } = await connectYousign(of)
    await create(of, vendorDraft())
    expect(codeOf(await at(of, 'DELETE', '/yousign', managerToken))).toBe('still_referenced')
  })
})

describe.concurrent('a webhook of a vendor', () => {
  const body = JSON.stringify({ data: { signature_request: { id: 'x', external_id: randomUUID() } } })
  const signed = (secret: string, text = body) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
  const post = (url: string, signature: string) =>
    call('POST', new URL(url).pathname, {
      body,
      headers: { 'Content-Type': 'application/json', 'X-Yousign-Signature-256': signature },
    })

  it('is taken by its address and its signature over the raw bytes alone', async () => {
    const of = await tenant()
    const { webhookUrl, secret } = await connectYousign(of)
    expect(await post(webhookUrl, signed(secret))).toMatchObject({ status: 200, body: {} })
    for (const [url, signature] of [
      [webhookUrl, signed('another secret')],
      [webhookUrl, signed(secret, `${body} `)],
      [webhookUrl, ''],
      [`${webhookUrl}x`, signed(secret)],
      [webhookUrl.replace('/yousign/', '/native/'), signed(secret)],
      // A record answers to these names too.
      [webhookUrl.replace('/yousign/', '/constructor/'), signed(secret)],
      [webhookUrl.replace('/yousign/', '/toString/'), signed(secret)],
      [webhookUrl.replace('/yousign/', '/__proto__/'), signed(secret)],
      [webhookUrl.replace(of.org.id, randomUUID()), signed(secret)],
      [webhookUrl.replace(of.org.id, 'nobody'), signed(secret)],
    ] as const)
      expect(codeOf(await post(url, signature))).toBe('not_found')
  })
})
