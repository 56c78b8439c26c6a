import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownAudience } from '../../infra/constructs/issuer.ts'
import { makeConsent } from '../../infra/local/application-grants.ts'
import { makeApiKey, makeEntity, makeMembership } from '../../infra/local/tenant.ts'
import type { Client } from '../../shared/auth/client.ts'
import type { ErrorCode } from '../../shared/errors/error-codes.ts'
import { tokenAbout } from '../support/access-token.ts'
import { delegatedFor } from '../support/applications.ts'
import { type CallOptions, call, demand } from '../support/client.ts'
import { expectRefused } from '../support/refused.ts'
import { copyInto } from '../support/request-copy.ts'
import { contract, create } from '../support/signature.ts'
import { patchMembership, personAt, roleOf } from '../support/structure.ts'
import { keyOf, partnerOf, personOf, type Tenant, table, tenant } from '../support/tenant.ts'

/** Requests that two errors apply to, with the one that is told. */

const longAgo = '2020-01-01T00:00:00.000Z'
const elsewhere = { ipAllowlist: ['203.0.113.0/24'] }
const spent = { requestsPerMinute: 0 }
const tooLarge: CallOptions = {
  body: JSON.stringify({ title: 'x'.repeat(1_048_576) }),
  headers: typed('application/json'),
}
const unparsable: CallOptions = { body: '{', headers: typed('application/json') }

function typed(type: string, more: Record<string, string> = {}): Record<string, string> {
  return { 'Content-Type': type, ...more }
}

interface Dependencies {
  readonly home: Tenant
  readonly other: Tenant
  readonly requestId: string
  readonly closed: { readonly entityId: string; readonly requestId: string }
  readonly viewer: string
  readonly viewerOfClosed: string
  readonly partner: string
  readonly delegated: string
  /** Of an application that may read contacts for a person. */
  readonly consented: string
}

let dependencies: Dependencies

beforeAll(async () => {
  const [home, other] = await Promise.all([tenant(), tenant()])
  const closed = await makeEntity(table(), home.org, { featuresOff: ['signature'] })
  const requestId: string = (await create(home, { draft: true })).id
  const [partner, person] = await Promise.all([partnerOf(home), personOf(home, 'admin')])
  const reader = await delegatedFor(home, { role: 'viewer', scopes: ['contacts:read'] })
  const viewer = await makeApiKey(table(), { role: 'viewer', node: home.org })
  dependencies = {
    home,
    other,
    requestId,
    closed: { entityId: closed.id, requestId: await copyInto(closed, requestId) },
    viewer: (await keyOf(home, 'viewer')).token,
    viewerOfClosed: await tokenAbout(viewer.clientId),
    partner: await tokenAbout(partner.clientId),
    consented: reader.token,
    delegated: await tokenAbout(partner.clientId, person.account.id),
  }
})

async function tokenOf(client: Partial<Client>): Promise<string> {
  const { org } = dependencies.home
  return await tokenAbout((await makeApiKey(table(), { role: 'admin', node: org, client })).clientId)
}

const requestPath = (id = dependencies.requestId) => `/v1/signature-requests/${id}`
const nowhere = () => requestPath(randomUUID())

describe('credentials', () => {
  const cases: [string, ErrorCode, () => Promise<Parameters<typeof call>>][] = [
    ['an unknown route before a missing token', 'not_found', async () => ['GET', '/v1/nothing']],
    ['an unknown method before a missing token', 'not_found', async () => ['PUT', '/v1/me']],
    ['the size before a missing token', 'payload_too_large', async () => ['POST', '/v1/uploads', tooLarge]],
    [
      'an unknown client before a missing account',
      'unknown_client',
      async () => ['GET', '/v1/me', { token: await tokenAbout(randomUUID(), randomUUID()) }],
    ],
    [
      'revoked before expired',
      'api_key_revoked',
      async () => ['GET', '/v1/me', { token: await tokenOf({ revokedAt: longAgo, validUntil: longAgo }) }],
    ],
    [
      'revoked before the rate',
      'api_key_revoked',
      async () => ['GET', '/v1/me', { token: await tokenOf({ revokedAt: longAgo, ...spent }) }],
    ],
    [
      'expired before the address',
      'api_key_expired',
      async () => ['GET', '/v1/me', { token: await tokenOf({ validUntil: longAgo, ...elsewhere }) }],
    ],
    [
      'the rate before the address',
      'rate_limited',
      async () => ['GET', '/v1/me', { token: await tokenOf({ ...spent, ...elsewhere }) }],
    ],
    [
      'the rate before the body',
      'rate_limited',
      async () => ['POST', '/v1/uploads', { token: await tokenOf(spent), ...unparsable }],
    ],
    [
      'the address before the body',
      'ip_not_allowed',
      async () => ['POST', '/v1/uploads', { token: await tokenOf(elsewhere), ...unparsable }],
    ],
    [
      'a missing account before the body',
      'no_account',
      async () => {
        const token = await tokenAbout(ownAudience.firstPartyClientId, randomUUID())
        return ['POST', '/v1/uploads', { token, ...unparsable }]
      },
    ],
  ]
  test.each(cases)('%s: %s', async (_, code, request) => {
    expectRefused(await call(...(await request())), code)
  })
})

