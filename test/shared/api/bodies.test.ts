import { gzipSync } from 'node:zlib'
import { describe, expect, inject, test } from 'vitest'
import { call } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { contract, create, draftFor, pathOf, post, read, signer } from '../../support/signature.ts'
import { personOf, tenant } from '../../support/tenant.ts'

const upload = { fileName: 'a.pdf', contentType: 'application/pdf', size: 12 }
const jsonType = { 'Content-Type': 'application/json' }

describe('a body', () => {
  test.each(['', ' ', '{', '{"a":}', "{'a':1}", 'null,', '\u0000', '[1,'])(
    'that is not JSON (%j) answers bad_request',
    async (body) => {
      const { token } = await tenant()
      expectRefused(await call('POST', '/v1/uploads', { token, body, headers: jsonType }), 'bad_request')
    },
  )

  test('may be left out where all its fields are optional', async () => {
    const home = await tenant()
    const { id } = await create(home, { draft: true })
    expect((await call('PATCH', pathOf(id), { token: home.token, body: '', headers: jsonType })).status).toBe(200)
  })

  const latin1 = Buffer.from(JSON.stringify(upload).replace('a.pdf', 'é.pdf'), 'latin1')

  test.each<[string, Uint8Array, Record<string, string>]>([
    ['of bytes that are no UTF-8', latin1, {}],
    [
      'with half of a UTF-8 character',
      Buffer.from(JSON.stringify(upload).replace('a.pdf', '\u00c3.pdf'), 'latin1'),
      {},
    ],
    ['in UTF-16', Buffer.from(JSON.stringify(upload), 'utf16le'), {}],
    ['in another charset', latin1, { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['that is compressed', gzipSync(JSON.stringify(upload)), { 'Content-Encoding': 'gzip' }],
    ['that is said to be compressed', Buffer.from(JSON.stringify(upload)), { 'Content-Encoding': 'br' }],
  ])('%s answers bad_request', async (_, bytes, headers) => {
    const { token } = await tenant()
    const options = { token, body: new Uint8Array(bytes), headers: { ...jsonType, ...headers } }
    expectRefused(await call('POST', '/v1/uploads', options), 'bad_request')
  })

  test.each<[string, string, Record<string, string>]>([
    ['after a byte order mark', '\ufeff', {}],
    ['in UTF-8 by name', '', { 'Content-Type': 'application/json; charset="UTF-8"' }],
    ['with the encoding identity', '', { 'Content-Encoding': 'identity' }],
  ])('%s is read', async (_, mark, headers) => {
    const { token } = await tenant()
    const options = { token, body: mark + JSON.stringify(upload), headers: { ...jsonType, ...headers } }
    expect((await call('POST', '/v1/uploads', options)).status).toBe(201)
  })

  test.each(['"__proto__":{"admin":true}', '"a":{"__proto__":1}', '"constructor":{"prototype":{}}'])(
    'with a key that could change objects (%s) answers bad_request',
    async (key) => {
      const { token } = await tenant()
      const body = JSON.stringify(upload).replace(/}$/, `,${key}}`)
      expectRefused(await call('POST', '/v1/uploads', { token, body, headers: jsonType }), 'bad_request')
    },
  )

  test.each(['\\ud800', '\\uDC00', 'a\\ud83d\\ud83d\\ude00', '\\ude00\\ud83d', '\\\\\\ud800'])(
    'with half of a character (%s) answers bad_request',
    async (half) => {
      const { token } = await tenant()
      const body = JSON.stringify(upload).replace('a.pdf', `${half}.pdf`)
      expectRefused(await call('POST', '/v1/uploads', { token, body, headers: jsonType }), 'bad_request')
    },
  )

  test.each(['\\ud83d\\ude00', '\\uD83D\\uDE00', '\\\\ud800', '\\u00e9', '😀'])(
    'with whole characters, however they are written (%s), is read',
    async (whole) => {
      const { token } = await tenant()
      const body = JSON.stringify(upload).replace('a.pdf', `${whole}.pdf`)
      expect((await call('POST', '/v1/uploads', { token, body, headers: jsonType })).status).toBe(201)
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonp',
    'multipart/form-data',
  ])('of the type %s where JSON is asked for answers bad_request', async (type) => {
    const { token } = await tenant()
    const options = { token, body: JSON.stringify(upload), headers: { 'Content-Type': type } }
    expectRefused(await call('POST', '/v1/uploads', options), 'bad_request')
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/problem+json'])(
    'of the type %s is JSON',
    async (type) => {
      const { token } = await tenant()
      const options = { token, body: JSON.stringify(upload), headers: { 'Content-Type': type } }
      expect((await call('POST', '/v1/uploads', options)).status).toBe(201)
    },
  )

  test.each(['null', '5', '"text"', '[]', 'true'])(
    'that is JSON but no object (%s) answers invalid_request',
    async (body) => {
      const { token } = await tenant()
      const answer = await call('POST', '/v1/uploads', { token, body, headers: jsonType })
      expectRefused(answer, 'invalid_request')
      if (body !== '[]') expect(answer.body.error.details.issues).toMatchObject([{ code: 'object', path: [] }])
    },
  )

  test.each([
    [[], []],
    [{ metadata: ['a'] }, ['metadata']],
    [{ redirectUrls: [] }, ['redirectUrls']],
  ])('with an array where an object is asked for (%j) answers invalid_request', async (json, path) => {
    const home = await tenant()
    const { id } = await create(home, { draft: true })
    const answer = await call('PATCH', pathOf(id), { token: home.token, body: JSON.stringify(json), headers: jsonType })
    expectRefused(answer, 'invalid_request')
    expect(answer.body.error.details.issues).toMatchObject([{ code: 'object', path }])
  })

  test('that is wrong in several places is told all of them at once', async () => {
    const home = await tenant()
    const { id } = await create(home, { draft: true })
    const json = {
      title: 'x'.repeat(201),
      eidasLevel: 'high',
      allowDecline: 'yes',
      signers: [signer(), { firstName: 5, email: 'nobody', locale: 'FRENCH' }],
      notaries: [{ firstName: 'Paul', email: 'paul@example.com' }],
      metadata: { key: 1 },
    }
    const answer = await call('PATCH', pathOf(id), { token: home.token, json })
    expectRefused(answer, 'invalid_request')
    const { issues } = answer.body.error.details
    expect(issues.map(({ code, path }: { code: string; path: unknown[] }) => [path.join('.'), code])).toEqual(
      expect.arrayContaining([
        ['title', 'max_length'],
        ['eidasLevel', 'picklist'],
        ['allowDecline', 'boolean'],
        ['signers.1.firstName', 'string'],
        ['signers.1.lastName', 'partial_check'],
        ['notaries.0.lastName', 'missing_key'],
        ['signers.1.email', 'email'],
        ['signers.1.locale', 'regex'],
        ['metadata.key', 'string'],
      ]),
    )
    expect(issues).toHaveLength(9)
    expect(issues.find(({ code }: { code: string }) => code === 'missing_key').path).toEqual([
      'notaries',
      0,
      'lastName',
    ])
    expect((await read(home, id)).version).toBe(1)
  })

  test('may say more than is known', async () => {
    const { token } = await tenant()
    const more = '"other":{"deep":[1]},"constructor":1,"toString":null'
    const body = JSON.stringify(upload).replace(/}$/, `,${more}}`)
    expect((await call('POST', '/v1/uploads', { token, body, headers: jsonType })).status).toBe(201)
  })

  test('is trimmed, and a text of spaces alone is absent', async () => {
    const home = await tenant()
    const request = await create(home, { draft: true, title: '  A contract\t', message: ' \n ', clientReference: '  ' })
    expect(request).toMatchObject({ title: 'A contract', message: null, clientReference: null })
    const answer = await post(home, draftFor(home, { title: '   ' }))
    expectRefused(answer, 'invalid_request')
    expect(answer.body.error.details.issues).toMatchObject([{ path: ['title'] }])
  })

  test.each(['a\u0000b', 'a\u0007b', 'a\u001bb', 'a\u007fb', 'a\nb', 'a\tb'])(
    'with the control character of %j in a line answers invalid_request',
    async (title) => {
      const home = await tenant()
      const answer = await post(home, draftFor(home, { title }))
      expectRefused(answer, 'invalid_request')
      expect(answer.body.error.details.issues).toMatchObject([{ code: 'regex', path: ['title'] }])
    },
  )

  test('keeps line ends and tabs where a text has lines, and any letter anywhere', async () => {
    const home = await tenant()
    const message = 'Line one\n\tline two — ÉÀ 漢字 👩‍⚖️'
    const request = await create(home, { draft: true, title: 'Élan 漢字 👩‍⚖️', message })
    expect(request).toMatchObject({ title: 'Élan 漢字 👩‍⚖️', message })
    expectRefused(await post(home, draftFor(home, { message: 'a\u0000b' })), 'invalid_request')
  })
})

describe('a body that is too large answers payload_too_large, and says where larger files go', () => {
  const details = (maxBytes: number) => ({ maxBytes, uploadsPath: '/v1/uploads' })
  const sized = (bytes: number) => JSON.stringify({ ...upload, more: '' }).replace('""', `"${'x'.repeat(bytes)}"`)

  test('JSON over 1 MiB', async () => {
    const { token } = await tenant()
    const empty = Buffer.byteLength(sized(0))
    const fits = await call('POST', '/v1/uploads', { token, body: sized(1_048_576 - empty), headers: jsonType })
    expect(fits.status).toBe(201)
    const answer = await call('POST', '/v1/uploads', { token, body: sized(1_048_577 - empty), headers: jsonType })
    expectRefused(answer, 'payload_too_large')
    expect(answer.body.error.details).toEqual(details(1_048_576))
    expect(answer.body.error.message).toContain('/v1/uploads')
  })

  test('a form over 4.4 MB', async () => {
    const home = await tenant()
    const answer = await post(home, draftFor(home), { file: Buffer.alloc(4_400_000) })
    expectRefused(answer, 'payload_too_large')
    expect(answer.body.error.details).toEqual(details(4_400_000))
  })

  test.each([7, 11])('%i MB, which the gateway itself refuses', async (megabytes) => {
    const home = await tenant()
    const answer = await post(home, draftFor(home), { file: Buffer.alloc(megabytes * 1_048_576) })
    expectRefused(answer, 'payload_too_large')
    expect(answer.body.error.details).toEqual(details(4_400_000))
    expect(answer.body.error.message).toContain('/v1/uploads')
  })

  test('a body where none is asked for', async () => {
    const { token } = await tenant()
    const options = { token, body: 'x'.repeat(1_048_577), headers: jsonType }
    expectRefused(await call('DELETE', '/v1/signature-requests/no-uuid', options), 'payload_too_large')
  })
})

describe('a form', () => {
  const boundaries = ['plain', '----_Part_1_2.3', "it's (a) +boundary/of:all?=things", 'x'.repeat(70)]

  test.each(boundaries)('with the quoted boundary %j is read as RFC 2046 says', async (boundary) => {
    const home = await tenant()
    const lines = (name: string, rest: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
    const body = Buffer.concat([
      Buffer.from(`preamble\r\n${lines('data', '')}${JSON.stringify(draftFor(home, { draft: true }))}\r\n`),
      Buffer.from(lines('file', '; filename="Vertrag (1).pdf"\r\nContent-Type: application/pdf')),
      await contract(),
      Buffer.from(`\r\n--${boundary}--\r\nepilogue`),
    ])
    const headers = { 'Content-Type': `multipart/form-data; charset=utf-8; boundary="${boundary}"` }
    const answer = await call('POST', '/v1/signature-requests', {
      token: home.token,
      body: new Uint8Array(body),
      headers,
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body.document).toMatchObject({ fileName: 'Vertrag (1).pdf', size: (await contract()).length })
  })

  test.each([
    ['without a boundary', 'multipart/form-data', 'anything'],
    [
      'that is cut off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}',
    ],
    [
      'with another boundary',
      'multipart/form-data; boundary=b',
      '--c\r\nContent-Disposition: form-data; name="data"\r\n\r\n{}\r\n--c--',
    ],
  ])('%s answers bad_request', async (_, type, body) => {
    const { token } = await tenant()
    const headers = { 'Content-Type': type }
    const answer = await call('POST', '/v1/signature-requests', {
      token,
      body: body,
      headers,
    })
    expectRefused(answer, 'bad_request')
  })

  test('has a file also where the part tells no file name, and data in UTF-8 alone', async () => {
    const home = await tenant()
    const draft = JSON.stringify(draftFor(home, { draft: true, title: 'Vertrag für Zoë' }))
    const sent = async (data: Buffer) => {
      const body = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/pdf\r\n\r\n'),
        await contract(),
        Buffer.from('\r\n--b\r\nContent-Disposition: form-data; name="data"; filename="data.json"\r\n\r\n'),
        data,
        Buffer.from('\r\n--b--\r\n'),
      ])
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
      return await call('POST', '/v1/signature-requests', { token: home.token, body: new Uint8Array(body), headers })
    }
    const size = (await contract()).length
    expect((await sent(Buffer.from(`\ufeff${draft}`))).body).toMatchObject({
      title: 'Vertrag für Zoë',
      document: { size },
    })
    expectRefused(await sent(Buffer.from(draft, 'latin1')), 'bad_request')
  })
})

describe('a query', () => {
  test.each(['pageSize=1&pageSize=2', 'status[]=draft', 'status=draft&status=draft'])(
    'with a parameter that comes more than once (%s) answers invalid_request',
    async (query) => {
      const { token, entity } = await tenant()
      const answer = await call('GET', `/v1/signature-requests?entityId=${entity.id}&${query}`, { token })
      expectRefused(answer, 'invalid_request')
      expect(answer.body.error.details.issues).toMatchObject([{ code: 'repeated' }])
    },
  )
})

describe('what is not there', () => {
  const unknown: [string, string][] = [
    ['GET', '/v1/nothing'],
    ['POST', '/'],
    ['GET', '/v2/me'],
    ['GET', '/v1'],
    ['POST', '/v1/me'],
    ['PUT', '/v1/signature-requests'],
    ['DELETE', '/v1/uploads'],
    ['PATCH', '/openapi.json'],
    ['OPTIONS', '/v1/me'],
    ['GET', '/v1/signature-requests/a/b/c/d'],
    ['GET', '/V1/ME'],
  ]
  test.each(unknown)('%s %s answers not_found, with and without a token', async (method, path) => {
    const { token } = await tenant()
    for (const options of [{}, { token }, { token: 'no token' }])
      expectRefused(await call(method, path, options), 'not_found')
  })

  test.each(['/v1/me', '/openapi.json', '/docs', '/v1/nothing', '/sign/any', '/sign/assets/none'])(
    'HEAD %s answers like GET, without a body',
    async (path) => {
      const { token } = await tenant()
      const url = `${inject('cloud').baseUrl}${path}`
      for (const headers of [{}, { Authorization: `Bearer ${token}` }]) {
        const [get, head] = [await fetch(url, { headers }), await fetch(url, { method: 'HEAD', headers })]
        const told = ({ status, headers }: Response) => [status, headers.get('content-type'), headers.get('etag')]
        expect([...told(head), await head.text()]).toEqual([...told(get), ''])
      }
    },
  )
})

describe('X-Request-Id', () => {
  test('is told back when it is one', async () => {
    const { token } = await tenant()
    for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)]) {
      const headers = { 'X-Request-Id': id }
      expect((await call('GET', '/v1/me', { token, headers })).headers.get('x-request-id')).toBe(id)
      expect((await call('GET', '/v1/me', { headers })).headers.get('x-request-id')).toBe(id)
    }
  })

  test('is made anew when it is none', async () => {
    const { token } = await tenant()
    const ids = new Set<string | null>()
    for (const id of ['', 'with space', 'x'.repeat(129), 'ligne\u00e9', 'a/b']) {
      const { headers } = await call('GET', '/v1/me', { token, headers: { 'X-Request-Id': id } })
      ids.add(headers.get('x-request-id'))
    }
    expect(ids.size).toBe(5)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{10,128}$/)
  })

  test('stands on answers of people, of public operations and of unknown routes', async () => {
    const { token } = await personOf(await tenant(), 'viewer')
    for (const path of ['/v1/me', '/openapi.json', '/docs', '/v1/nothing'])
      expect((await call('GET', path, { token })).headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{10,128}$/)
  })
})
