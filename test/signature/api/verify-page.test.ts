import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { verificationIdOf } from '../../../functions/signature/model/verification-id.ts'
import { checkWindow } from '../../../functions/signature/verify-page/check-limit.ts'
import { updateDocument } from '../../../shared/pdf/document-update.ts'
import { findPages } from '../../../shared/pdf/page-tree.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { windowKey } from '../../../shared/store/window-count.ts'
import { type Answer, call, demand, download } from '../../support/client.ts'
import { hostileDocuments } from '../../support/documents/hostile.ts'
import { pdfOf, stream } from '../../support/documents/pdf-of.ts'
import { sealedFor } from '../../support/documents/sealed-for.ts'
import { uploadVersionsOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { alter, completed, pathOf, signer } from '../../support/signature.ts'
import { liveSealed, nativeRequest } from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const page = '/verify'

async function fileOf(of: Pick<Tenant, 'token'>, id: string, variant: 'signed' | 'evidence' = 'signed') {
  const { status, bytes } = await download(`${pathOf(id)}/document?variant=${variant}`, of.token)
  expect(status).toBe(200)
  return Buffer.from(bytes)
}

/** What the page says of a file, as a person reads it. */
async function check(pdf: Uint8Array, query = ''): Promise<Answer & { says: string }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf')
  const answer = await call('POST', `${page}${query}`, { body: form })
  return { ...answer, says: textOf(answer.text) }
}

function textOf(markup: string): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<form/.exec(markup) ?? []
  return main
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const live = async () => {
  const of = await tenant({ livemode: true })
  return { of, request: await liveSealed(of) }
}

describe.concurrent('the page that checks documents', () => {
  it('opens for everybody, in their language, and loads nothing from elsewhere', async () => {
    const english = await call('GET', page)
    expect(english.status).toBe(200)
    expect(textOf(english.text)).toContain('Check a signed document')
    expect(english.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(english.headers.get('cache-control')).toBe('no-store')
    const french = await call('GET', page, { headers: { 'Accept-Language': 'fr-FR' } })
    expect(textOf(french.text)).toContain('Vérifier un document signé')
    expect(textOf((await call('GET', `${page}?locale=fr`)).text)).toContain('Vérifier un document signé')
    const polish = await call('GET', page, { headers: { 'Accept-Language': 'sv, pl;q=0.8, en;q=0.5' } })
    expect(textOf(polish.text)).toContain('Sprawdzanie podpisanego dokumentu')
    expect(polish.text).toContain('<a href="?locale=pt" lang="pt" hreflang="pt">Português</a>')
  })

  it('takes no language that is none, and no upload that is no JSON', async () => {
    const locale = 'locale=%25%25'
    expectRefused(await call('GET', `${page}?${locale}`), 'invalid_request')
    expectRefused(await call('GET', `${page}/${verificationIdOf(randomUUID())}?${locale}`), 'invalid_request')
    expectRefused(await check(new Uint8Array(1), `?${locale}`), 'invalid_request')
    const headers = { 'Content-Type': 'application/json' }
    expectRefused(await call('POST', `${page}/uploads`, { body: '{', headers }), 'bad_request')
  })

  it('says who signed a sealed document, when, for whom, and that it is complete', async () => {
    const { of, request } = await live()
    const { status, says } = await check(await fileOf(of, request.id))
    expect(status).toBe(200)
    expect(says).toContain('This document is sealed and complete')
    expect(says).toContain(`It is the document that ${of.org.name} had signed`)
    const [{ firstName, lastName }] = request.signers
    expect(says).toMatch(new RegExp(`${firstName} ${lastName}, on \\d+ \\w+ \\d{4} at [\\d:]+ \\(Europe/Paris\\)`))
    expect(says).toContain(verificationIdOf(request.id))
    expect(says).not.toContain(request.signers[0].email)
    expect((await check(await fileOf(of, request.id), '?locale=fr')).says).toContain('scellé et complet')
    expect((await check(await fileOf(of, request.id, 'evidence'))).says).toContain('It is the evidence of a document')
  })

  it('says that a document was changed when anything follows the seal', async () => {
    const { of, request } = await live()
    const sealed = await fileOf(of, request.id)
    const { bytes } = await updateDocument(sealed, async (update) => {
      findPages(update, new Set([1]))
        .get(1)
        ?.dict.delete('Contents')
    })
    const { says } = await check(bytes)
    expect(says).toContain('This document was changed after it was sealed')
    expect(says).not.toContain('complete')
    const broken = Buffer.from(sealed)
    broken.write('Nobody', broken.indexOf('Every signer has signed'), 'latin1')
    expect((await check(broken)).says).toContain('A signature of this document is broken')
  })

  it('says of a document of a test organization that it has no value, and tells nothing of its request', async () => {
    const of = await tenant()
    const request = await completed(of, { signers: [signer('', { firstName: 'Wilhelmina' })] })
    const { says } = await check(await fileOf(of, request.id))
    expect(says).toContain('This is a test document')
    expect(says).not.toMatch(/complete|Wilhelmina/)
  })

  it('is not deceived by what a document shows, or by a seal of others that names a request', async () => {
    const { of, request } = await live()
    const written = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
      stream('', Buffer.from(`BT /F 12 Tf 20 100 Td (Sealed by Sealpost ${verificationIdOf(request.id)}) Tj ET`)),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ])
    expect((await check(written)).says).toContain('This document is not sealed')
    const { says } = await check(await sealedFor(request.id))
    expect(says).toContain('This document has no seal of this service')
    expect(says).toContain('a certificate that this service does not know')
    expect(says).not.toMatch(new RegExp(`complete|${of.org.name}`))
  })

  it('answers hostile files with a page, too', async () => {
    for (const { make } of hostileDocuments.slice(1, 6)) {
      const { status, says } = await check(await make())
      expect(status).toBe(200)
      expect(says).not.toContain('complete')
    }
    expect((await check(Buffer.from('GIF89a'))).says).toContain('This file cannot be checked')
  })

  it('asks for a file where none came', async () => {
    expect((await check(Buffer.alloc(0))).status).toBe(422)
    expect((await call('POST', page, { json: {} })).status).toBe(422)
  })
})

