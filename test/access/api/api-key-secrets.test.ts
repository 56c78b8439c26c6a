import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ownAudience } from '../../../infra/constructs/issuer.ts'
import { makeMembership, put } from '../../../infra/local/tenant.ts'
import { issuedKeyIn } from '../../../shared/auth/api-key.ts'
import { clientKey, clients } from '../../../shared/auth/client.ts'
import { secretHash } from '../../../shared/auth/client-secret.ts'
import { memberships } from '../../../shared/auth/principal.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { unpackAnswer } from '../../../shared/store/packed-answer.ts'
import { queryPartition } from '../../../shared/store/table.ts'
import { tokenAbout } from '../../support/access-token.ts'
import {
  askForToken,
  getKey,
  keyFor,
  keysPath,
  type Manager,
  managerOf,
  patchKey,
  postKey,
  revokeKey,
  rotateSecret,
} from '../../support/api-keys.ts'
import { call } from '../../support/client.ts'
import { recordedAnswerOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { personAt } from '../../support/structure.ts'
import { partnerOf, personOf, table, tenant, tokenFor } from '../../support/tenant.ts'

const me = (token: string) => call('GET', '/v1/me', { token })
const stored = async (id: string) => {
  const issued = issuedKeyIn(await queryPartition(table(), clientKey(id).PK, ''))
  if (!issued) throw new Error(`there is no key ${id}`)
  return issued
}

describe.concurrent('the secret of an API key', () => {
  it('gets tokens, and is stored as a hash alone', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    expect((await me((await askForToken(key)).token)).status).toBe(200)
    expect(await askForToken({ ...key, clientSecret: `${key.clientSecret}x` })).toMatchObject({ status: 401 })
    expect((await stored(key.id)).client.secrets).toEqual([{ sha256: secretHash(key.clientSecret), validUntil: null }])
    const items = await queryPartition(table(), clientKey(key.id).PK, '')
    expect(JSON.stringify(items)).not.toContain(key.clientSecret)
  })

  it('works beside the next one for as long as asked, and not a moment longer', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const rotated = await rotateSecret(of, key.id, { previousSecretExpiresInHours: 168 })
    const { apiKey, clientSecret } = rotated.body
    expect([rotated.status, rotated.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect(apiKey.secretHint).toBe(clientSecret.slice(-4))
    const overlapMs = Date.parse(apiKey.previousSecretExpiresAt) - Date.now()
    expect(Math.round(overlapMs / 3_600_000)).toBe(168)
    for (const secret of [key.clientSecret, clientSecret])
      expect((await me((await askForToken({ ...key, clientSecret: secret })).token)).status).toBe(200)
    const { client } = await stored(key.id)
    const ended = (until: string | null) => until && '2020-01-01T00:00:00.000Z'
    const secrets = client.secrets.map(({ sha256, validUntil }) => ({ sha256, validUntil: ended(validUntil) }))
    await put(table(), clients, { ...client, secrets })
    expect((await askForToken(key)).status).toBe(401)
    expect((await askForToken({ ...key, clientSecret })).status).toBe(200)
    expect((await getKey(of, key.id)).body.previousSecretExpiresAt).toBeNull()
  })

  it('ends with its rotation where no overlap is asked for', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const { clientSecret } = (await rotateSecret(of, key.id, { previousSecretExpiresInHours: 24 })).body
    const last = (await rotateSecret(of, key.id)).body
    for (const secret of [key.clientSecret, clientSecret])
      expect((await askForToken({ ...key, clientSecret: secret })).status).toBe(401)
    expect((await askForToken({ ...key, clientSecret: last.clientSecret })).status).toBe(200)
  })

  it('works beside the next one alone: a further rotation ends it, whatever overlap that asks for', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const overlap = { previousSecretExpiresInHours: 24 }
    const { clientSecret: second } = (await rotateSecret(of, key.id, overlap)).body
    const { clientSecret: third } = (await rotateSecret(of, key.id, overlap)).body
    const statuses = [key.clientSecret, second, third].map(
      async (clientSecret) => (await askForToken({ ...key, clientSecret })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
  })

  it.each([-1, 169, 1.5, '24'])('does not work beside the next one for %s hours', async (hours) => {
    const of = await managerOf(await tenant())
    const { id } = await keyFor(of)
    expectRefused(await rotateSecret(of, id, { previousSecretExpiresInHours: hours }), 'invalid_request')
  })

  it('is told again to whoever repeats the request, and the record opens nothing', async () => {
    const home = await tenant()
    const { account, token } = await personOf(home, 'admin')
    const of = { org: home.org, token }
    const repeated = async (ask: (headers: Record<string, string>) => ReturnType<typeof postKey>) => {
      const key = randomUUID()
      const [first, again] = [await ask({ 'Idempotency-Key': key }), await ask({ 'Idempotency-Key': key })]
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
      const recorded = await recordedAnswerOf(`${ownAudience.firstPartyClientId}#${account.id}`, key)
      expect(() => unpackAnswer(recorded)).toThrow()
      return first.body
    }
    const json = { name: 'A key', role: 'viewer' }
    const { apiKey, clientSecret } = await repeated((headers) => postKey(of, json, { headers }))
    expect((await askForToken({ clientId: apiKey.clientId, clientSecret })).status).toBe(200)
    const next = await repeated((headers) => rotateSecret(of, apiKey.id, {}, { headers }))
    expect((await askForToken({ clientId: apiKey.clientId, clientSecret: next.clientSecret })).status).toBe(200)
    expect((await stored(apiKey.id)).key.version).toBe(2)
  })
})

describe.concurrent('a key that may not be used', () => {
  it('once revoked, gets no token, and those that it has are refused at once', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const token = await tokenFor(key)
    expect((await me(token)).status).toBe(200)
    await revokeKey(of, key.id)
    expectRefused(await me(token), 'api_key_revoked')
    expect((await askForToken(key)).status).toBe(401)
    expectRefused(await rotateSecret(of, key.id), 'invalid_input')
    expect((await getKey(of, key.id)).body).toMatchObject({ requestCount: 2, refusedCount: 1 })
  })

  it('is refused from elsewhere, from the next request on, and that is counted', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const token = await tokenFor(key)
    await patchKey(of, key.id, { ipAllowlist: ['203.0.113.0/24', '2001:db8::/32'] })
    expectRefused(await me(token), 'ip_not_allowed')
    expect(await askForToken(key)).toMatchObject({ status: 401, error: 'invalid_client' })
    expect((await getKey(of, key.id)).body).toMatchObject({ requestCount: 2, refusedCount: 2 })
    await patchKey(of, key.id, { ipAllowlist: ['203.0.113.0/24', '127.0.0.1'] })
    expect((await me(token)).status).toBe(200)
    expect((await askForToken(key)).status).toBe(200)
    const { requestCount, refusedCount, lastUsedIp } = (await getKey(of, key.id)).body
    expect([requestCount, refusedCount, lastUsedIp]).toEqual([3, 2, '127.0.0.1'])
  })

  it('goes on counting in its minute when it is changed', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const token = await tokenFor(key)
    const left = async () => Number((await me(token)).headers.get('ratelimit-remaining'))
    const before = await left()
    await patchKey(of, key.id, { name: 'Another name' })
    // The minute may turn in between, and then it starts anew.
    expect([before - 1, 599]).toContain(await left())
    expect((await getKey(of, key.id)).body.requestCount).toBe(2)
  })

  it('once expired, gets no token, and has no secret to rotate', async () => {
    const of = await managerOf(await tenant())
    const key = await keyFor(of)
    const token = await tokenFor(key)
    const { client } = await stored(key.id)
    await put(table(), clients, { ...client, validUntil: '2020-01-01T00:00:00.000Z' })
    expectRefused(await me(token), 'api_key_expired')
    expect((await askForToken(key)).status).toBe(401)
    expectRefused(await rotateSecret(of, key.id), 'invalid_input')
  })
})

