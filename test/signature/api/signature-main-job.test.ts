import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifySeal } from '../../../infra/local/demo/verify-seal.ts'
import { evidenceIn, flawsOfChain } from '../../support/chain.ts'
import { call, download } from '../../support/client.ts'
import { pdfOf } from '../../support/documents/pdf-of.ts'
import { hasPoppler, poppler } from '../../support/documents/poppler.ts'
import { busEventsOf, publicTypesOf } from '../../support/inspection.ts'
import { isProof } from '../../support/proof.ts'
import {
  act,
  codeOf,
  completed,
  contract,
  create,
  draftFor,
  pathOf,
  postUploaded,
  read,
  sealed,
  settled,
  signer,
  storedChain,
  uploadOf,
} from '../../support/signature.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function documentOf(of: Tenant, id: string, variant: string) {
  const answer = await download(`${pathOf(id)}/document?variant=${variant}`, of.token)
  expect(answer.status).toBe(200)
  return answer
}

/** The seal of a document, as a reader that shares nothing with its maker sees it. */
function expectIntactSeal(pdf: Uint8Array) {
  expect(verifySeal(pdf)).toMatchObject({
    subFilter: 'ETSI.CAdES.detached',
    intact: true,
    coversWholeDocument: true,
    certificateBound: true,
    hasSigningTime: false,
    level: 'B-B',
  })
  if (!hasPoppler('pdfsig')) return
  const told = poppler('pdfsig', pdf, (path) => ['-nocert', path])
  expect(told).toContain('Signature is Valid')
  expect(told).toContain('Total document signed')
}

describe.concurrent('a PDF that two people sign', () => {
  it('ends as a sealed PDF with evidence, which others can verify', async () => {
    const of = await tenant()
    const field = { type: 'signature', page: 3, x: 60, y: 700, width: 180, height: 60 }
    const signers = [signer('+sign', { fields: [field] }), signer('+sign', { firstName: 'Zoë', lastName: 'Κ' })]
    const created = await create(of, { signers, clientReference: 'order-7' }, { fileName: 'Contrat été "7".pdf' })
    expect(created).toMatchObject({ status: 'pending_signature', progress: { total: 2, signed: 0, pending: 2 } })

    const request = await sealed(of, created.id)
    expect(request).toMatchObject({
      status: 'completed',
      progress: { total: 2, signed: 2, pending: 0 },
      document: { sealStatus: 'sealed', sealLevel: 'B-B', state: 'available', pageCount: 3 },
    })

    const original = await documentOf(of, created.id, 'original')
    const signed = await documentOf(of, created.id, 'signed')
    const evidence = await documentOf(of, created.id, 'evidence')
    expect(Buffer.compare(original.bytes, await contract())).toBe(0)
    expect(Buffer.compare(signed.bytes.subarray(0, original.bytes.length), original.bytes)).toBe(0)
    expectIntactSeal(signed.bytes)
    expectIntactSeal(evidence.bytes)
    expect(request.document.signed).toMatchObject({ sha256: sha256(signed.bytes), size: signed.bytes.length })
    expect(request.document.evidence).toMatchObject({ sha256: sha256(evidence.bytes), size: evidence.bytes.length })

    const proof = await evidenceIn(evidence.bytes)
    expect(flawsOfChain(proof.steps)).toEqual([])
    expect(proof).toMatchObject({
      request: { id: created.id, entityId: of.entity.id, level: 'ses', vendor: 'simulated', livemode: false },
      document: { sha256: sha256(original.bytes), size: original.bytes.length, pageCount: 3 },
      sealed: { sha256: sha256(signed.bytes), size: signed.bytes.length, level: 'B-B' },
    })
    expect(proof.signers.map(({ name }) => name)).toEqual(['Jane Doe', 'Zoë Κ'])
    expect(proof.steps[0]).toMatchObject({ type: 'created', ip: expect.any(String) })
    expect(proof.steps.filter(({ type }) => type === 'signed')).toHaveLength(2)
    expect(proof.steps.at(-1)).toMatchObject({ type: 'completed' })
    if (hasPoppler('pdftotext'))
      for (const { bytes } of [signed, evidence])
        expect(poppler('pdftotext', bytes, (path) => ['-raw', path, '-']).replace(/\s/g, '')).toContain('nolegalvalue')
  })

  it('is downloaded with a digest, a validator and a name that every client can read', async () => {
    const of = await tenant()
    const { id } = await create(of, {}, { fileName: 'Contrat été "7".pdf' })
    const { headers, bytes } = await documentOf(of, id, 'shown')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      digest: `sha-256=${createHash('sha256').update(bytes).digest('base64')}`,
      etag: `"${sha256(bytes)}"`,
    })
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toMatch(/^Contrat été .*7.*\.pdf$/)
  })

  it('is completed by the very write of the last signature, and told as completed only with the seal', async () => {
    const of = await tenant()
    const request = await create(of, { signers: [signer(), signer()] })
    expect((await act(of, request, 0, 'sign')).body).toMatchObject({ status: 'pending_signature', completedAt: null })
    const last = await act(of, request, 1, 'sign')
    expect(last.body).toMatchObject({
      status: 'completed',
      completedAt: expect.any(String),
      document: { sealStatus: 'pending', signed: null, evidence: null },
    })
    await until('signature.completed', async () => {
      const types = await publicTypesOf(request.id)
      const isTold = types.includes('signature.completed')
      if (isTold) expect((await read(of, request.id)).document.sealStatus).toBe('sealed')
      return isTold
    })
    expect(await publicTypesOf(request.id)).toEqual([
      'signature.created',
      'signature.signed',
      'signature.signed',
      'signature.completed',
    ])
  })
})

