import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oid } from '../../../../../shared/pdf/object-identifiers.ts'
import type { Trust } from '../../../../../shared/pdf/verification/verification.ts'
import {
  authority,
  type CertificateOptions,
  certified,
  type Holder,
  revocationList,
} from '../../../../support/documents/certificates.ts'
import { ocspResponse } from '../../../../support/documents/ocsp-response.ts'
import { onePage, type PdfSignature, signPdf, withValidationData } from '../../../../support/documents/signed-pdf.ts'
import {
  jane,
  only,
  pades,
  root,
  sealer,
  signaturesOf,
  stamped,
  stampedAt,
  stranger,
  timestamper,
  trust,
} from './signed-world.ts'

const early = { notAfter: new Date('2026-02-01T00:00:00Z') }
const between = { notAfter: new Date('2026-05-01T00:00:00Z') }
const spki = (holder: Holder) => createPublicKey(holder.key).export({ type: 'spki', format: 'der' })
const sealKeyUntil = (until: { notAfter: Date }) => certified({ name: 'Seal', key: sealer.key, ...until })
const below = (more: Partial<CertificateOptions>) => jane({ issuer: authority('Below', { issuer: root, ...more }) })
const twoBelow = (more: Partial<CertificateOptions>) =>
  jane({ issuer: authority('Second', { issuer: authority('First', { issuer: root, ...more }) }) })

