import { createHash } from 'node:crypto'
import { PdfString } from '@libpdf/core'
import { OctetString } from 'asn1js'
import { describe, expect, it } from 'vitest'
import { verifyPdf } from '../../../../../shared/pdf/verify-pdf.ts'
import { authority, certified, type Holder, keyIdentifierOf } from '../../../../support/documents/certificates.ts'
import { type CmsOptions, cmsBy, withOpenLengths } from '../../../../support/documents/cms-signature.ts'
import { hasPoppler, poppler } from '../../../../support/documents/poppler.ts'
import { type Scheme, signed } from '../../../../support/documents/signature-schemes.ts'
import { onePage, type PdfSignature, signPdf } from '../../../../support/documents/signed-pdf.ts'

const root = authority('Root')
const intermediate = authority('Intermediate', { issuer: root, pathLength: 0 })
const trust = {
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
  anchors: [root.certificate],
  sealKeys: [],
  testSealKeys: [],
}

function signer(scheme: Scheme = { kind: 'pkcs1', key: 'rsa', hash: 'sha256' }): Holder {
  return certified({ name: 'Jane Doe', issuer: intermediate, scheme })
}

const pades = (holder: Holder, more: Partial<CmsOptions> = {}): PdfSignature => ({
  subFilter: 'ETSI.CAdES.detached',
  sign: (content) => cmsBy(holder, { content, ...more }),
})
const pkcs7 = (holder: Holder, more: Partial<CmsOptions> = {}): PdfSignature => ({
  subFilter: 'adbe.pkcs7.detached',
  sign: (content) => cmsBy(holder, { content, signs: 'plain', ...more }),
})
const pkcs7OfSha1 = (holder: Holder): PdfSignature => ({
  subFilter: 'adbe.pkcs7.sha1',
  sign: (content) => {
    const sha1 = createHash('sha1').update(content).digest()
    return cmsBy(holder, { content: sha1, encapsulates: true, signs: 'plain' })
  },
})
const bareRsa = (holder: Holder): PdfSignature => ({
  subFilter: 'adbe.x509.rsa_sha1',
  entries: { Cert: PdfString.fromBytes(holder.certificate) },
  sign: (content) => new Uint8Array(new OctetString({ valueHex: signed(holder.key, holder.scheme, content) }).toBER()),
})

async function verified(signature: PdfSignature) {
  const pdf = await signPdf(onePage(), signature)
  const found = await verifyPdf(pdf, trust)
  if (!found.valid) throw new Error(found.reason)
  const [first, ...others] = found.signatures
  if (!first || others.length > 0) throw new Error(`${found.signatures.length} signatures`)
  return { pdf, told: first }
}

const claimed = '2026-03-01T14:05:09.000Z'
const good = { intact: true, coversWholeDocument: true, trusted: true, faults: [], signerName: 'Jane Doe' }

const schemes: Scheme[] = [
  { kind: 'pkcs1', key: 'rsa', hash: 'sha256' },
  { kind: 'pkcs1', key: 'rsa', hash: 'sha384' },
  { kind: 'pkcs1', key: 'rsa', hash: 'sha512' },
  { kind: 'bare-rsa', key: 'rsa', hash: 'sha256' },
  { kind: 'pss', key: 'rsa', hash: 'sha256' },
  { kind: 'pss', key: 'rsa', hash: 'sha512' },
  { kind: 'ecdsa', key: 'prime256v1', hash: 'sha256' },
  { kind: 'ecdsa', key: 'secp384r1', hash: 'sha384' },
  { kind: 'ecdsa', key: 'secp521r1', hash: 'sha512' },
  { kind: 'eddsa', key: 'ed25519', hash: 'sha512' },
  { kind: 'eddsa', key: 'ed448', hash: 'shake256' },
  { kind: 'pkcs1', key: 'rsa', hash: 'sha3-256' },
  { kind: 'pkcs1', key: 'rsa', hash: 'sha256', parameters: 'absent' },
  { kind: 'pss', key: 'rsa', hash: 'sha256', saltLength: 17 },
  { kind: 'pss', key: 'rsa', hash: 'sha384', saltLength: 0 },
  { kind: 'ecdsa', key: 'prime256v1', hash: 'sha3-256' },
  { kind: 'ecdsa', key: 'prime256v1', hash: 'sha512', parameters: 'absent' },
  { kind: 'ecdsa', key: 'brainpoolP256r1', hash: 'sha256' },
  { kind: 'ecdsa', key: 'brainpoolP512t1', hash: 'sha512' },
  { kind: 'plain-ecdsa', key: 'prime256v1', hash: 'sha256' },
  { kind: 'plain-ecdsa', key: 'brainpoolP384r1', hash: 'sha384' },
  { kind: 'plain-ecdsa', key: 'secp521r1', hash: 'sha512' },
  { kind: 'plain-ecdsa', key: 'prime256v1', hash: 'sha3-256' },
]

