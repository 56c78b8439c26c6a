import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/client.ts'
import { originalsOf } from '../../support/inspection.ts'
import { codeOf, create, draftFor, pathOf, post, signer } from '../../support/signature.ts'
import { keyOf, type Tenant, table, tenant } from '../../support/tenant.ts'

async function optionsOf(of: Pick<Tenant, 'entity' | 'token'>) {
  return await call('GET', `/v1/signature-requests/options?entityId=${of.entity.id}`, { token: of.token })
}

async function quotaOf(of: Pick<Tenant, 'entity' | 'token'>) {
  return (await optionsOf(of)).body.quota
}

describe.concurrent('signature options', () => {
  it('tell what a request of the entity may be', async () => {
    const of = await tenant()
    const { status, body } = await optionsOf(of)
    expect(status).toBe(200)
    expect(body).toEqual({
      entityId: of.entity.id,
      enabled: true,
      defaultVendor: 'simulated',
      vendors: [
        {
          key: 'simulated',
          name: expect.any(String),
          levels: ['ses', 'aes'],
          authMethods: ['none', 'email_otp', 'sms_otp', 'vendor_identity'],
          signingModes: ['remote'],
          supportsSequential: true,
          supportsParallel: true,
          supportsNotaries: true,
          status: 'available',
        },
        {
          key: 'native',
          name: expect.any(String),
          levels: ['ses'],
          authMethods: ['none', 'email_otp', 'sms_otp'],
          signingModes: ['remote', 'agency'],
          supportsSequential: true,
          supportsParallel: true,
          supportsNotaries: true,
          status: 'available',
        },
      ],
      allowedLevels: ['ses', 'aes', 'qes'],
      defaultEidasLevel: 'ses',
      allowedAuthMethods: ['none', 'email_otp', 'sms_otp', 'vendor_identity'],
      sequentialAllowed: true,
      externalSignersAllowed: true,
      notariesAllowed: false,
      defaultExpiryDays: 30,
      maxExpiryDays: 90,
      maxSigners: 20,
      maxFileBytes: 15_728_640,
      reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 3 },
      timezone: 'Europe/Paris',
      smsCountries: expect.arrayContaining(['FR', 'DE']),
      quotas: [expect.objectContaining({ scope: 'organization', limit: 200 })],
      quota: {
        metric: 'signature_requests',
        period: 'month',
        limit: 200,
        used: 0,
        remaining: 200,
        blocking: true,
        resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
        scope: 'organization',
      },
    })
  })

  it('are answered where the feature is off, so that clients can ask', async () => {
    const of = await tenant({ entity: { featuresOff: ['signature'] } })
    expect(await optionsOf(of)).toMatchObject({ status: 200, body: { enabled: false } })
  })

  it('name only vendors that can be used', async () => {
    const none = await optionsOf(await tenant({ entity: { signature: { allowedVendors: [] } } }))
    expect(none.body).toMatchObject({ vendors: [], defaultVendor: null })
    const live = await optionsOf(await tenant({ livemode: true }))
    expect(live.body).toMatchObject({
      vendors: [{ key: 'native' }],
      defaultVendor: 'native',
      quota: { limit: null, remaining: null, blocking: false, used: 0 },
    })
  })

  it('need an entity that the caller can see', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const ask = (query: string) => call('GET', `/v1/signature-requests/options${query}`, { token: of.token })
    expect(codeOf(await ask(''))).toBe('invalid_request')
    expect(codeOf(await ask('?entityId=x'))).toBe('invalid_request')
    expect(codeOf(await ask(`?entityId=${other.entity.id}`))).toBe('entity_not_found')
    expect(codeOf(await ask(`?entityId=${randomUUID()}`))).toBe('entity_not_found')
    expect(codeOf(await ask(`?entityId=${of.org.id}`))).toBe('invalid_node_path')
    const viewer = await keyOf(of, 'viewer')
    expect((await optionsOf({ ...of, token: viewer.token })).status).toBe(200)
  })
})

describe.concurrent('the monthly quota', () => {
  it('is exact when many create at once', async () => {
    const of = await tenant({ signatureRequestLimit: 3 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(of, draftFor(of))))
    const codes = answers.map(codeOf).sort()
    expect(codes).toEqual([...Array(3).fill('201'), ...Array(7).fill('quota_exceeded')])
    const refused = answers.find(({ status }) => status === 403)
    expect(refused?.body.error.details).toEqual({
      metric: 'signature_requests',
      period: 'month',
      limit: 3,
      used: 3,
      remaining: 0,
      blocking: true,
      resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
      scope: 'organization',
    })
    expect(await quotaOf(of)).toMatchObject({ used: 3, remaining: 0 })
    expect(await originalsOf(of.org.id)).toHaveLength(3)
  })

  it('does not count what was refused, for whatever reason', async () => {
    const of = await tenant({ signatureRequestLimit: 2 })
    for (const more of [{ signers: [] }, { expiresInDays: 0 }, { signers: [signer('+vendor-error')] }])
      expect((await post(of, draftFor(of, more))).status).toBeGreaterThanOrEqual(400)
    expect(await quotaOf(of)).toMatchObject({ used: 0, remaining: 2 })
  })

  it('counts a replayed creation once, no draft, and does not give back what was canceled', async () => {
    const of = await tenant({ signatureRequestLimit: 5 })
    const headers = { 'Idempotency-Key': randomUUID() }
    const first = await post(of, draftFor(of), { headers })
    const again = await post(of, draftFor(of), { headers })
    expect(again.body.id).toBe(first.body.id)
    const draft = await create(of, { draft: true })
    await call('DELETE', pathOf(draft.id), { token: of.token })
    await call('POST', `${pathOf(first.body.id)}/cancel`, { token: of.token, json: {} })
    expect(await quotaOf(of)).toMatchObject({ used: 1 })
  })

  it('tells what is used at each moment, however often it is asked', async () => {
    const of = await tenant({ signatureRequestLimit: 5 })
    for (const used of [0, 1, 2]) {
      expect(await quotaOf(of)).toMatchObject({ used, remaining: 5 - used })
      await create(of)
    }
  })

  it('of the entity and of the organization both hold; the options show the entity’s', async () => {
    const of = await tenant({ entity: { signatureRequestLimit: 1 }, signatureRequestLimit: 5 })
    await create(of)
    const refused = await post(of, draftFor(of))
    expect(refused.body.error).toMatchObject({ code: 'quota_exceeded', details: { scope: 'entity', limit: 1 } })
    expect(await quotaOf(of)).toMatchObject({ scope: 'entity', limit: 1, used: 1, remaining: 0 })
  })

  it('without a limit counts and never refuses', async () => {
    const of = await tenant({ signatureRequestLimit: null })
    await create(of)
    expect(await quotaOf(of)).toMatchObject({ limit: null, used: 1, remaining: null, blocking: false })
  })

  it('is one of a month: what was used up in another does not count', async () => {
    const of = await tenant({ signatureRequestLimit: 1 })
    const count = (month: string) =>
      table().client.send(
        new UpdateCommand({
          TableName: table().name,
          Key: { PK: `QUOTA#organization#${of.org.id}#signature_requests`, SK: month },
          UpdateExpression: 'SET used = :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      )
    await count('2026-01')
    const created = await post(of, draftFor(of))
    expect(created.status).toBe(201)
    expect(codeOf(await post(of, draftFor(of)))).toBe('quota_exceeded')
  })
})