describe('what is sent, who may do it and what it is about', () => {
  const cases: [string, ErrorCode, () => Promise<Parameters<typeof call>>][] = [
    [
      'an unparsable body before a wrong Idempotency-Key',
      'bad_request',
      async () => {
        const headers = typed('application/json', { 'Idempotency-Key': 'k'.repeat(256) })
        return ['POST', '/v1/uploads', { token: dependencies.home.token, body: '{', headers }]
      },
    ],
    [
      'an unparsable body before a missing resource',
      'bad_request',
      async () => ['PATCH', nowhere(), { token: dependencies.home.token, ...unparsable }],
    ],
    [
      'a wrong Idempotency-Key before consent',
      'invalid_input',
      async () => {
        const headers = { 'Idempotency-Key': '' }
        return ['POST', `${requestPath()}/send`, { token: dependencies.delegated, headers }]
      },
    ],
    [
      'a wrong Idempotency-Key before a missing resource',
      'invalid_input',
      async () => ['POST', `${nowhere()}/send`, { token: dependencies.home.token, headers: { 'Idempotency-Key': '' } }],
    ],
    [
      'consent before a missing resource',
      'consent_required',
      async () => ['GET', nowhere(), { token: dependencies.delegated }],
    ],
    [
      'consent before a missing scope',
      'consent_required',
      async () => ['POST', '/v1/uploads', { token: dependencies.delegated, json: {} }],
    ],
    [
      'consent before a wrong query',
      'consent_required',
      async () => ['GET', '/v1/signature-requests?status=other', { token: dependencies.delegated }],
    ],
    [
      'a missing resource before a missing scope',
      'signature_request_not_found',
      async () => ['GET', nowhere(), { token: dependencies.consented }],
    ],
    [
      'a missing scope before a missing permission',
      'insufficient_scope',
      async () => ['DELETE', requestPath(), { token: dependencies.consented }],
    ],
    [
      'a missing scope before a feature that is off',
      'insufficient_scope',
      async () => ['DELETE', requestPath(dependencies.closed.requestId), { token: dependencies.consented }],
    ],
    [
      'a missing resource before a malformed If-Match',
      'signature_request_not_found',
      async () => ['PATCH', nowhere(), { token: dependencies.home.token, json: {}, headers: { 'If-Match': '3' } }],
    ],
    [
      'a missing resource before a wrong body',
      'signature_request_not_found',
      async () => ['PATCH', nowhere(), { token: dependencies.home.token, json: { title: 5 } }],
    ],
    [
      'a feature that is off before a missing permission',
      'feature_disabled',
      async () => ['DELETE', requestPath(dependencies.closed.requestId), { token: dependencies.viewerOfClosed }],
    ],
    [
      'a missing scope before a wrong body',
      'insufficient_scope',
      async () => ['POST', '/v1/uploads', { token: dependencies.partner, json: 5 }],
    ],
    [
      'a missing permission before another version',
      'forbidden',
      async () => [
        'PATCH',
        requestPath(),
        { token: dependencies.viewer, json: {}, headers: { 'If-Match': 'W/"999"' } },
      ],
    ],
    [
      'a missing permission before a wrong body',
      'forbidden',
      async () => ['PATCH', requestPath(), { token: dependencies.viewer, json: { title: 5 } }],
    ],
    [
      'a missing permission anywhere before a wrong body',
      'forbidden',
      async () => {
        const { home } = dependencies
        const [role, { membershipId, token }] = await Promise.all([
          roleOf(home, ['members.read']),
          personAt(home, home.entity, 'viewer'),
        ])
        demand(await patchMembership(home, membershipId, { role: role.id }), 200)
        return ['POST', '/v1/uploads', { token, json: 5 }]
      },
    ],
    [
      'a foreign entity before a wrong query',
      'entity_not_found',
      async () => {
        const path = `/v1/signature-requests?status=other&entityId=${dependencies.other.entity.id}`
        return ['GET', path, { token: dependencies.home.token }]
      },
    ],
    [
      'another version before a wrong body',
      'precondition_failed',
      async () => {
        const headers = { 'If-Match': 'W/"999"' }
        return ['PATCH', requestPath(), { token: dependencies.home.token, json: { title: 5 }, headers }]
      },
    ],
    [
      'a wrong body before a rule',
      'invalid_request',
      async () => ['PATCH', requestPath(), { token: dependencies.home.token, json: { title: 5, signers: [] } }],
    ],
    [
      'a wrong body before a wrong size',
      'invalid_request',
      async () => {
        const json = { fileName: '', contentType: 'application/pdf', size: 15_728_641 }
        return ['POST', '/v1/uploads', { token: dependencies.home.token, json }]
      },
    ],
  ]
  test.each(cases)('%s: %s', async (_, code, request) => {
    expectRefused(await call(...(await request())), code)
  })
})

