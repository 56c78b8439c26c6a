import { X509Certificate } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { PdfDict } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { contractPdf } from '../../../../infra/local/demo/contract.ts'
import { verifySeal } from '../../../../infra/local/demo/verify-seal.ts'
import { DocumentObjects } from '../../../../shared/pdf/document-objects.ts'
import { inspectPdf } from '../../../../shared/pdf/inspect-pdf.ts'
import { kmsSealSigner } from '../../../../shared/pdf/kms-seal-signer.ts'
import { oid } from '../../../../shared/pdf/object-identifiers.ts'
import { type SealOptions, sealPdf } from '../../../../shared/pdf/seal.ts'
import { verifyPdf } from '../../../../shared/pdf/verify-pdf.ts'
import type { CertificateOptions } from '../../../support/documents/certificates.ts'
import { startTimestampAuthority, type TimestampAnswer } from '../../../support/documents/local-timestamp-authority.ts'
import { pdfOf, stream } from '../../../support/documents/pdf-of.ts'
import { hasPoppler, poppler } from '../../../support/documents/poppler.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'
import { stampedSigner } from '../../../support/documents/signers.ts'
import { stampedPdf } from '../../../support/documents/stamped-pdf.ts'
import { timestampSigner } from '../../../support/documents/timestamp-signer.ts'

const canCheckSignatures = hasPoppler('pdfsig')

const signer = await localSealSigner()
const options: SealOptions = {
  signer,
  name: 'Maison Lumière',
  signedAt: new Date('2026-03-01T14:05:09Z'),
  reason: 'All signers have signed',
  timestampAuthority: null,
}
const timestampTime = new Date('2026-03-01T14:05:10Z')

async function stampedContract(): Promise<Uint8Array> {
  const { bytes } = await stampedPdf(await contractPdf(), [stampedSigner('Zoë')], {
    title: 'Contract',
    watermark: null,
  })
  return bytes
}

async function sealWithAuthority(answer: TimestampAnswer, clock = timestampSigner(), time = timestampTime) {
  const authority = await startTimestampAuthority(clock, { time, answer })
  try {
    return await sealPdf(await contractPdf(), { ...options, timestampAuthority: { url: authority.url } })
  } finally {
    await authority.close()
  }
}

/** A page with a field to fill in, and a signature that is not in a field. */
function formOf(form: string, more = ''): Buffer {
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm${form}${more}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Annots[4 0 R]>>',
    '<</Type/Annot/Subtype/Widget/Rect[20 20 200 40]/FT/Tx/T(Amount)/V(100 euros)/P 3 0 R>>',
    '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>',
    stream('', Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')),
    '<</Fields[4 0 R]/XFA[(template)6 0 R]>>',
  ])
}

async function certificationOf(sealed: Uint8Array) {
  const source = new DocumentObjects(sealed)
  const ref = source.getCatalog().getDict('Perms')?.getRef('DocMDP')
  const dictionary = ref && source.getObject(ref)
  if (!ref || !(dictionary instanceof PdfDict)) throw new Error('The document is not certified')
  return { source, catalog: source.getCatalog(), signature: { ref, dictionary } }
}