/** Whom, the signature, what keeps it from being trusted (nothing: it is), and whom else to believe. */
const cases: [string, PdfSignature, string[], Partial<Trust>?][] = [
  ['of an authority that is trusted', pades(jane()), []],
  ['of one that is not', pades(jane({ issuer: stranger })), ['no_trusted_issuer']],
  ['where nobody is trusted', pades(jane()), ['no_trusted_issuer'], { anchors: [] }],
  ['of nobody but themselves', pades(jane({ issuer: undefined })), ['no_trusted_issuer']],
  [
    'of a stranger under the name of the authority',
    pades(jane({ issuer: authority('Root', { key: stranger.key }) })),
    ['no_trusted_issuer'],
  ],
  ['through an authority between', pades(below({ pathLength: 0 })), []],
  ['through two', pades(twoBelow({ pathLength: 1 })), []],
  ['through one that may have none below', pades(twoBelow({ pathLength: 0 })), ['no_trusted_issuer']],
  ['of somebody who is no authority', pades(jane({ issuer: jane() })), ['no_trusted_issuer']],
  ['of an authority for other uses', pades(below({ keyUsage: '11' })), ['no_trusted_issuer']],
  ['of an authority limited in a way not known', pades(below({ criticalExtension: '1.2.3.4' })), ['no_trusted_issuer']],
  ['of an authority limited to some names', pades(below({ criticalExtension: '2.5.29.30' })), ['no_trusted_issuer']],
  [
    'by a signature over SHA-1',
    pades(jane({ issuer: { ...root, scheme: { kind: 'pkcs1', key: 'rsa', hash: 'sha1' } } })),
    ['no_trusted_issuer'],
  ],
  ['that had expired', pades(jane(early)), ['certificate_not_valid']],
  ['that was not valid yet', pades(jane({ notBefore: new Date('2026-03-15T00:00:00Z') })), ['certificate_not_valid']],
  ['that has expired since, as nothing proves', pades(jane(between)), ['certificate_not_valid']],
  ['that has expired since, as a timestamp proves', stamped(jane(between)), []],
  ['that had expired, as a timestamp proves', stamped(jane(early)), ['certificate_not_valid']],
  [
    'that has expired since, and a clock that nobody trusts',
    stamped(jane(between), timestamper({ issuer: stranger })),
    ['certificate_not_valid'],
  ],
  ['of an authority that had expired', pades(below(early)), ['certificate_not_valid']],
  ['for encryption', pades(jane({ keyUsage: '001' })), ['key_usage']],
  ['for anything', pades(jane({ keyUsage: null })), []],
  ['for web servers', pades(jane({ purposes: ['1.3.6.1.5.5.7.3.1'] })), ['key_usage']],
  ['for documents', pades(jane({ purposes: ['1.3.6.1.5.5.7.3.36'] })), []],
  ['for web servers and mail', pades(jane({ purposes: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.4'] })), []],
  ['that is itself an anchor', pades(sealer), [], { anchors: [sealer.certificate] }],
  ['of a seal key', pades(sealer), [], { sealKeys: [spki(sealer)] }],
  ['of a seal key, that has expired since', pades(sealKeyUntil(between)), [], { sealKeys: [spki(sealer)] }],
  [
    'of a seal key, that had expired at the time that the seal tells',
    pades(sealKeyUntil(early)),
    ['certificate_not_valid'],
    { sealKeys: [spki(sealer)] },
  ],
  [
    'of somebody whom a seal key certified, that has expired since',
    pades(jane({ ...between, issuer: authority('Seal', { key: sealer.key }) })),
    ['certificate_not_valid'],
    { sealKeys: [spki(sealer)] },
  ],
  ['of a seal key of tests', pades(sealer), ['test_seal'], { testSealKeys: [spki(sealer)] }],
  [
    'of a seal key of tests, by a trusted authority',
    pades(jane({ key: sealer.key })),
    ['test_seal'],
    { testSealKeys: [spki(sealer)] },
  ],
]

describe('a certificate', () => {
  it.each(cases)('%s', async (_, signature, faults, more = {}) => {
    expect(await only(signature, { ...trust, ...more })).toMatchObject({
      intact: true,
      trusted: faults.length === 0,
      faults,
    })
  })

  it('that was revoked, as the file says, is trusted only where it was used before', async () => {
    const holder = jane()
    const revoked = async (signature: PdfSignature, at: string) => {
      const list = revocationList(
        root,
        [{ certificate: holder.certificate, at: new Date(at) }],
        stampedAt,
        new Date('2027-01-01'),
      )
      const pdf = await withValidationData(await signPdf(onePage(), signature), { certificates: [], lists: [list] })
      return (await signaturesOf(pdf))[0]
    }
    expect(await revoked(pades(holder), '2026-03-01T00:00:00Z')).toMatchObject({ trusted: false, faults: ['revoked'] })
    expect(await revoked(pades(holder), '2026-05-01T00:00:00Z')).toMatchObject({ trusted: false, faults: ['revoked'] })
    expect(await revoked(stamped(holder), '2026-03-01T00:00:00Z')).toMatchObject({
      trusted: false,
      faults: ['revoked'],
    })
    expect(await revoked(stamped(holder), '2026-05-01T00:00:00Z')).toMatchObject({ trusted: true, faults: [] })
  })

  it('that was revoked is found among the signed attributes, too', async () => {
    const holder = jane()
    const list = revocationList(root, [{ certificate: holder.certificate, at: new Date(0) }], stampedAt, stampedAt)
    expect(await only(pades(holder, { archives: [list] }))).toMatchObject({ intact: true, faults: ['revoked'] })
  })

  it('that was revoked is found in a list of thousands', async () => {
    const holder = jane()
    const others = Array.from({ length: 5_000 }, () => ({ certificate: root.certificate, at: new Date(0) }))
    const revoked = [...others, { certificate: holder.certificate, at: new Date(0) }]
    const list = revocationList(root, revoked, stampedAt, stampedAt)
    const pdf = await withValidationData(await signPdf(onePage(), pades(holder)), { certificates: [], lists: [list] })
    expect(await signaturesOf(pdf)).toMatchObject([{ trusted: false, faults: ['revoked'] }])
  })

  const responder = (more: Partial<CertificateOptions> = {}) =>
    certified({ name: 'Responder', issuer: root, purposes: [oid.ocspSigning], ...more })
  const answering: [string, Holder | undefined, string[]][] = [
    ['its issuer', undefined, ['revoked']],
    ['whom its issuer named for that', responder(), ['revoked']],
    ['somebody of its issuer, for other purposes', responder({ purposes: ['1.3.6.1.5.5.7.3.1'] }), []],
    ['somebody whom another named for that', responder({ issuer: stranger }), []],
    ['somebody whose time for that was over', responder(early), []],
    ['somebody with the certificate, but not the key', { ...responder(), key: stranger.key }, []],
  ]

  it.each(answering)('is revoked by the word of %s, or is not', async (_, by, faults) => {
    const holder = jane()
    const about = { about: holder.certificate, issuer: root, thisUpdate: stampedAt, revokedAt: new Date(0) }
    const answer = ocspResponse({ ...about, ...(by && { responder: by }) })
    const pdf = await withValidationData(await signPdf(onePage(), pades(holder)), {
      certificates: [],
      answers: [answer],
    })
    expect(await signaturesOf(pdf)).toMatchObject([{ intact: true, faults }])
  })

  it('is not revoked by a list that somebody else signed in the name of its issuer', async () => {
    const holder = jane()
    const forged = revocationList(
      { ...root, key: stranger.key },
      [{ certificate: holder.certificate, at: new Date(0) }],
      stampedAt,
      stampedAt,
    )
    const pdf = await withValidationData(await signPdf(onePage(), pades(holder)), { certificates: [], lists: [forged] })
    expect(await signaturesOf(pdf)).toMatchObject([{ trusted: true }])
  })

  it('cannot be taken for another of the same issuer and number', async () => {
    const serialNumber = Uint8Array.of(1, 2, 3)
    const [real, fake] = [jane({ serialNumber }), certified({ name: 'The President', issuer: root, serialNumber })]
    const both = { certificates: [fake.certificate, real.certificate] }
    expect(await only(pades(real, both))).toMatchObject({ intact: true, signerName: 'Jane Doe' })
    expect(await only(pades(real, { certificates: [fake.certificate] }))).toMatchObject({
      intact: false,
      faults: ['signed_attributes'],
    })
  })
})
