import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/client.ts'
import { asOptions, command, commandInto, onTestCloud } from '../../support/commands.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { draftFor, post } from '../../support/signature.ts'
import { nodeUnder } from '../../support/structure.ts'
import { tenant, tokenFor } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Options = Parameters<typeof asOptions>[0]

const operator = (words: readonly string[], options: Options = {}) =>
  command('operator', [...words, ...asOptions(options), onTestCloud()])

/** Each command is a process of its own, on a machine that may be busy. */
describe.concurrent('the operator', () => {
  it('makes an API key that works at once, and revokes it', async () => {
    const of = await tenant()
    const made = await operator(['api-key', 'create'], { node: of.entity.id, name: 'Billing', role: 'member' })
    expect([made.code, made.told]).toMatchObject([0, { nodeId: of.entity.id, name: 'Billing', role: 'member' }])
    expect(made.stderr).toContain('shown only once')
    const { id, clientId, clientSecret } = made.told
    expect(clientSecret).toMatch(/^sk_test_/)
    const token = await tokenFor({ clientId, clientSecret })
    expect((await post({ ...of, token }, draftFor(of))).status).toBe(201)
    const same = await operator(['api-key', 'create'], { node: of.org.id, name: 'Billing' })
    expect([same.code, same.stderr]).toEqual([1, expect.stringContaining('has this name')])
    const revoked = await operator(['api-key', 'revoke', id])
    expect([revoked.code, revoked.told]).toMatchObject([0, { id, orgId: of.org.id }])
    expectRefused(await call('GET', '/v1/me', { token }), 'api_key_revoked')
    expect((await operator(['api-key', 'revoke', id])).told).toEqual(revoked.told)
    const entries = (await auditLogOf(of.org.id)).filter(({ target }) => target.id === id)
    expect(entries.map(({ action, actor }) => [action, actor.type])).toEqual([
      ['api_key.created', 'system'],
      ['api_key.revoked', 'system'],
    ])
  })

  it('finds the keys of an organization, and shows its audit log as the API does', async () => {
    const of = await tenant()
    const { told: made } = await operator(['api-key', 'create'], { node: of.entity.id, name: 'Billing' })
    const { told: keys } = await operator(['api-key', 'list'], { org: of.org.id })
    expect(keys).toMatchObject([{ id: made.id, name: 'Billing', nodeId: of.entity.id, revokedAt: null }, {}])
    expect(JSON.stringify(keys)).not.toContain(made.clientSecret)
    // The relay links entries a little later than they are told.
    const shown = await until('the linked log', async () => {
      const { told } = await operator(['audit-log', 'show'], { org: of.org.id })
      return told.results.every(({ hash }: { hash: string | null }) => hash !== null) && told
    })
    const { body } = await call('GET', `/v1/orgs/${of.org.id}/audit-log`, { token: of.token })
    expect(shown.results.length).toBeGreaterThan(0)
    expect(shown.results).toEqual(body.results)
    const before = await operator(['audit-log', 'show'], { org: of.org.id, to: '2026-01-01' })
    expect(before.told).toEqual({ results: [] })
  })

  it.skipIf(!existsSync('/dev/full'))(
    'fails when the secret of a key cannot be written, and says how to revoke it',
    async () => {
      const of = await tenant()
      const args = ['api-key', 'create', ...asOptions({ node: of.org.id, name: 'Billing' }), onTestCloud()]
      const lost = await commandInto('/dev/full', 'operator', args)
      const { told: keys } = await operator(['api-key', 'list'], { org: of.org.id })
      const { id } = keys.find(({ name }: { name: string }) => name === 'Billing')
      expect(lost.code).toBe(1)
      expect(lost.stderr).toContain('The result could not be written: ENOSPC')
      expect(lost.stderr).toContain(`Revoke it: npm run operator -- api-key revoke ${id}`)
      expect((await operator(['api-key', 'revoke', id])).code).toBe(0)
    },
  )

  it('makes no key whose secret nobody can read', async () => {
    const of = await tenant()
    const args = ['api-key', 'create', ...asOptions({ node: of.org.id, name: 'Billing' }), onTestCloud()]
    const refused = await commandInto('/dev/null', 'operator', args)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was done')])
    const { told: keys } = await operator(['api-key', 'list'], { org: of.org.id })
    expect(keys.map(({ name }: { name: string }) => name)).not.toContain('Billing')
  })

  it.skipIf(!existsSync('/dev/full'))('fails when a log cannot be written', async () => {
    const of = await tenant()
    const args = ['audit-log', 'show', ...asOptions({ org: of.org.id }), onTestCloud()]
    const lost = await commandInto('/dev/full', 'operator', args)
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('The result could not be written: ENOSPC')])
  })

  it('sets quotas that count from the next request on, and takes them back', async () => {
    const of = await tenant()
    const set = (limit: string, ...more: string[]) =>
      operator(['quota', 'set', ...more], { node: of.entity.id, metric: 'signature_requests', limit })
    expect((await set('0')).told.quota).toEqual({ limit: 0, blocking: true })
    expectRefused(await post(of, draftFor(of)), 'quota_exceeded')
    expect((await set('0', '--report-only')).told.quota).toEqual({ limit: 0, blocking: false })
    expect((await post(of, draftFor(of))).status).toBe(201)
    expect((await set('none')).told.quota).toEqual({ limit: null, blocking: false })
    expect((await set('default')).told.quota).toBeNull()
    expect((await set('default')).code).toBe(0)
    const entries = (await auditLogOf(of.org.id)).filter(({ action }) => action === 'settings.changed')
    expect(entries.map(({ actor, changes }) => [actor.type, changes[0]?.to])).toEqual([
      ['system', { limit: 0, blocking: true }],
      ['system', { limit: 0, blocking: false }],
      ['system', { limit: null, blocking: false }],
      ['system', null],
    ])
    expect(entries[0]?.changes).toEqual([
      { field: 'quotas.signature_requests', from: null, to: { limit: 0, blocking: true } },
    ])
  })

  it('is told what is wrong', async () => {
    const of = await tenant()
    const group = await nodeUnder(of, of.entity.id)
    const quota = { metric: 'signature_requests', limit: '5' }
    const cases = [
      [['api-key', 'make'], {}, 2, 'is not a command'],
      [['api-key', 'create'], { node: of.org.id }, 2, '--name: it is required.'],
      [['api-key', 'create'], { node: of.org.id, name: 'A', role: 'owner' }, 2, '--role'],
      [['api-key', 'create'], { node: randomUUID(), name: 'A' }, 1, 'There is no organization'],
      [['api-key', 'revoke'], {}, 2, 'exactly one API key'],
      [['api-key', 'revoke', randomUUID()], {}, 1, 'There is no API key'],
      [['audit-log', 'show'], { org: of.org.id, from: 'May' }, 2, '--from: a day such as'],
      [['api-key', 'list'], {}, 2, '--org: it is required.'],
      [['api-key', 'list'], { org: randomUUID() }, 1, 'There is no organization'],
      [['api-key', 'list'], { org: of.entity.id }, 1, `Its organization is ${of.org.id}.`],
      [['audit-log', 'show'], { org: randomUUID() }, 1, 'There is no organization'],
      [['audit-log', 'show'], { org: of.entity.id }, 1, `Its organization is ${of.org.id}.`],
      [['api-key', 'create'], { node: of.org.id, name: 'L\ufffdon' }, 2, 'L\ufffdon: it is not UTF-8.'],
      [['quota', 'set'], { node: of.org.id, ...quota, limit: 'many' }, 2, '--limit: Give a whole number'],
      [['quota', 'set'], { node: of.org.id, ...quota, metric: 'mails' }, 2, '--metric'],
      [['quota', 'set'], { node: group.id, ...quota }, 1, 'A group has no quota'],
    ] as const
    const outcomes = await Promise.all(cases.map(([words, options]) => operator(words, options)))
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(
      cases.map(([, , code, told]) => [code, expect.stringContaining(told)]),
    )
  })
})
