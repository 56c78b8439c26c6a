import { describe, expect, it } from 'vitest'
import { makeConsent, makeGrant } from '../../../infra/local/application-grants.ts'
import { makeEntity, makeMembership, makeOrganization } from '../../../infra/local/tenant.ts'
import { hourMs, minuteMs, timestamp } from '../../../shared/platform/clock.ts'
import { tokenAbout } from '../../support/access-token.ts'
import { grantsPath, partnerWith } from '../../support/applications.ts'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { personOf, type Tenant, table, tenant } from '../../support/tenant.ts'

async function home(): Promise<Tenant & { readonly admin: string }> {
  const of = await tenant()
  return { ...of, admin: (await personOf(of, 'admin')).token }
}

type Home = Awaited<ReturnType<typeof home>>

async function partnerLastHeardOf(of: Home, lastUsedAt: string | null) {
  const partner = await partnerWith(of, ['nodes:read'])
  await makeGrant(table(), of.org, partner.clientId, { scopes: ['nodes:read'], lastUsedAt })
  return partner
}

const nodes = (of: Home, token: string) => call('GET', `/v1/orgs/${of.org.id}/nodes`, { token })
const members = (of: Home, token: string) => call('GET', `/v1/orgs/${of.org.id}/members`, { token })

/** Of the only grant in the organization. */
async function lastUsed(of: Home): Promise<string | null> {
  const { body } = await call('GET', grantsPath(of), { token: of.admin })
  expect(body.results).toHaveLength(1)
  return body.results[0].lastUsedAt
}

describe.concurrent('a grant tells when it was last used', () => {
  it.each([
    ['never before', null],
    ['more than an hour ago', timestamp(Date.now() - hourMs - minuteMs)],
  ])('by a partner that used it %s', async (_, before) => {
    const of = await home()
    const partner = await partnerLastHeardOf(of, before)
    expect(await lastUsed(of)).toBe(before)
    const askedAt = timestamp(Date.now())
    expect((await nodes(of, partner.token)).status).toBe(200)
    const first = await lastUsed(of)
    expect(first && first >= askedAt).toBe(true)
    expect((await nodes(of, partner.token)).status).toBe(200)
    expect(await lastUsed(of)).toBe(first)
  })

  it('by one of many requests at the same moment', async () => {
    const of = await home()
    const partner = await partnerLastHeardOf(of, null)
    const answers = await Promise.all(Array.from({ length: 10 }, () => nodes(of, partner.token)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await lastUsed(of)).not.toBeNull()
  })

  it('not by the hour, nor by what was refused', async () => {
    const of = await home()
    const recently = timestamp(Date.now() - hourMs / 2)
    const partner = await partnerLastHeardOf(of, recently)
    await nodes(of, partner.token)
    expect(await lastUsed(of)).toBe(recently)
    const another = await home()
    const unheard = await partnerLastHeardOf(another, null)
    expectRefused(await members(another, unheard.token), 'insufficient_scope')
    expect(await lastUsed(another)).toBeNull()
  })

  it('and so does the consent of a person, of the organization where it was used alone', async () => {
    const of = await home()
    const other = await makeOrganization(table(), { providerId: of.org.providerId, name: 'Other', livemode: false })
    await makeEntity(table(), other)
    const { clientId } = await partnerWith(of, [])
    const { account, token: personToken } = await personOf(of, 'admin')
    await makeMembership(table(), account, other, 'admin')
    const consent = { userId: account.id, scopes: ['members:read'] } as const
    for (const org of [of.org, other]) await makeConsent(table(), org, clientId, consent)
    const token = await tokenAbout(clientId, account.id, consent.scopes)
    expect((await members(of, token)).status).toBe(200)
    const { body } = await call('GET', '/v1/me/grants', { token: personToken })
    const uses: { orgId: string; lastUsedAt: string | null }[] = body.results
    expect(new Map(uses.map(({ orgId, lastUsedAt }) => [orgId, lastUsedAt !== null]))).toEqual(
      new Map([
        [of.org.id, true],
        [other.id, false],
      ]),
    )
  })
})