describe('a form', () => {
  async function send(token: string, file: Uint8Array | null, data: object | string, headers = {}) {
    const form = new FormData()
    if (file) form.set('file', new Blob([new Uint8Array(file)]), 'contract.pdf')
    form.set('data', typeof data === 'string' ? data : JSON.stringify(data))
    return await call('POST', '/v1/signature-requests', { token, body: form, headers })
  }
  const text = Buffer.from('no PDF')

  test('what is wrong with the file comes before data that cannot be parsed', async () => {
    expectRefused(await send(dependencies.home.token, null, '{'), 'file_required')
    expectRefused(await send(dependencies.home.token, text, '{'), 'invalid_pdf')
    expectRefused(await send(dependencies.home.token, await contract(), '{'), 'bad_request')
  })

  test('a wrong Idempotency-Key comes before a missing file', async () => {
    expectRefused(await send(dependencies.home.token, null, {}, { 'Idempotency-Key': '' }), 'invalid_input')
  })

  test('the file comes before consent, scope, entity, permission and data', async () => {
    const inClosed = { entityId: dependencies.closed.entityId }
    expectRefused(await send(dependencies.delegated, null, {}), 'file_required')
    expectRefused(await send(dependencies.partner, text, {}), 'invalid_pdf')
    expectRefused(await send(dependencies.home.token, text, { entityId: dependencies.other.entity.id }), 'invalid_pdf')
    expectRefused(await send(dependencies.viewerOfClosed, null, inClosed), 'file_required')
  })

  test('the whole of the data comes before the entity, its feature and the permission', async () => {
    const pdf = await contract()
    const [foreign, own] = [dependencies.other.entity.id, dependencies.home.entity.id]
    const inClosed = { entityId: dependencies.closed.entityId }
    expectRefused(await send(dependencies.home.token, pdf, { entityId: foreign, title: 5 }), 'invalid_request')
    expectRefused(await send(dependencies.home.token, pdf, { entityId: foreign, title: 'A' }), 'entity_not_found')
    expectRefused(await send(dependencies.viewerOfClosed, pdf, { ...inClosed, title: 5 }), 'invalid_request')
    expectRefused(await send(dependencies.viewerOfClosed, pdf, { ...inClosed, title: 'A' }), 'feature_disabled')
    expectRefused(await send(dependencies.viewer, pdf, { entityId: own, title: 5 }), 'invalid_request')
    expectRefused(await send(dependencies.viewer, pdf, { entityId: own, title: 'A' }), 'forbidden')
  })

  test('an entityId that is no id is an issue of the data', async () => {
    const answer = await send(dependencies.home.token, await contract(), { entityId: 'here', title: 'A contract' })
    expectRefused(answer, 'invalid_request')
    expect(answer.body.error.details.issues).toMatchObject([{ code: 'uuid', path: ['entityId'] }])
  })
})

describe('a simulation in a live organization', () => {
  test('asks for consent, then for a test organization, then for a scope', async () => {
    const { home } = dependencies
    const live = await tenant({ livemode: true })
    const reader = await delegatedFor(home, { scopes: ['contacts:read'] })
    await makeMembership(table(), reader.account, live.org, 'admin')
    const expiry = (id: string) => `/v1/test/signature-requests/${id}/expire`
    const path = expiry(await copyInto(live.entity, dependencies.requestId))
    expectRefused(await call('POST', path, { token: reader.token }), 'consent_required')
    await makeConsent(table(), live.org, reader.clientId, { userId: reader.account.id, scopes: ['contacts:read'] })
    expectRefused(await call('POST', path, { token: reader.token }), 'test_mode_disabled')
    expectRefused(await call('POST', expiry(dependencies.requestId), { token: reader.token }), 'insufficient_scope')
  })
})
