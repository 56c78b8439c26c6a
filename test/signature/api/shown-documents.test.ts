import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifySeal } from '../../../infra/local/demo/verify-seal.ts'
import { inspectPdf } from '../../../shared/pdf/inspect-pdf.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { evidenceIn } from '../../support/chain.ts'
import { call, download } from '../../support/client.ts'
import { originalsOf } from '../../support/inspection.ts'
import {
  codeOf,
  create,
  draftFor,
  pathOf,
  post,
  postUploaded,
  sealed,
  signer,
  uploadOf,
} from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const casesFolder = new URL('../../support/documents/cases/', import.meta.url)
const caseNamed = (name: string) => readFileSync(new URL(name, casesFolder))

const withForm = caseNamed('field-appearance-differs-from-value.pdf')
const withLayer = caseNamed('layer-on-but-hidden-in-view.pdf')

async function variantOf(of: Tenant, id: string, variant: string) {
  const { status, headers, bytes } = await download(`${pathOf(id)}/document?variant=${variant}`, of.token)
  expect(status, variant).toBe(200)
  return { bytes, name: decodeURIComponent(headers.get('content-disposition')?.split("UTF-8''")[1] ?? '') }
}

const fileOf = (bytes: Uint8Array) => ({ sha256: sha256Of(bytes), size: bytes.length })

describe.concurrent('a document that is made one fixed picture', () => {
  it('is one file from the first look to the seal and the evidence, and keeps the upload beside it', async () => {
    const of = await tenant()
    const { id } = await create(of, { signers: [signer('+sign')] }, { file: withForm, fileName: 'offer.pdf' })
    const { document } = await sealed(of, id)
    const files = await Promise.all(['shown', 'original', 'signed', 'evidence'].map((each) => variantOf(of, id, each)))
    expect(files.map(({ name }) => name)).toEqual([
      'offer.pdf',
      'offer-original.pdf',
      'offer-signed.pdf',
      'offer-evidence.pdf',
    ])
    const [shown, original, signed, evidence] = files.map(({ bytes }) => bytes)
    if (!shown || !original || !signed || !evidence) throw new Error('a variant is missing')
    expect(document).toMatchObject({ ...fileOf(shown), pageCount: 1, upload: fileOf(withForm) })
    expect(document.normalizations).toContainEqual({ kind: 'forms', count: 1 })
    expect(Buffer.compare(original, withForm)).toBe(0)
    expect(Buffer.compare(signed.subarray(0, shown.length), shown)).toBe(0)
    expect(verifySeal(signed)).toMatchObject({ intact: true, coversWholeDocument: true })
    const proof = await evidenceIn(evidence)
    const { upload, normalizations } = document
    expect(proof).toMatchObject({
      version: 6,
      document: { ...fileOf(shown), upload, normalizations },
      sealed: fileOf(signed),
    })
    const created = proof.steps.find(({ type }) => type === 'created')
    expect(created?.detail).toEqual({ fileName: 'offer.pdf', ...fileOf(shown), upload, normalizations })
    expect(proof.steps.find(({ type }) => type === 'signed')?.detail).toMatchObject({
      documentSha256: sha256Of(shown),
    })
    expect(await inspectPdf(shown)).toMatchObject({ valid: true, activeContent: [], normalizations: [], shown: null })
  })

  it('comes the same from an upload', async () => {
    const of = await tenant()
    const [byForm, byUpload] = await Promise.all([
      create(of, {}, { file: withLayer }),
      postUploaded(of, draftFor(of), await uploadOf(of, withLayer)),
    ])
    expect(codeOf(byUpload)).toBe('201')
    const { sha256, size, upload, normalizations } = byForm.document
    expect(byUpload.body.document).toMatchObject({ sha256, size, upload, normalizations })
  })

  it('is shown by default, and an upload that needs nothing is all three', async () => {
    const of = await tenant()
    const { id, document } = await create(of, {}, { file: withForm })
    const { bytes } = await download(`${pathOf(id)}/document`, of.token)
    expect(sha256Of(bytes)).toBe(document.sha256)
    const plain = await create(of)
    expect(plain.document.upload).toEqual({ sha256: plain.document.sha256, size: plain.document.size })
    expect(plain.document.normalizations).toEqual([])
    const [shown, original] = await Promise.all([variantOf(of, plain.id, 'shown'), variantOf(of, plain.id, 'original')])
    expect(Buffer.compare(shown.bytes, original.bytes)).toBe(0)
    expect(await originalsOf(of.org.id)).toHaveLength(3)
  })

  it('of a draft that is deleted goes with its upload', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true }, { file: withForm })
    expect(await originalsOf(of.org.id)).toHaveLength(2)
    expect((await call('DELETE', pathOf(id), { token: of.token })).status).toBe(204)
    await until('the deletion of both files', async () => (await originalsOf(of.org.id)).length === 0)
  })
})