describe.concurrent('a verification id', () => {
  const opened = (requestId: string) => call('GET', `${page}/${verificationIdOf(requestId)}`)

  it('says that a document was sealed, for whom, when, and its fingerprint, and nothing else', async () => {
    const { of, request } = await live()
    const { text, status } = await opened(request.id)
    expect(status).toBe(200)
    expect(textOf(text)).toContain(`It was sealed by Sealpost for ${of.org.name} on `)
    expect(textOf(text)).toContain(request.document.signed.sha256)
    for (const secret of [request.title, request.signers[0].email, request.signers[0].lastName])
      expect(text).not.toContain(secret)
    expect((await call('GET', `${page}/${verificationIdOf(request.id).toLowerCase()}`)).status).toBe(200)
  })

  it('opens nothing for test organizations, unsealed or purged documents, and ids that nobody has', async () => {
    const test = await tenant()
    const { of, request } = await live()
    const [sealedTest, unsealed] = await Promise.all([completed(test), nativeRequest(of)])
    await alter(request.id, ({ endedAt }) => ({
      retention: {
        state: 'purged',
        archivedAt: null,
        restoreRequestedAt: null,
        restoredUntil: null,
        purgeAt: null,
        purgeWarnedAt: null,
        purgedAt: endedAt,
      },
    }))
    for (const { id } of [sealedTest, unsealed, request]) {
      const { status, text } = await opened(id)
      expect(status).toBe(404)
      expect(textOf(text)).toContain('No sealed document has this id')
    }
    for (const other of ['nothing', request.id, verificationIdOf('0190b3d2-7c1e-7a31-9f10-5b1de7000001')])
      expect((await call('GET', `${page}/${other}`)).status).toBe(404)
  })
})

describe.concurrent('a document that is larger than the gateway lets through', () => {
  const asking = (size: number) => call('POST', `${page}/uploads`, { json: { size } })

  it('comes by an upload, which is deleted with the answer', async () => {
    const { of, request } = await live()
    const pdf = await fileOf(of, request.id)
    const asked = await asking(pdf.length)
    demand(asked, 201)
    const { id, url, contentType } = asked.body
    const put = await fetch(url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: new Uint8Array(pdf) })
    expect(put.status).toBe(200)
    const form = () => {
      const fields = new FormData()
      fields.set('uploadId', id)
      return fields
    }
    const first = await call('POST', page, { body: form() })
    expect(textOf(first.text)).toContain('This document is sealed and complete')
    expect(await uploadVersionsOf(`verify/${id}`)).toEqual([])
    expect((await call('POST', page, { body: form() })).status).toBe(422)
  })

  it('is refused by a page where a browser sends it without scripts', async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(5_000_000)], { type: 'application/pdf' }), 'a.pdf')
    const answer = await call('POST', page, { body: form, headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html'])
    expect(answer.text).toContain('Allow scripts for this page')
  })

  it('has at most 15 MB: file_too_large', async () => {
    expectRefused(await asking(15_728_641), 'file_too_large')
    expectRefused(await asking(0), 'invalid_request')
  })
})

/** Alone: everybody here is of one network. */
describe('checks of one network', () => {
  async function used(counted: 'check' | 'upload', count: number): Promise<void> {
    const nowMs = Date.now()
    for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      for (const atMs of [nowMs, nowMs + 60_000])
        await table().client.send(
          new UpdateCommand({
            TableName: table().name,
            Key: windowKey(checkWindow(counted, ip), atMs),
            UpdateExpression: 'SET used = :used, #type = :type, expiresAt = :expiresAt',
            ExpressionAttributeNames: { '#type': 'type' },
            ExpressionAttributeValues: {
              ':used': count,
              ':type': 'window_count',
              ':expiresAt': Math.ceil(Date.parse(timestamp(nowMs)) / 1000) + 3600,
            },
          }),
        )
  }

  it('are limited in a minute, and their uploads: rate_limited', async () => {
    await Promise.all([used('check', 1000), used('upload', 1000)])
    const { status, says } = await check(Buffer.from('GIF89a'))
    expect(status).toBe(429)
    expect(says).toMatch(/From one network, \d+ documents can be checked in a minute. Try again in \d+ seconds/)
    expectRefused(await call('POST', `${page}/uploads`, { json: { size: 1000 } }), 'rate_limited')
    await Promise.all([used('check', 0), used('upload', 0)])
    expect((await check(Buffer.from('GIF89a'))).status).toBe(200)
  })
})