describe.concurrent('who manages keys', () => {
  const everything = async (of: Pick<Manager, 'org'>, id: string, token: string) => {
    const path = (after = '') => keysPath(of, after)
    const options = { token, json: {} }
    return {
      ofAll: [
        await call('GET', path(), { token }),
        await call('POST', path(), { token, json: { name: 'A key', role: 'viewer' } }),
      ],
      ofOne: [
        await call('GET', path(`/${id}`), { token }),
        await call('PATCH', path(`/${id}`), options),
        await call('POST', path(`/${id}/rotate-secret`), options),
        await call('POST', path(`/${id}/revoke`), options),
      ],
    }
  }

  it('machines do not, nor applications, not even for a person', async () => {
    const home = await tenant()
    const of = await managerOf(home)
    const { id } = await keyFor(of)
    const [partner, person] = await Promise.all([partnerOf(home), personOf(home, 'admin')])
    for (const token of [home.token, await tokenFor(partner), await tokenAbout(partner.clientId, person.account.id)]) {
      const { ofAll, ofOne } = await everything(of, id, token)
      for (const answer of [...ofAll, ...ofOne]) expectRefused(answer, 'humans_only')
    }
  })

  it('people do who may on the organization itself; for others a key is not there', async () => {
    const home = await tenant()
    const { id } = await keyFor(await managerOf(home))
    for (const { token } of [await personOf(home, 'manager'), await personAt(home, home.entity, 'admin')]) {
      const { ofAll, ofOne } = await everything(home, id, token)
      for (const answer of ofAll) expectRefused(answer, 'forbidden')
      for (const answer of ofOne) expectRefused(answer, 'not_found')
    }
  })

  it('those of another organization learn nothing of it, nor of its keys by way of their own', async () => {
    const [home, other] = await Promise.all([tenant(), tenant()])
    const { id } = await keyFor(await managerOf(home))
    const { token } = await managerOf(other)
    const { ofAll, ofOne } = await everything(home, id, token)
    for (const answer of [...ofAll, ...ofOne]) expectRefused(answer, 'organization_not_found')
    const [foreign, unknown] = [await everything(other, id, token), await everything(other, randomUUID(), token)]
    for (const answer of foreign.ofOne) expectRefused(answer, 'not_found')
    expect(foreign.ofOne.map(({ text }) => text)).toEqual(unknown.ofOne.map(({ text }) => text))
  })

  it('gives no role above their own, and gets no secret of one', async () => {
    const home = await tenant()
    const strong = await keyFor(await managerOf(home), { role: 'admin' })
    const { account, token, membershipId } = await personAt(home, home.org, 'manager')
    const own = recordsOf(memberships, await queryPartition(table(), `USER#${account.id}`, 'MEMBERSHIP#'))
    for (const { permissions, ...membership } of own.filter(({ id }) => id === membershipId))
      await put(table(), memberships, { ...membership, permissions: [...permissions, 'integrations.manage' as const] })
    const of = { org: home.org, token }
    const weak = await keyFor(of, { role: 'manager' })
    expectRefused(await postKey(of, { name: 'Strong', role: 'admin' }), 'role_escalation')
    expectRefused(await patchKey(of, weak.id, { role: 'admin' }), 'role_escalation')
    expectRefused(await patchKey(of, strong.id, { name: 'Mine' }), 'role_escalation')
    expectRefused(await rotateSecret(of, strong.id), 'role_escalation')
    expect((await revokeKey(of, strong.id)).status).toBe(200)
  })

  it('works for both of two organizations that somebody manages, each by its own path', async () => {
    const [one, two] = await Promise.all([tenant(), tenant()])
    const both = await personAt(one, one.org, 'admin')
    await makeMembership(table(), both.account, two.org, 'admin')
    const { id } = await keyFor({ org: one.org, token: both.token })
    expect((await getKey({ org: one.org, token: both.token }, id)).status).toBe(200)
    expectRefused(await getKey({ org: two.org, token: both.token }, id), 'not_found')
  })
})