describe.concurrent('activeContent', () => {
  const refused = (found: string[]) => ({
    status: 422,
    body: { error: { code: 'invalid_pdf', details: { reason: 'active_content', found } } },
  })

  it('"refuse" refuses what would be changed, names it, and leaves nothing', async () => {
    const of = await tenant()
    const answer = await post(of, draftFor(of, { activeContent: 'refuse' }), { file: withForm })
    expect(answer).toMatchObject(refused(['forms']))
    expect(answer.body.error.message).toContain('forms')
    expect(await originalsOf(of.org.id)).toEqual([])
    expect(codeOf(await post(of, draftFor(of, { activeContent: 'refuse' })))).toBe('201')
  })

  it('is refused after the rights of the caller and before every rule about signers', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    const draft = { activeContent: 'refuse', signers: [], expiresInDays: 0 }
    expect(await post(of, draftFor(of, draft), { file: withForm })).toMatchObject(refused(['forms']))
    expect(codeOf(await post(of, draftFor(other, draft), { file: withForm }))).toBe('entity_not_found')
    expect(codeOf(await post(of, draftFor(of, { ...draft, title: 7 }), { file: withForm }))).toBe('invalid_request')
    expect(codeOf(await post(of, draftFor(of, { activeContent: 'keep' })))).toBe('invalid_request')
  })

  it('can change in a draft, but not to "refuse" where the document was changed', async () => {
    const of = await tenant()
    const change = async (id: string, json: object) => await call('PATCH', pathOf(id), { token: of.token, json })
    const flattened = await create(of, { draft: true }, { file: withForm })
    expect(flattened.activeContent).toBe('flatten')
    expect(await change(flattened.id, { activeContent: 'refuse' })).toMatchObject(refused(['forms']))
    expect((await change(flattened.id, { activeContent: 'flatten', title: 'Other' })).body).toMatchObject({
      title: 'Other',
      activeContent: 'flatten',
    })
    const plain = await create(of, { draft: true })
    expect((await change(plain.id, { activeContent: 'refuse' })).body).toMatchObject({ activeContent: 'refuse' })
  })
})

/** The kinds of changes with which a file is sealed as it is shown, or the reason why it is refused. */
const outcomes: Record<string, readonly string[] | { refused: string; found?: readonly string[] }> = {
  'broken-higher-generation.pdf': { refused: 'ambiguous' },
  'broken-objstm-earlier.pdf': { refused: 'ambiguous' },
  'field-appearance-differs-from-value.pdf': ['forms'],
  'firefox-before-124-linearized-filled.pdf': ['structure', 'forms'],
  'hybrid-like-word.pdf': [],
  'hybrid-signed-by-dss.pdf': { refused: 'document_already_signed' },
  'hybrid-updated-plain.pdf': [],
  'hybrid-updated-unsorted.pdf': [],
  'hybrid-updated-xrefstm-repeated-unsorted.pdf': [],
  'hybrid-updated-xrefstm-repeated.pdf': [],
  'layer-on-but-hidden-in-view.pdf': ['layers'],
  'newline-before-header-form-filled.pdf': ['structure', 'forms'],
  'objstm-index-mismatch.pdf': { refused: 'ambiguous' },
  'pyhanko-signed-bb-objstm.pdf': { refused: 'active_content', found: ['forms'] },
  'pyhanko-updated-page.pdf': ['structure', 'forms'],
  'signed-appended-with-newline.pdf': { refused: 'active_content', found: ['forms'] },
  'signed-appended-without-newline.pdf': { refused: 'active_content', found: ['forms'] },
  'signed-hybrid-plain.pdf': { refused: 'document_already_signed' },
  'signed-hybrid-xrefstm-repeated.pdf': { refused: 'document_already_signed' },
  'unterminated-array.pdf': { refused: 'ambiguous' },
  'unterminated-string.pdf': [],
}

describe.concurrent('a file that once was shown and sealed differently', () => {
  it('stands in the table of outcomes', () => {
    expect(Object.keys(outcomes).sort()).toEqual(
      readdirSync(casesFolder)
        .filter((name) => name.endsWith('.pdf'))
        .sort(),
    )
  })

  it.for(Object.entries(outcomes))('%s ends as expected', async ([name, outcome]) => {
    const of = await tenant()
    const file = caseNamed(name)
    const draft = draftFor(of, { signers: [signer('+sign')] })
    const answer = await post(of, draft, { file, fileName: name })
    if ('refused' in outcome) {
      const { code, details } = answer.body.error
      const reason = code === 'document_already_signed' ? code : details.reason
      expect({ refused: reason, found: details.found }).toEqual({ found: undefined, ...outcome })
      expect(await originalsOf(of.org.id)).toEqual([])
      return
    }
    expect(codeOf(answer), answer.text).toBe('201')
    const { document } = await sealed(of, answer.body.id)
    expect(document.normalizations.map(({ kind }: { kind: string }) => kind)).toEqual(outcome)
    const [shown, signed] = await Promise.all([
      variantOf(of, answer.body.id, 'shown'),
      variantOf(of, answer.body.id, 'signed'),
    ])
    expect(document).toMatchObject({ ...fileOf(shown.bytes), upload: fileOf(file) })
    expect(Buffer.compare(signed.bytes.subarray(0, shown.bytes.length), shown.bytes)).toBe(0)
    expect(verifySeal(signed.bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
  })
})
