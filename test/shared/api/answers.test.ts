import { describe, expect, it } from 'vitest'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { expectRefused } from '../../support/refused.ts'
import { completed, create, draftFor, pathOf, post } from '../../support/signature.ts'
import { tenant } from '../../support/tenant.ts'

describe.concurrent('every answer', () => {
  it('tells browsers to come back by HTTPS, and to take a body for what it says it is', async () => {
    const of = await tenant()
    const { id } = await create(of)
    const answers = await Promise.all([
      call('GET', '/v1/me', { token: of.token }),
      call('GET', '/v1/me'),
      call('GET', '/v1/nowhere', { token: of.token }),
      call('GET', pathOf(id), { token: of.token }),
      call('GET', `${pathOf(id)}/document`, { token: of.token }),
      call('DELETE', `${pathOf(id)}`, { token: of.token }),
      call('GET', '/openapi.json'),
      call('GET', '/docs'),
      call('GET', '/sign/nobody'),
      call('GET', '/invitations/nobody'),
      ...['/.well-known/openid-configuration', '/nowhere'].map((path) => fetch(`${cloud().authUrl}${path}`)),
    ])
    for (const { headers } of answers) {
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('with a file to be saved lets nothing in it run', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const { headers } = await call('GET', `${pathOf(id)}/document?variant=signed`, { token: of.token })
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  it('says which field is missing, and how a time is to be written', async () => {
    const of = await tenant()
    const options = { token: of.token }
    const contact = await call('POST', '/v1/contacts', { ...options, json: { kind: 'person', lastName: 'Doe' } })
    expect(contact.body.error.details.issues).toEqual([
      { code: 'missing_key', path: ['entityId'], message: 'This field is required.' },
    ])
    expect(contact.body.error.message).toContain('entityId: This field is required.')
    const json = { entityId: of.entity.id, title: 'Call', startAt: '2027-03-26T08:00' }
    const task = await call('POST', '/v1/tasks', { ...options, json })
    const [issue] = task.body.error.details.issues
    expect(issue.path).toEqual(['startAt'])
    expect(issue.message).toContain('with an offset of hours and minutes, or Z: 2026-01-31T12:00:00Z')
  })

  it('lists a hundred violations of a schema, and says how many more there are', async () => {
    const of = await tenant()
    const tags = Array.from({ length: 9_000 }, () => 0)
    const json = { entityId: of.entity.id, kind: 'person', lastName: 'Doe', tags }
    const refused = await call('POST', '/v1/contacts', { token: of.token, json })
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error.details.issues).toHaveLength(100)
    expect(refused.body.error.message).toMatch(/and (8999|9000) more/)
    expect(refused.text.length).toBeLessThan(50_000)
  })

  it('stops at the first violation where a body has more than ten thousand values', async () => {
    const of = await tenant()
    const signers = Array.from({ length: 50 }, () => ({ fields: Array.from({ length: 300 }, () => ({})) }))
    const refused = await post(of, draftFor(of, { signers }))
    expectRefused(refused, 'invalid_request')
    expect(refused.body.error.details.issues).toHaveLength(1)
    expect(refused.body.error.message).not.toContain('more')
  })

  it('repeats little of what was sent', async () => {
    const of = await tenant()
    const kind = 'x'.repeat(100_000)
    const refused = await call('POST', '/v1/contacts', { token: of.token, json: { entityId: of.entity.id, kind } })
    expectRefused(refused, 'invalid_request')
    expect(refused.text.length).toBeLessThan(2_000)
  })
})

describe.concurrent('an address to which a signer is sent back', () => {
  it.for([
    'https://example.com@evil.example/',
    'https://user:secret@example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.7/done',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://8.8.8.8/',
    'https://localhost./',
    'https://localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://db.internal:8443/',
    'http://example.com/',
    'https://@example.com/',
    'https://example.com\\@evil.example/',
    'https://example.com/\\evil.example',
    'https:///example.com/',
    'https://example.com/a b',
  ])('is on the internet: %s', async (signed) => {
    const of = await tenant()
    expectRefused(await post(of, draftFor(of, { redirectUrls: { signed } })), 'invalid_request')
    expectRefused(await post(of, draftFor(of, { redirectUrls: { declined: signed } })), 'invalid_request')
  })

  it('may have a port, a query and a fragment', async () => {
    const of = await tenant()
    const signed = 'https://app.example.com:8443/done?id=1#top'
    expect((await create(of, { redirectUrls: { signed } })).redirectUrls.signed).toBe(signed)
  })
})
