import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, timestamp } from '../../../shared/platform/clock.ts'
import { type Answer, call, demand } from '../../support/client.ts'
import { publicTypesOf, runSweep } from '../../support/inspection.ts'
import { alter, create, past, read, sealed, settled, storedRequest } from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { atFake, connectYousign, stateAtFake, vendorDraft, vendorSigner } from '../../support/vendors.ts'

/** A request that Yousign has sent to its signers, and whose webhooks are lost. */
async function asked(of: Tenant) {
  const { apiKey } = await connectYousign(of, 'lost')
  const signer = vendorSigner()
  const { id } = await create(of, vendorDraft({ signers: [signer] }))
  await settled(of, id, 'asked', ({ signers }) => signers[0].status === 'notified')
  return { apiKey, id, sign: () => atFake(apiKey, 'act', { externalId: id, email: signer.email, action: 'sign' }) }
}

async function expire(of: Tenant, id: string): Promise<Answer['body']> {
  const answer = await call('POST', `/v1/test/signature-requests/${id}/expire`, { token: of.token })
  demand(answer, 200)
  return answer.body
}

describe.concurrent('a request at Yousign whose time is over', () => {
  it('is completed where everybody signed in time and the news is late', async () => {
    const of = await tenant()
    const { apiKey, id, sign } = await asked(of)
    await sign()
    await expire(of, id)
    const { signers } = (await stateAtFake(apiKey)).requests[0]
    expect(await sealed(of, id)).toMatchObject({
      status: 'completed',
      signers: [{ status: 'signed', signedAt: signers[0].signed_at }],
    })
    await until('signature.completed', async () => (await publicTypesOf(id)).includes('signature.completed'))
    expect(await publicTypesOf(id)).not.toContain('signature.expired')
  })

  it('expires where nobody signed, and is canceled there', async () => {
    const of = await tenant()
    const { apiKey, id } = await asked(of)
    expect((await expire(of, id)).status).toBe('expired')
    await until('the cancellation', async () => (await stateAtFake(apiKey)).requests[0].status === 'canceled')
    expect((await storedRequest(id)).status).toBe('expired')
    await until('signature.expired', async () => (await publicTypesOf(id)).includes('signature.expired'))
  })

  it('waits for a vendor that does not answer for a day, and expires then', async () => {
    const of = await tenant()
    const { apiKey, id } = await asked(of)
    await atFake(apiKey, 'fault', { match: 'GET', times: 1_000, as: 503 })
    const late = (ms: number) => alter(id, () => ({ expiresAt: timestamp(Date.now() - ms), dueAt: past }))
    await late(hourMs)
    await runSweep()
    const { status, dueAt } = await storedRequest(id)
    expect(status).toBe('pending_signature')
    expect(Date.parse(dueAt ?? '')).toBeGreaterThan(Date.now())
    expect((await read(of, id)).status).toBe('expired')
    await late(dayMs + hourMs)
    await runSweep()
    expect((await storedRequest(id)).status).toBe('expired')
  })
})