/** The local object storage takes its time for the largest. */
const megabytes = isProof ? 15 : 2

describe.concurrent(`a PDF of ${megabytes} MB`, () => {
  it('comes by an upload, which is used once', async () => {
    const of = await tenant()
    const filler = Buffer.alloc(megabytes * 1_046_000, 'filler ')
    const stream = Buffer.concat([
      Buffer.from(`<</Length ${filler.length}>>\nstream\n`),
      filler,
      Buffer.from('\nendstream'),
    ])
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/PieceInfo 4 0 R>>'
    const pdf = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page, stream])
    const uploadId = await uploadOf(of, pdf, { fileName: 'large.pdf', sha256: sha256(pdf) })
    const draft = draftFor(of, { signers: [signer('+sign')] })
    const created = await postUploaded(of, draft, uploadId)
    expect(created, created.text).toMatchObject({ status: 201, body: { document: { fileName: 'large.pdf' } } })
    expect(codeOf(await postUploaded(of, draft, uploadId))).toBe('file_required')

    await sealed(of, created.body.id)
    const signed = await documentOf(of, created.body.id, 'signed')
    expect(Buffer.compare(signed.bytes.subarray(0, pdf.length), pdf)).toBe(0)
    expectIntactSeal(signed.bytes)
  })
})

describe.concurrent('a draft', () => {
  it('asks nobody until it is sent; its days count from the sending', async () => {
    const of = await tenant()
    const draft = await create(of, { draft: true, signers: [signer('+sign')], expiresInDays: 5 })
    expect(draft).toMatchObject({
      status: 'draft',
      sentAt: null,
      progress: { pending: 0 },
      permissions: { canCancel: false },
    })

    const sent = await call('POST', `${pathOf(draft.id)}/send`, { token: of.token })
    expect(sent).toMatchObject({ status: 200, body: { status: 'pending_signature', version: 2 } })
    const days = (Date.parse(sent.body.expiresAt) - Date.parse(sent.body.sentAt)) / 86_400_000
    expect(days).toBe(5)

    const again = await call('POST', `${pathOf(draft.id)}/send`, { token: of.token })
    // The version may be another one by now: the simulated signer does not wait.
    expect(again).toMatchObject({ status: 200, body: { sentAt: sent.body.sentAt } })
    await sealed(of, draft.id)
    expect((await publicTypesOf(draft.id)).filter((type) => type === 'signature.created')).toHaveLength(1)
  })

  it('tells nothing on the bus while it is a draft', async () => {
    const of = await tenant()
    const draft = await create(of, { draft: true })
    const witness = await completed(of)
    expect(await publicTypesOf(witness.id)).toContain('signature.created')
    expect(await busEventsOf(draft.id)).toEqual([])
  })
})