/** What poppler's library of signatures, NSS, does not know. */
const unknownToPoppler = /eddsa|plain-ecdsa|sha3|brainpool/

describe('a signature that somebody else made', () => {
  it.each(schemes)('as PAdES by $kind with $key and $hash is intact, whole and trusted', async (scheme) => {
    const { pdf, told } = await verified(pades(signer(scheme)))
    expect(told).toMatchObject({ ...good, kind: 'signature', level: 'B-B', signedAt: claimed, timestamp: null })
    if (hasPoppler('pdfsig') && !unknownToPoppler.test(Object.values(scheme).join()))
      expect(poppler('pdfsig', pdf, (path) => ['-nocert', path])).toContain('Signature is Valid')
  })

  it.each(schemes)('as PKCS #7 by $kind with $key and $hash is so, too, and of no PAdES level', async (scheme) => {
    expect((await verified(pkcs7(signer(scheme)))).told).toMatchObject({ ...good, level: null, signedAt: claimed })
  })

  it('as PKCS #7 without signed attributes is intact', async () => {
    expect((await verified(pkcs7(signer(), { signs: null }))).told).toMatchObject(good)
  })

  it('that names its signer by the identifier of the key is intact', async () => {
    const keyIdentifier = keyIdentifierOf('Jane Doe')
    expect((await verified(pades(signer(), { keyIdentifier }))).told).toMatchObject({ ...good, level: 'B-B' })
  })

  it('that names its certificate in the older way is PAdES', async () => {
    const { told } = await verified(pades(signer(), { signs: 'signing-certificate' }))
    expect(told).toMatchObject({ ...good, level: 'B-B' })
  })

  it.each(['reversed, signed as written', 'reversed, signed as DER'] as const)(
    'whose signed attributes are %s is intact',
    async (order) => {
      expect((await verified(pades(signer(), { order }))).told).toMatchObject({ ...good, level: 'B-B' })
    },
  )

  it('in BER, without the lengths of its parts, is intact', async () => {
    const holder = signer()
    const sign = (content: Buffer) =>
      withOpenLengths(cmsBy(holder, { content }), [holder.certificate, ...holder.issuers])
    expect((await verified({ ...pades(holder), sign })).told).toMatchObject({ ...good, level: 'B-B' })
  })

  it('that does not name its certificate, or has no signed attributes, is intact and no PAdES baseline', async () => {
    for (const signs of ['plain', null] as const)
      expect((await verified(pades(signer(), { signs }))).told).toMatchObject({ ...good, level: null })
  })

  it('whose certificate is in the dictionary alone is intact', async () => {
    const holder = signer()
    const signature = pkcs7(holder, { certificates: [intermediate.certificate] })
    const entries = { Cert: PdfString.fromBytes(holder.certificate) }
    expect((await verified({ ...signature, entries })).told).toMatchObject({ ...good, level: null })
  })

  it('that tells a signing time in the CMS is not PAdES baseline', async () => {
    expect((await verified(pades(signer(), { signs: 'signing-time' }))).told).toMatchObject({ ...good, level: null })
  })

  it('whose dictionary tells no time is signed when the CMS says', async () => {
    const signature = { ...pades(signer(), { signs: 'signing-time' }), entries: { M: PdfString.fromString('soon') } }
    expect((await verified(signature)).told.signedAt).toBe('2026-02-03T04:05:06.000Z')
  })

  it('as RSA itself, without a CMS, is intact where the hash is', async () => {
    expect((await verified(bareRsa(signer()))).told).toMatchObject({
      intact: true,
      coversWholeDocument: true,
      level: null,
      faults: ['no_trusted_issuer'],
    })
  })
})

