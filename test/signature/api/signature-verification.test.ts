import { describe, expect, it } from 'vitest'
import { makeApiKey, makeEntity } from '../../../infra/local/tenant.ts'
import { updateDocument } from '../../../shared/pdf/document-update.ts'
import { findPages } from '../../../shared/pdf/page-tree.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { call, demand, download } from '../../support/client.ts'
import { pyhankoFile } from '../../support/documents/case-file.ts'
import { certified } from '../../support/documents/certificates.ts'
import { cmsBy } from '../../support/documents/cms-signature.ts'
import { hostileDocuments } from '../../support/documents/hostile.ts'
import { pdfOf } from '../../support/documents/pdf-of.ts'
import { sealedFor } from '../../support/documents/sealed-for.ts'
import { onePage, signPdf } from '../../support/documents/signed-pdf.ts'
import {
  alter,
  codeOf,
  completed,
  contract,
  create,
  oversizedUpload,
  pathOf,
  storedRequest,
  uploadOf,
  verify,
  verifyPath,
} from '../../support/signature.ts'
import { liveSealed } from '../../support/signing.ts'
import { keyOf, personOf, type Tenant, table, tenant, tokenFor } from '../../support/tenant.ts'

async function documentOf(of: Pick<Tenant, 'token'>, id: string, variant: 'signed' | 'evidence' = 'signed') {
  const answer = await download(`${pathOf(id)}/document?variant=${variant}`, of.token)
  expect(answer.status).toBe(200)
  return Buffer.from(answer.bytes)
}

async function told(of: Pick<Tenant, 'token'>, pdf: Uint8Array) {
  const answer = await verify(of, pdf)
  demand(answer, 200)
  return answer.body
}

const intactSeal = {
  kind: 'signature',
  level: 'B-B',
  intact: true,
  coversWholeDocument: true,
  changesAfter: 'none',
  timestamp: null,
  signedAt: expect.stringMatching(/^\d{4}-.*Z$/),
}

describe.concurrent('a document that was sealed here', () => {
  it('is intact, whole and known to who may read its request; the seal of a test organization is not trusted', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    for (const variant of ['signed', 'evidence'] as const)
      expect(await told(of, await documentOf(of, id, variant))).toEqual({
        signatures: [
          { ...intactSeal, signerName: 'Sealpost TEST - no legal value', trusted: false, faults: ['test_seal'] },
        ],
        faults: [],
        knownRequestId: id,
      })
  })

  it('is trusted where it is of a live organization', async () => {
    const of = await tenant({ livemode: true })
    const request = await liveSealed(of)
    expect(await told(of, await documentOf(of, request.id))).toEqual({
      signatures: [{ ...intactSeal, signerName: 'Sealpost', trusted: true, faults: [] }],
      faults: [],
      knownRequestId: request.id,
    })
  })

  it('is not known to other organizations, nor to who may not read its request', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { id } = await completed(of)
    const pdf = await documentOf(of, id)
    expect((await told(other, pdf)).knownRequestId).toBeNull()
    expect(await told(await keyOf(of, 'viewer'), pdf)).toMatchObject({ knownRequestId: id })
    expect(await told(await personOf(of, 'viewer'), pdf)).toMatchObject({ knownRequestId: id })
    const sister = await makeEntity(table(), of.org)
    const keyOfSister = await makeApiKey(table(), { role: 'admin', node: sister })
    expect((await told({ token: await tokenFor(keyOfSister) }, pdf)).knownRequestId).toBeNull()
  })

  it('is not intact any more when a byte of it changes, and not known', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const pdf = await documentOf(of, id)
    const place = pdf.indexOf('Every signer has signed')
    pdf.write('Nobody', place, 'latin1')
    expect(await told(of, pdf)).toMatchObject({
      signatures: [{ intact: false, trusted: false, coversWholeDocument: true, level: null, faults: ['digest'] }],
      knownRequestId: null,
    })
  })

  it('is told when an update changes what it shows, and not trusted any more', async () => {
    const of = await tenant({ livemode: true })
    const request = await liveSealed(of)
    const { bytes } = await updateDocument(await documentOf(of, request.id), async (update) => {
      update.getCatalog().delete('AcroForm')
      const page = findPages(update, new Set([1])).get(1)
      page?.dict.delete('Contents')
    })
    expect(await told(of, bytes)).toMatchObject({
      signatures: [
        {
          signerName: 'Sealpost',
          intact: true,
          coversWholeDocument: false,
          changesAfter: 'other',
          trusted: false,
          faults: ['forbidden_change'],
        },
      ],
      faults: [],
      knownRequestId: null,
    })
  })

  it('is not whole any more when something is added, and not known', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const pdf = Buffer.concat([await documentOf(of, id), Buffer.from('% more\n%%EOF\n')])
    expect(await told(of, pdf)).toMatchObject({
      signatures: [{ intact: true, coversWholeDocument: false, changesAfter: 'none' }],
      knownRequestId: null,
    })
  })
})

