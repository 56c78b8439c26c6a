import { describe, expect, it } from 'vitest'
import { oid } from '../../../../../shared/pdf/object-identifiers.ts'
import { certified, type Holder, revocationList } from '../../../../support/documents/certificates.ts'
import { cmsBy, timestampBy } from '../../../../support/documents/cms-signature.ts'
import { ocspResponse } from '../../../../support/documents/ocsp-response.ts'
import { onePage, signPdf, withValidationData } from '../../../../support/documents/signed-pdf.ts'
import {
  clock,
  documentTimestamp,
  jane,
  only,
  pades,
  root,
  signaturesOf,
  stamped,
  stampedAt,
  stranger,
  timestamper,
  told,
  trust,
} from './signed-world.ts'

const longAgo = new Date('2020-02-02T00:00:00Z')
const unknownClock = () => timestamper({ issuer: stranger, name: 'Unknown clock' })
const between = { notAfter: new Date('2026-05-01T00:00:00Z') }

describe('a timestamp over a signature', () => {
  it('tells when it was signed', async () => {
    expect(await only(stamped(jane()))).toMatchObject({
      signedAt: told,
      level: 'B-T',
      timestamp: { at: told, authority: 'Clock', intact: true, trusted: true },
    })
  })

  it('of an authority that nobody trusts does not', async () => {
    expect(await only(stamped(jane(), timestamper({ issuer: stranger })))).toMatchObject({
      signedAt: '2026-03-01T14:05:09.000Z',
      level: 'B-T',
      timestamp: { at: told, intact: true, trusted: false },
    })
  })

  it('of a certificate for other purposes does not', async () => {
    for (const purposes of [undefined, ['1.3.6.1.5.5.7.3.4'], [oid.timestamping, '1.3.6.1.5.5.7.3.4']]) {
      const by = certified({ name: 'Clock', issuer: root, ...(purposes && { purposes }) })
      expect(await only(stamped(jane(), by))).toMatchObject({ timestamp: { intact: true, trusted: false } })
    }
  })

  const wrong: [string, (signature: Uint8Array) => Uint8Array][] = [
    ['over something else', () => timestampBy(clock, Buffer.from('else'), stampedAt)],
    ['by SHA-1', (signature) => timestampBy(clock, signature, stampedAt, { imprint: 'sha1' })],
    ['that names no certificate', (signature) => timestampBy(clock, signature, stampedAt, { signs: 'plain' })],
    ['that is another kind of CMS', (signature) => cmsBy(clock, { content: signature, encapsulates: true })],
    ['without its certificate', (signature) => timestampBy(clock, signature, stampedAt, { certificates: [] })],
    ['by the key of somebody else', (signature) => timestampBy({ ...clock, key: stranger.key }, signature, stampedAt)],
  ]

  it.each(wrong)('%s is none', async (_, timestamp) => {
    expect(await only(pades(jane(), { timestamp }))).toMatchObject({
      intact: true,
      level: 'B-B',
      signedAt: '2026-03-01T14:05:09.000Z',
      timestamp: { intact: false, trusted: false },
    })
  })
})

describe('a timestamp over the document', () => {
  it('is told by itself, and dates the signatures before it', async () => {
    const pdf = await signPdf(await signPdf(onePage(), pades(jane(between))), documentTimestamp())
    const timestamp = { at: told, authority: 'Clock', intact: true, trusted: true }
    expect(await signaturesOf(pdf)).toMatchObject([
      { kind: 'signature', signedAt: told, level: 'B-T', coversWholeDocument: false, trusted: true, timestamp },
      {
        kind: 'document_timestamp',
        signerName: 'Clock',
        signedAt: told,
        level: null,
        coversWholeDocument: true,
        trusted: true,
        faults: [],
        timestamp,
      },
    ])
  })

  it('of an authority that nobody trusts dates nothing, and gives no level', async () => {
    const pdf = await signPdf(await signPdf(onePage(), pades(jane())), documentTimestamp(unknownClock(), longAgo))
    expect(await signaturesOf(pdf)).toMatchObject([
      { kind: 'signature', level: 'B-B', timestamp: null, signedAt: '2026-03-01T14:05:09.000Z' },
      { kind: 'document_timestamp', intact: true, trusted: false, signedAt: longAgo.toISOString() },
    ])
  })

  it('dates nothing that came after it', async () => {
    const pdf = await signPdf(await signPdf(onePage(), documentTimestamp()), pades(jane()))
    expect(await signaturesOf(pdf)).toMatchObject([
      { kind: 'document_timestamp', coversWholeDocument: false },
      { kind: 'signature', level: 'B-B', timestamp: null, coversWholeDocument: true },
    ])
  })

  it('of other bytes is not intact, and dates nothing', async () => {
    const forged = { ...documentTimestamp(), sign: () => timestampBy(clock, Buffer.from('else'), stampedAt) }
    expect(await signaturesOf(await signPdf(await signPdf(onePage(), pades(jane())), forged))).toMatchObject([
      { kind: 'signature', level: 'B-B', timestamp: null },
      { kind: 'document_timestamp', intact: false, trusted: false, faults: ['digest'], timestamp: { intact: false } },
    ])
  })
})

