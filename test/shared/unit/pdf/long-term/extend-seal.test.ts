import { PdfDict, PdfRef } from '@libpdf/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../../infra/local/demo/contract.ts'
import { DocumentObjects } from '../../../../../shared/pdf/document-objects.ts'
import { type ExtendedSeal, extendSeal } from '../../../../../shared/pdf/long-term/extend-seal.ts'
import { boundedFetch } from '../../../../../shared/pdf/long-term/fetch-bytes.ts'
import { sealPdf } from '../../../../../shared/pdf/seal.ts'
import type { SealSigner } from '../../../../../shared/pdf/seal-signer.ts'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import { certified } from '../../../../support/documents/certificates.ts'
import {
  type Behavior,
  type LocalAuthority,
  signerOf,
  startLocalAuthority,
} from '../../../../support/documents/local-authority.ts'
import { hasPoppler, poppler } from '../../../../support/documents/poppler.ts'
import { localSealSigner } from '../../../../support/documents/seal-signer.ts'

const canCheckSignatures = hasPoppler('pdfsig')

const clockEndsAt = new Date('2030-01-01T00:00:00Z')
let now: Date
let local: LocalAuthority

beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  local = await startLocalAuthority(() => now, { notAfter: clockEndsAt })
})
afterEach(() => local[Symbol.asyncDispose]())

function issuedSigner(): SealSigner {
  return signerOf(local.issue({ name: 'Sealpost' }), local.issuing.certificate)
}

async function sealed(signer: SealSigner): Promise<Uint8Array> {
  const timestampAuthority = { url: local.timestampUrl }
  const { bytes } = await sealPdf(await contractPdf(), {
    signer,
    timestampAuthority,
    name: 'Sealpost',
    reason: 'All signers have signed',
    signedAt: now,
  })
  return bytes
}

function extend(bytes: Uint8Array): Promise<ExtendedSeal> {
  return extendSeal(bytes, {
    nowMs: now.getTime(),
    timestampAuthority: { url: local.timestampUrl },
    anchors: [],
    fetchBytes: boundedFetch({ isLocalAllowed: true }),
  })
}

async function verified(bytes: Uint8Array) {
  const trust = { nowMs: now.getTime(), anchors: [local.root.certificate], sealKeys: [], testSealKeys: [] }
  const found = await verifyPdf(bytes, trust)
  if (!found.valid) throw new Error(found.reason)
  return found.signatures
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, start.length), start) === 0
}

const seal = { kind: 'signature', intact: true, trusted: true, changesAfter: 'validation_data', faults: [] }
const stamp = { kind: 'document_timestamp', signerName: 'Local clock', intact: true, trusted: true }

describe('a seal by an authority that can be asked', () => {
  it('becomes B-LTA: what was sealed stays as it is, and all that a verifier needs is in the file', async () => {
    const before = await sealed(issuedSigner())
    const after = await extend(before)
    expect(after).toMatchObject({ level: 'B-LTA', fault: null, provableUntilMs: clockEndsAt.getTime() })
    expect(startsWith(after.bytes, before)).toBe(true)
    expect(await verified(after.bytes)).toMatchObject([
      { ...seal, level: 'B-LTA', timestamp: { trusted: true } },
      { ...stamp, coversWholeDocument: true },
    ])
  })

  it('changes nothing that a verifier takes for filling in a form: the field of the timestamp has no appearance', async () => {
    const { bytes } = await extend(await sealed(issuedSigner()))
    const source = new DocumentObjects(bytes)
    const form = source.getCatalog().getDict('AcroForm', (ref) => source.getObject(ref))
    const last = form
      ?.getArray('Fields', (ref) => source.getObject(ref))
      ?.toArray()
      .at(-1)
    const field = last instanceof PdfRef ? source.getObject(last) : null
    if (!(field instanceof PdfDict)) throw new Error('the timestamp has no field')
    expect(field.getString('T')?.asString()).toBe('Timestamp 1')
    expect(field.has('AP')).toBe(false)
  })

  it('gets another timestamp years later, over the proof of the one before', async () => {
    const first = await extend(await sealed(issuedSigner()))
    now = new Date('2029-11-01T12:00:00Z')
    local.behavior.asked.length = 0
    const second = await extend(first.bytes)
    expect(second).toMatchObject({ level: 'B-LTA', fault: null })
    expect(startsWith(second.bytes, first.bytes)).toBe(true)
    expect(await verified(second.bytes)).toMatchObject([
      { ...seal, level: 'B-LTA' },
      { ...stamp, coversWholeDocument: false, signedAt: '2026-06-01T12:00:00.000Z' },
      { ...stamp, coversWholeDocument: true, signedAt: '2029-11-01T12:00:00.000Z' },
    ])
    expect(local.behavior.asked.filter((path) => path.startsWith('/ocsp')).toSorted()).toEqual([
      '/ocsp/issuing',
      '/ocsp/root',
    ])
  })

  it('takes the lists of authorities whose responders do not answer', async () => {
    local.behavior.ocsp = 'down'
    expect(await extend(await sealed(issuedSigner()))).toMatchObject({ level: 'B-LTA', fault: null })
    expect(local.behavior.asked.some((path) => path.startsWith('/list'))).toBe(true)
  })

  it('stays B-LT while the archive timestamp fails, and gets it later', async () => {
    const before = await sealed(issuedSigner())
    local.behavior.timestamp.answer = 'http-500'
    const between = await extend(before)
    expect(between).toMatchObject({ level: 'B-LT', provableUntilMs: null })
    expect(between.fault).toBeInstanceOf(Error)
    expect(await verified(between.bytes)).toMatchObject([{ ...seal, level: 'B-LT' }])
    local.behavior.timestamp.answer = 'granted'
    expect(await extend(between.bytes)).toMatchObject({ level: 'B-LTA', fault: null })
  })

  it.skipIf(!canCheckSignatures)(
    'is as valid as before for a reader that does not know document timestamps',
    async () => {
      const first = await extend(await sealed(issuedSigner()))
      now = new Date('2029-11-01T12:00:00Z')
      for (const [index, { bytes }] of [first, await extend(first.bytes)].entries()) {
        const [ofSeal = '', ...ofTimestamps] = poppler('pdfsig', bytes, (path) => ['-nocert', path])
          .split('Signature #')
          .slice(1)
        expect(ofSeal).toContain('Signature is Valid')
        expect(ofTimestamps.map((text) => /Signature Field Name: (.*)/.exec(text)?.[1])).toEqual(
          ['Timestamp 1', 'Timestamp 2'].slice(0, index + 1),
        )
        expect(ofTimestamps.at(-1)).toContain('Total document signed')
      }
    },
  )
})

