import { describe, expect, it } from 'vitest'
import { originalKey } from '../../../functions/signature/model/document-keys.ts'
import { verifySeal } from '../../../infra/local/demo/verify-seal.ts'
import { call, download } from '../../support/client.ts'
import { hostileDocuments, oddDocuments } from '../../support/documents/hostile.ts'
import { documentBy, producers } from '../../support/documents/producers.ts'
import { undoingPage } from '../../support/documents/undoing-page.ts'
import { originalsOf, storeDocument } from '../../support/inspection.ts'
import { sampled } from '../../support/proof.ts'
import {
  codeOf,
  create,
  draftFor,
  pathOf,
  post,
  postUploaded,
  type Sender,
  sealed,
  signer,
  storedRequest,
  uploadOf,
} from '../../support/signature.ts'
import { tenant } from '../../support/tenant.ts'

/** What a form can carry; larger files go by an upload. */
const largestForm = 4_000_000

/** The gateway waits no longer for an answer. */
const longestAnswerMs = 29_000

async function send(of: Sender, bytes: Uint8Array) {
  if (bytes.length <= largestForm) return await post(of, draftFor(of), { file: bytes })
  return await postUploaded(of, draftFor(of), await uploadOf(of, bytes))
}

describe('documents that cannot be signed', () => {
  it.for(sampled(hostileDocuments, 8))('$name is refused, and the next one is served', async ({ make, reasons }) => {
    const of = await tenant()
    const bytes = await make()
    const start = performance.now()
    const answer = await send(of, bytes)
    expect(performance.now() - start).toBeLessThan(longestAnswerMs)
    expect(codeOf(answer), answer.text).toBe(bytes.length === 0 ? 'file_required' : 'invalid_pdf')
    if (bytes.length > 0) expect(reasons).toContain(answer.body.error.details.reason)
    expect(await originalsOf(of.org.id)).toEqual([])
    await create(of)
  })

  it('at once with good ones do not take these with them', async () => {
    const of = await tenant()
    const bombs = await Promise.all(
      hostileDocuments.filter(({ name }) => name.includes('bomb')).map(({ make }) => make()),
    )
    const [refused, made] = await Promise.all([
      Promise.all(bombs.map((bomb) => send(of, bomb))),
      Promise.all([create(of), create(of), create(of)]),
    ])
    expect(refused.map(codeOf)).toEqual(bombs.map(() => 'invalid_pdf'))
    expect(made).toHaveLength(3)
  })
})

describe('documents that could not be sealed as they are shown', () => {
  const undrawable = { code: 'invalid_pdf', details: { reason: 'ambiguous' } }

  it('are refused before anybody is asked to sign', async () => {
    const of = await tenant()
    const answer = await send(of, undoingPage())
    expect(answer).toMatchObject({ status: 422, body: { error: undrawable } })
    expect(await originalsOf(of.org.id)).toEqual([])
  })

  it('are refused when a draft gets fields', async () => {
    const of = await tenant()
    const { id } = await create(of, { draft: true })
    await storeDocument(originalKey(await storedRequest(id)), undoingPage())
    const fields = [{ type: 'signature', page: 1, x: 10, y: 10, width: 90, height: 30 }]
    const json = { signers: [signer('', { fields })] }
    const answer = await call('PATCH', pathOf(id), { token: of.token, json })
    expect(answer).toMatchObject({ status: 422, body: { error: undrawable } })
  })
})

describe.concurrent('odd documents that every reader opens', () => {
  it.for(sampled(oddDocuments, 4))('$name is sealed', async ({ make }) => {
    const of = await tenant()
    const bytes = await make()
    const { id } = await create(of, { signers: [signer('+sign')] }, { file: bytes })
    await sealed(of, id)
    const original = await download(`${pathOf(id)}/document?variant=original`, of.token)
    expect(Buffer.compare(original.bytes, bytes)).toBe(0)
    const shown = await download(`${pathOf(id)}/document`, of.token)
    const signed = await download(`${pathOf(id)}/document?variant=signed`, of.token)
    expect(verifySeal(signed.bytes)).toMatchObject({ intact: true, coversWholeDocument: true })
    expect(Buffer.compare(signed.bytes.subarray(0, shown.bytes.length), shown.bytes)).toBe(0)
  })
})

describe.concurrent('documents by other software', () => {
  it.for(sampled(producers, 2))('%s: it is sealed, after the bytes that are shown', async (producer) => {
    const of = await tenant()
    const bytes = documentBy(producer)
    const place = { page: 1, x: 20, width: 120, height: 40 }
    const fields = [
      { type: 'signature', ...place, y: 20 },
      { type: 'text', ...place, y: 70, text: 'Read and approved' },
      { type: 'checkbox', ...place, y: 120 },
    ]
    const { id } = await create(of, { signers: [{ ...signer('+sign'), fields }] }, { file: bytes })
    await sealed(of, id)
    const { bytes: shown } = await download(`${pathOf(id)}/document`, of.token)
    const { bytes: signed } = await download(`${pathOf(id)}/document?variant=signed`, of.token)
    expect(verifySeal(signed)).toMatchObject({ intact: true, coversWholeDocument: true })
    expect(Buffer.compare(signed.subarray(0, shown.length), shown)).toBe(0)
  })
})