describe('the level of PAdES', () => {
  const list = revocationList(root, [], stampedAt, new Date('2027-01-01'))
  const data = { certificates: [root.certificate], lists: [list] }
  const long = async () => withValidationData(await signPdf(onePage(), stamped(jane())), data)
  const levelsOf = async (pdf: Uint8Array) => (await signaturesOf(pdf)).map(({ level }) => level)

  it('is B-LT with all that a verifier would have to ask for, whoever is trusted', async () => {
    expect(await levelsOf(await long())).toEqual(['B-LT'])
    const [told] = await signaturesOf(await long(), { ...trust, anchors: [] })
    expect(told).toMatchObject({ level: 'B-LT', trusted: false, coversWholeDocument: false })
  })

  it('is B-LT with the answers of OCSP for the signer and the clock', async () => {
    const holder = jane()
    const answerAbout = ({ certificate }: Holder) =>
      ocspResponse({ about: certificate, issuer: root, thisUpdate: stampedAt, nextUpdate: new Date('2027-01-01') })
    const signed = await signPdf(onePage(), stamped(holder))
    const held = (...answers: Uint8Array[]) => withValidationData(signed, { certificates: [root.certificate], answers })
    expect(await levelsOf(await held(answerAbout(holder), answerAbout(clock)))).toEqual(['B-LT'])
    expect(await levelsOf(await held(answerAbout(holder)))).toEqual(['B-T'])
  })

  it('is B-LTA with a timestamp over that', async () => {
    expect(await levelsOf(await signPdf(await long(), documentTimestamp()))).toEqual(['B-LTA', null])
  })

  it('is B-LTA with a timestamp that nobody trusts over one inside the signature, unless it is older', async () => {
    const levelAt = async (at: Date) => levelsOf(await signPdf(await long(), documentTimestamp(unknownClock(), at)))
    expect(await levelAt(stampedAt)).toEqual(['B-LTA', null])
    expect(await levelAt(new Date(stampedAt.getTime() - 5 * 60_000))).toEqual(['B-LTA', null])
    expect(await levelAt(new Date(stampedAt.getTime() - 15 * 60_000))).toEqual(['B-LT', null])
  })

  it('stays B-LT where the timestamp is broken, or came before that', async () => {
    const broken = { ...documentTimestamp(), sign: () => timestampBy(clock, Buffer.from('else'), stampedAt) }
    expect(await levelsOf(await signPdf(await long(), broken))).toEqual(['B-LT', null])
    const before = await signPdf(await signPdf(onePage(), stamped(jane())), documentTimestamp())
    expect(await levelsOf(await withValidationData(before, data))).toEqual(['B-LT', null])
  })

  const lacking: [string, typeof data][] = [
    ['nothing', { certificates: [], lists: [] }],
    ['no revocation data', { ...data, lists: [] }],
    [
      'a list that ends before',
      { ...data, lists: [revocationList(root, [], new Date('2025-01-01'), new Date('2025-02-01'))] },
    ],
    ['the list of somebody else', { ...data, lists: [revocationList(stranger, [], stampedAt, stampedAt)] }],
  ]

  it.each(lacking)('stays B-T where the file holds %s', async (_, held) => {
    expect(await levelsOf(await withValidationData(await signPdf(onePage(), stamped(jane())), held))).toEqual(['B-T'])
  })

  it('stays B-B without a timestamp, whatever the file holds', async () => {
    expect(await levelsOf(await withValidationData(await signPdf(onePage(), pades(jane())), data))).toEqual(['B-B'])
  })
})