/** A certificate like the signer’s, of a key that OpenSSL does not know, such as of GOST. */
const unknown = signer()
const keyOfRsa = Buffer.from('2a864886f70d010101', 'hex')
const withUnknownKey = Buffer.from(unknown.certificate)
withUnknownKey[withUnknownKey.indexOf(keyOfRsa) + keyOfRsa.length - 1] = 0x63

/** Whatever may be wrong with a signature, by the fault that is told for it. */
const broken: [string, PdfSignature, string[]][] = [
  ['SHA-1 as the digest of the document', pkcs7OfSha1(signer()), ['weak_algorithm']],
  ['SHA-1 throughout', pades(signer({ kind: 'pkcs1', key: 'rsa', hash: 'sha1' })), ['weak_algorithm']],
  ['RSA itself over SHA-1', bareRsa(signer({ kind: 'pkcs1', key: 'rsa', hash: 'sha1' })), ['weak_algorithm']],
  ['a key of 1024 bits', pades(signer({ kind: 'pkcs1', key: 'rsa-1024', hash: 'sha256' })), ['weak_algorithm']],
  ['another content type', pades(signer(), { toldContentType: '1.2.3.4' }), ['signed_attributes']],
  ['SHA-224', pades(signer({ kind: 'pkcs1', key: 'rsa', hash: 'sha224' })), ['weak_algorithm']],
  [
    'plain ECDSA over SHA-224',
    pkcs7(signer({ kind: 'plain-ecdsa', key: 'prime256v1', hash: 'sha224' })),
    ['weak_algorithm'],
  ],
  ['the name of another certificate', pades(signer(), { names: root.certificate }), ['signed_attributes']],
  [
    'the name of another certificate in PKCS #7',
    pkcs7(signer(), { signs: 'signing-certificate-v2', names: root.certificate }),
    ['signed_attributes'],
  ],
  ['no certificate of the signer', pades(signer(), { certificates: [root.certificate] }), ['certificate_missing']],
  ['no certificate at all', pkcs7(signer(), { certificates: [] }), ['certificate_missing']],
  ['content of its own', pades(signer(), { encapsulates: true }), ['unreadable']],
  ['two signers', pades(signer(), { signers: 2 }), ['unreadable']],
  ['no CMS', { subFilter: 'ETSI.CAdES.detached', sign: () => Buffer.from('hello') }, ['unreadable']],
  ['nothing', { subFilter: 'ETSI.CAdES.detached', sign: () => new Uint8Array(0) }, ['unreadable']],
  [
    'more after the CMS',
    {
      subFilter: 'ETSI.CAdES.detached',
      sign: (content) => Buffer.concat([cmsBy(signer(), { content }), Buffer.from('x')]),
    },
    ['unreadable'],
  ],
  ['a key of an unknown kind', pkcs7(unknown, { certificates: [withUnknownKey] }), ['unsupported']],
  ['an unknown kind', { ...pades(signer()), subFilter: 'adbe.unknown' }, ['unsupported']],
  [
    'the key of somebody else',
    {
      subFilter: 'ETSI.CAdES.detached',
      sign: (content) => cmsBy({ ...signer(), key: root.key }, { content }),
    },
    ['signature'],
  ],
  [
    'the digest of other bytes',
    { subFilter: 'ETSI.CAdES.detached', sign: (content) => cmsBy(signer(), { content: content.subarray(1) }) },
    ['digest'],
  ],
]

describe('a signature with', () => {
  it.each(broken)('%s is not intact', async (_, signature, faults) => {
    const { told } = await verified(signature)
    expect(told).toMatchObject({ intact: false, trusted: false, level: null, faults })
  })
})