describe('nothing is embedded that does not hold', () => {
  const useless: [string, Partial<Behavior>][] = [
    ['nobody answers', { ocsp: 'down', list: 'down' }],
    ['answers are of somebody else', { ocsp: 'forged', list: 'forged' }],
    ['answers are out of date', { ocsp: 'stale', list: 'stale' }],
    ['answers are about another certificate, and lists are not signed', { ocsp: 'about another', list: 'forged' }],
    ['answers are from the future, and lists too', { ocsp: 'early', list: 'early' }],
    ['answers tell what comes after them', { ocsp: 'before its time', list: 'down' }],
    ['answers are a month old', { ocsp: 'aged', list: 'down' }],
    ['answers tell what was the case a month ago', { ocsp: 'aged, produced now', list: 'down' }],
    ['the certificate of the responder has run out', { ocsp: 'old responder', list: 'down' }],
    ['answers have no end', { ocsp: 'endless', list: 'down' }],
  ]

  it.each(useless)('where %s', async (_, behavior) => {
    Object.assign(local.behavior, behavior)
    const before = await sealed(issuedSigner())
    const after = await extend(before)
    expect(after).toMatchObject({ level: 'B-T', provableUntilMs: null })
    expect(after.bytes).toBe(before)
    expect(after.fault).toBeInstanceOf(Error)
    Object.assign(local.behavior, { ocsp: 'good', list: 'good' })
    expect(await extend(after.bytes)).toMatchObject({ level: 'B-LTA', fault: null })
  })

  it.each(['good', 'down'] as const)('where the certificate was revoked, and OCSP is %s', async (ocsp) => {
    const holder = local.issue({ name: 'Sealpost' })
    const before = await sealed(signerOf(holder, local.issuing.certificate))
    local.behavior.ocsp = ocsp
    local.behavior.revoked.push({ certificate: holder.certificate, at: new Date('2026-05-01T00:00:00Z') })
    const after = await extend(before)
    expect(after).toMatchObject({ level: 'B-T', fault: { message: expect.stringContaining('revoked') } })
    expect(after.bytes).toBe(before)
  })

  it('keeps an archive as it is whose renewal nobody vouches for', async () => {
    const first = await extend(await sealed(issuedSigner()))
    now = new Date('2029-11-01T12:00:00Z')
    Object.assign(local.behavior, { ocsp: 'down', list: 'down' })
    const second = await extend(first.bytes)
    expect(second).toMatchObject({ level: 'B-LTA', provableUntilMs: clockEndsAt.getTime() })
    expect(second.bytes).toBe(first.bytes)
    expect(second.fault).toBeInstanceOf(Error)
  })
})

describe('a seal about which nobody can be asked', () => {
  const signers: [string, () => Promise<SealSigner> | SealSigner][] = [
    ['issued itself', () => localSealSigner()],
    ['names nobody', () => signerOf(certified({ name: 'Sealpost', issuer: local.issuing }), local.issuing.certificate)],
    [
      'has an issuer that nobody knows',
      () => signerOf(certified({ name: 'Sealpost', issuer: certified({ name: 'Unknown', isAuthority: true }) })),
    ],
  ]

  it.each(signers)('stays B-T without a fault where its certificate %s', async (_, signer) => {
    const before = await sealed(await signer())
    const after = await extend(before)
    expect(after).toMatchObject({ level: 'B-T', fault: null, provableUntilMs: null })
    expect(after.bytes).toBe(before)
  })

  it('is not extended when its bytes were changed', async () => {
    const before = Uint8Array.from(await sealed(issuedSigner()))
    before[5_000] = (before[5_000] ?? 0) ^ 1
    await expect(extend(before)).rejects.toThrow('not intact')
  })
})
