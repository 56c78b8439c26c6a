import { describe, expect, it } from 'vitest'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { flawsOfChain } from '../../support/chain.ts'
import { type Answer, call, download } from '../../support/client.ts'
import { connectCsc, cscDraft, cscSigner, signAtCsc } from '../../support/csc.ts'
import { expectRefused } from '../../support/refused.ts'
import { act, create, type Draft, pathOf, read, sealed, settled, signer, storedChain } from '../../support/signature.ts'
import { agree, open, signBody, visit } from '../../support/signing.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { atFake, connectYousign, vendorDraft, vendorSigner } from '../../support/vendors.ts'

type Request = Answer['body']

/** What the suite needs to know of a vendor of signatures. */
interface Adapter {
  readonly vendor: string
  /** A request that works, and what has one of its signers sign. */
  readonly prepare: (of: Tenant) => Promise<{
    readonly draft: Draft
    readonly sign: (request: Request, index: number) => Promise<unknown>
  }>
}

const adapters: readonly Adapter[] = [
  {
    vendor: 'simulated',
    prepare: async (of) => ({
      draft: { vendor: 'simulated', signers: [signer(), signer()] },
      sign: (request, index) => act(of, request, index, 'sign'),
    }),
  },
  {
    vendor: 'native',
    prepare: async () => ({
      draft: { vendor: 'native', signers: [signer(), signer()] },
      sign: async (request, index) => {
        const browser = await visit(request, index)
        await open(browser)
        await agree(browser)
        return await browser.post('/sign', signBody(request))
      },
    }),
  },
  {
    vendor: 'yousign',
    prepare: async (of) => {
      const { apiKey } = await connectYousign(of)
      return {
        draft: vendorDraft({ signers: [vendorSigner(), vendorSigner()] }),
        sign: async ({ id, signers }, index) => {
          await until('the request at Yousign', async () => (await read(of, id)).vendorRequestId !== null)
          await atFake(apiKey, 'act', { externalId: id, email: signers[index].email, action: 'sign' })
        },
      }
    },
  },
  {
    vendor: 'csc',
    prepare: async (of) => {
      await connectCsc(of)
      return { draft: cscDraft({ signers: [cscSigner(), cscSigner()] }), sign: signAtCsc }
    },
  },
]

const trust = { nowMs: Date.now(), anchors: [], sealKeys: [], testSealKeys: [] }

describe.concurrent.each(adapters)('the vendor $vendor of signatures', ({ vendor, prepare }) => {
  it('keeps the contract of adapters', async () => {
    const of = await tenant()
    const { draft, sign } = await prepare(of)
    const options = await call('GET', `/v1/signature-requests/options?entityId=${of.entity.id}`, { token: of.token })
    expect(options.body.vendors.find(({ key }: Request) => key === vendor)).toMatchObject({ status: 'available' })
    const request = await create(of, { signingOrder: 'sequential', ...draft })
    expect(request).toMatchObject({ vendor, status: 'pending_signature', progress: { total: 2, signed: 0 } })
    expectRefused(
      await call('GET', `${pathOf(request.id)}/document?variant=signed`, { token: of.token }),
      'signature_request_not_completed',
    )
    await sign(request, 0)
    await settled(of, request.id, 'one signature', ({ progress }) => progress.signed === 1)
    await sign(request, 1)
    const done = await sealed(of, request.id)
    expect(done).toMatchObject({
      status: 'completed',
      progress: { total: 2, signed: 2, pending: 0 },
      signers: [{ status: 'signed' }, { status: 'signed' }],
    })
    for (const variant of ['signed', 'evidence'] as const) {
      const { bytes } = await download(`${pathOf(request.id)}/document?variant=${variant}`, of.token)
      expect(sha256Of(bytes)).toBe(done.document[variant].sha256)
      const found = await verifyPdf(bytes, trust)
      expect(found).toMatchObject({ valid: true, faults: [] })
      expect(found.valid && found.signatures.every(({ intact }) => intact)).toBe(true)
    }
    expect(flawsOfChain(await storedChain(request.id))).toEqual([])
    const types = (await storedChain(request.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signed')).toHaveLength(2)
    expect(types.filter((type) => type === 'sealed')).toHaveLength(1)
    const ended = await call('POST', `${pathOf(request.id)}/cancel`, { token: of.token, json: {} })
    expectRefused(ended, 'signature_request_completed')
  })

  it('lets a request be canceled, and nobody signs it then', async () => {
    const of = await tenant()
    const { draft } = await prepare(of)
    const { id } = await create(of, { signingOrder: 'sequential', ...draft })
    const canceled = await call('POST', `${pathOf(id)}/cancel`, { token: of.token, json: { reason: 'Too late' } })
    expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled', cancel: { reason: 'Too late' } } })
    expect((await read(of, id)).signers.map(({ status }: Request) => status)).toEqual(['aborted', 'aborted'])
  })
})