describe.concurrent('signing order', () => {
  it('asks signers of a sequence in turn, and lets nobody sign before', async () => {
    const of = await tenant()
    const request = await create(of, { signingOrder: 'sequential', signers: [signer(), signer(), signer('+sign')] })
    expect(request.signers.map(({ order }: { order: number }) => order)).toEqual([1, 2, 3])
    await settled(of, request.id, 'asking the first', ({ signers }) => signers[0].status === 'notified')

    for (const action of ['open', 'sign', 'decline', 'bounce', 'fail'] as const)
      expect((await act(of, request, 1, action)).body.error?.code, action).toBe('invalid_input')
    expect((await read(of, request.id)).signers.map(({ status }: { status: string }) => status)).toEqual([
      'notified',
      'waiting',
      'waiting',
    ])

    expect((await act(of, request, 0, 'sign')).status).toBe(200)
    await settled(of, request.id, 'asking the second', ({ signers }) => signers[1].status === 'notified')
    expect((await read(of, request.id)).signers[2].status).toBe('waiting')
    expect((await act(of, request, 1, 'sign')).status).toBe(200)
    // The vendor plays the last by itself, once it is their turn.
    const done = await sealed(of, request.id)
    const asked = done.signers.map(({ notifiedAt }: { notifiedAt: string }) => notifiedAt)
    expect(asked).toEqual([...asked].sort())
  })

  it('lets signers of equal number sign in any order', async () => {
    const of = await tenant()
    const signers = [signer('', { order: 2 }), signer('', { order: 1 }), signer('', { order: 1 })]
    const request = await create(of, { signingOrder: 'sequential', signers })
    expect((await act(of, request, 0, 'sign')).body.error.code).toBe('invalid_input')
    expect((await act(of, request, 2, 'sign')).status).toBe(200)
    expect((await act(of, request, 0, 'sign')).body.error.code).toBe('invalid_input')
    expect((await act(of, request, 1, 'sign')).status).toBe(200)
    expect((await act(of, request, 0, 'sign')).body.status).toBe('completed')
  })

  it('asks everybody at once in parallel, and has no numbers then', async () => {
    const of = await tenant()
    const signers = [signer('', { order: 2 }), signer('', { order: 1 })]
    const request = await create(of, { signingOrder: 'parallel', signers })
    expect(request.signers.map(({ order }: { order: number | null }) => order)).toEqual([null, null])
    await settled(of, request.id, 'asking both', ({ signers }) =>
      signers.every(({ status }: { status: string }) => status === 'notified'),
    )
    expect((await act(of, request, 1, 'sign')).status).toBe(200)
  })
})

describe.concurrent('the chain of steps', () => {
  it('is told as activity, downloads beside it, and is whole in the table', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    await documentOf(of, id, 'signed')
    const { body } = await call('GET', `${pathOf(id)}/activity`, { token: of.token })
    const types = body.results.map(({ type }: { type: string }) => type)
    expect(types.slice(0, 2)).toEqual(['created', 'sent'])
    expect(types.slice(-4)).toEqual(['signed', 'completed', 'sealed', 'downloaded'])
    expect(Object.keys(body.results[0]).sort()).toEqual(['actor', 'at', 'detail', 'id', 'ip', 'type'])
    expect(body.results.at(-1)).toMatchObject({
      actor: { type: 'api_key', id: of.key.clientId },
      detail: { variant: 'signed' },
    })
    const chain = await storedChain(id)
    expect(flawsOfChain(chain)).toEqual([])
  })
})