describe('sealPdf', () => {
  it('seals the whole document at level B-B, after the bytes it was given', async () => {
    const original = await stampedContract()
    const sealed = await sealPdf(original, options)
    expect(sealed).toMatchObject({ level: 'B-B' })
    expect(Buffer.compare(sealed.bytes.subarray(0, original.length), original)).toBe(0)
    expect(verifySeal(sealed.bytes)).toMatchObject({
      subFilter: 'ETSI.CAdES.detached',
      coversWholeDocument: true,
      intact: true,
      certificateBound: true,
      hasSigningTime: false,
      level: 'B-B',
      signedAt: 'D:20260301140509Z',
      reason: 'All signers have signed',
    })
    expect(await inspectPdf(sealed.bytes)).toMatchObject({ valid: true, pageCount: 4, signed: true })
  })

  it('seals at level B-T with a timestamp over the signature', async () => {
    const sealed = await sealWithAuthority('granted')
    expect(sealed.level).toBe('B-T')
    expect(verifySeal(sealed.bytes)).toMatchObject({ level: 'B-T', intact: true, timestampedAt: timestampTime })
  })

  const useless = ['rejected', 'other-nonce', 'other-imprint', 'other-signature', 'no-certificate', 'http-500'] as const

  it.each(useless)('fails when the authority answers: %s', async (answer) => {
    await expect(sealWithAuthority(answer)).rejects.toThrow(/timestamp/i)
  })

  it.each<[string, Partial<CertificateOptions>, Date]>([
    ['is for anything', { purposes: undefined }, timestampTime],
    ['is for web servers', { purposes: ['1.3.6.1.5.5.7.3.1'] }, timestampTime],
    ['is for timestamps and more', { purposes: [oid.timestamping, '1.3.6.1.5.5.7.3.1'] }, timestampTime],
    ['says its purpose without weight', { arePurposesCritical: false }, timestampTime],
    ['may not sign', { keyUsage: '001' }, timestampTime],
    ['had ended', { notAfter: new Date('2026-02-01T00:00:00Z') }, timestampTime],
    ['had not begun', { notBefore: new Date('2026-04-01T00:00:00Z') }, timestampTime],
    ['is good, but whose time is old', {}, new Date('2026-03-01T13:59:09Z')],
    ['is good, but whose time is yet to come', {}, new Date('2048-01-01T00:00:00Z')],
  ])('fails when the authority has a certificate that %s', async (_, certificate, time) => {
    const sealing = sealWithAuthority('granted', timestampSigner(certificate), time)
    await expect(sealing).rejects.toThrow(/the timestamp token/i)
  })

  it('takes a timestamp of minutes ago', async () => {
    const sealed = await sealWithAuthority('granted', timestampSigner(), new Date('2026-03-01T14:01:09Z'))
    expect(sealed.level).toBe('B-T')
  })

  it('is broken by any change to a signed byte', async () => {
    const { bytes } = await sealPdf(await contractPdf(), options)
    for (const position of [20, 5_000, bytes.length - 20]) {
      const changed = Uint8Array.from(bytes)
      changed[position] = (changed[position] ?? 0) ^ 1
      expect(verifySeal(changed).intact).toBe(false)
    }
  })

  it('certifies the document, in which nothing may be filled in any more', async () => {
    const { bytes } = await sealPdf(formOf('<</Fields[4 0 R]>>'), options)
    const { catalog, signature } = await certificationOf(bytes)
    expect(catalog.getDict('Perms')?.getRef('DocMDP')).toEqual(signature.ref)
    const reference = signature.dictionary.getArray('Reference')?.at(0)
    if (!(reference instanceof PdfDict)) throw new Error('The seal refers to nothing')
    expect(reference.getName('TransformMethod')?.value).toBe('DocMDP')
    expect(reference.getDict('TransformParams')?.getNumber('P')?.value).toBe(1)
  })

  it('takes usage rights away, whose signature it would break', async () => {
    const original = formOf('<</Fields[4 0 R]>>', '/Perms<</UR3 5 0 R>>')
    expect(await inspectPdf(original)).toMatchObject({ valid: true, signed: false })
    const { catalog } = await certificationOf((await sealPdf(original, options)).bytes)
    expect(Array.from(catalog.getDict('Perms')?.keys() ?? [], ({ value }) => value)).toEqual(['DocMDP'])
  })

  it('leaves no XFA form, which readers would show in place of what was signed', async () => {
    for (const form of ['<</Fields[4 0 R]/XFA 6 0 R>>', ' 7 0 R']) {
      const original = formOf(form)
      expect(await inspectPdf(original)).toMatchObject({ valid: true, signed: false })
      const { source, catalog } = await certificationOf((await sealPdf(original, options)).bytes)
      const keys = catalog.getDict('AcroForm', (ref) => source.getObject(ref))?.keys() ?? []
      expect(Array.from(keys, ({ value }) => value).sort()).toEqual(['Fields', 'SigFlags'])
    }
  })

  it('is one signature, and intact, whole and trusted for our own verification', async () => {
    const { publicKey } = new X509Certificate(signer.certificateChain[0])
    const sealKeys = [publicKey.export({ type: 'spki', format: 'der' })]
    const { bytes } = await sealPdf(formOf('<</Fields[4 0 R]>>'), options)
    const trust = { nowMs: options.signedAt.getTime(), anchors: [], sealKeys, testSealKeys: [] }
    expect(await verifyPdf(bytes, trust)).toMatchObject({
      signatures: [{ level: 'B-B', intact: true, coversWholeDocument: true, trusted: true, faults: [] }],
    })
  })

  it('no longer covers a document that was added to', async () => {
    const { bytes } = await sealPdf(await contractPdf(), options)
    expect(verifySeal(Buffer.concat([bytes, Buffer.from('% more\n')])).coversWholeDocument).toBe(false)
  })

  it.skipIf(!canCheckSignatures)('is valid for an independent reader', async () => {
    const granted = await sealWithAuthority('granted')
    for (const { bytes } of [await sealPdf(await stampedContract(), options), granted]) {
      const report = poppler('pdfsig', bytes, (path) => ['-nocert', path])
      expect(report).toContain('Signature is Valid')
      expect(report).toContain('Total document signed')
      expect(report).toContain('ETSI.CAdES.detached')
    }
  })
})

describe('issueSealCertificate', () => {
  it('gives a certificate that its own key signed, for signatures alone', () => {
    const certificate = new X509Certificate(signer.certificateChain[0])
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(signer.privateKey)).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(certificate.subject).toBe('O=Sealpost\nCN=Sealpost test seal')
    expect(certificate.validToDate).toEqual(new Date('2049-01-01T00:00:00Z'))
  })
})

describe('kmsSealSigner', () => {
  it('sends KMS the digest alone and takes its signature as it is', async () => {
    const kms = new KMSClient({ region: 'eu-west-3', credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } })
    const inputs: Record<string, unknown>[] = []
    kms.middlewareStack.add(
      () => async (request) => {
        const message = 'Message' in request.input ? request.input.Message : null
        if (!(message instanceof Uint8Array)) throw new Error('KMS was asked for something else')
        inputs.push({ ...request.input })
        return { output: { $metadata: {}, Signature: await signer.sign(message) }, response: {} }
      },
      { step: 'initialize' },
    )
    const sealed = await sealPdf(await contractPdf(), {
      ...options,
      signer: kmsSealSigner(kms, 'alias/seal', signer.certificateChain),
    })
    expect(verifySeal(sealed.bytes).intact).toBe(true)
    expect(inputs).toEqual([
      {
        KeyId: 'alias/seal',
        Message: expect.toSatisfy((message: Uint8Array) => message.length === 32),
        MessageType: 'DIGEST',
        SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
      },
    ])
  })
})