describe.concurrent('a document from elsewhere', () => {
  it('is not known for naming a request of ours: its hash is another', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const pdf = await sealedFor(id)
    expect(await told(of, pdf)).toEqual({
      signatures: [{ ...intactSeal, signerName: 'Sealpost test seal', trusted: false, faults: ['no_trusted_issuer'] }],
      faults: [],
      knownRequestId: null,
    })
  })

  it('is known by its hash alone where the request is one that the caller may read', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const { id } = await create(of)
    const pdf = await sealedFor(id)
    const { document } = await storedRequest(id)
    const signed = { sha256: sha256Of(pdf), size: pdf.length, availableAt: document.uploadedAt, renewals: [] }
    await alter(id, () => ({ document: { ...document, signed } }))
    expect((await told(of, pdf)).knownRequestId).toBe(id)
    expect((await told(other, pdf)).knownRequestId).toBeNull()
  })

  it('without a signature has none', async () => {
    const of = await tenant()
    expect(await told(of, onePage())).toEqual({ signatures: [], faults: [], knownRequestId: null })
  })

  it('that is odd is told as uncertain with its signatures, and refused without', async () => {
    const of = await tenant()
    const odd = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Rotate 0/Rotate 0>>',
    ])
    const jane = certified({ name: 'Jane Doe' })
    const sign = (content: Buffer) => cmsBy(jane, { content })
    expect(await told(of, await signPdf(odd, { subFilter: 'ETSI.CAdES.detached', sign }))).toMatchObject({
      signatures: [{ signerName: 'Jane Doe', intact: true, coversWholeDocument: true }],
      faults: ['uncertain_structure'],
    })
    const answer = await verify(of, odd)
    expect(codeOf(answer)).toBe('invalid_pdf')
    expect(answer.body.error.details.reason).toBe('ambiguous')
  })

  it('is told by an honest archive timestamp as changed by validation data alone', async () => {
    expect(await told(await tenant(), pyhankoFile('b-lta.pdf'))).toMatchObject({
      signatures: [
        { level: 'B-LTA', intact: true, coversWholeDocument: false, changesAfter: 'validation_data' },
        { kind: 'document_timestamp', intact: true, changesAfter: 'validation_data' },
      ],
      faults: [],
    })
  })

  it('can come by an upload, which is used once', async () => {
    const of = await tenant()
    const uploadId = await uploadOf(of, await contract())
    const send = () => call('POST', verifyPath, { token: of.token, json: { uploadId } })
    expect(await send()).toMatchObject({ status: 200, body: { signatures: [] } })
    expect(codeOf(await send())).toBe('file_required')
  })

  it('is told the same again under the same Idempotency-Key', async () => {
    const of = await tenant()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await sealedFor(of.org.id))]), 'a.pdf')
    const send = () => call('POST', verifyPath, { token: of.token, body: form, headers: { 'Idempotency-Key': 'once' } })
    const [first, again] = [await send(), await send()]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
  })

  it('needs no data part, and passes over one that makes no sense', async () => {
    const of = await tenant()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(onePage())]), 'a.pdf')
    form.set('data', '{')
    expect((await call('POST', verifyPath, { token: of.token, body: form })).status).toBe(200)
  })
})

describe.concurrent('a file that cannot be looked at', () => {
  it.for(hostileDocuments.filter(({ name }) => /^(text|encrypted|cut in half|no pages|header)/.test(name)))(
    'for being $name is invalid_pdf',
    async ({ make, reasons }) => {
      const answer = await verify(await tenant(), await make())
      expect(codeOf(answer)).toBe('invalid_pdf')
      expect(reasons).toContain(answer.body.error.details.reason)
    },
  )

  it('for being larger than 15 MiB is file_too_large', async () => {
    const of = await tenant()
    const json = { uploadId: await oversizedUpload(of) }
    expect(codeOf(await call('POST', verifyPath, { token: of.token, json }))).toBe('file_too_large')
  })
})
