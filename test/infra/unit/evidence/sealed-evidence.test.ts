import { PdfArray, PdfDict, PdfName, PdfStream, PdfString } from '@libpdf/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderEvidence } from '../../../../functions/signature/sealing/evidence/render-evidence.ts'
import { checkFiles, UnreadableFile } from '../../../../infra/checks/evidence/check-files.ts'
import { type GivenFile, holds, textOf } from '../../../../infra/checks/evidence/report.ts'
import { type DocumentUpdate, updateDocument } from '../../../../shared/pdf/document-update.ts'
import { addDocumentTimestamp } from '../../../../shared/pdf/long-term/document-timestamp.ts'
import { addValidationData } from '../../../../shared/pdf/long-term/security-store.ts'
import { sealPdf } from '../../../../shared/pdf/seal.ts'
import { oddDocuments } from '../../../support/documents/hostile.ts'
import { startTimestampAuthority } from '../../../support/documents/local-timestamp-authority.ts'
import { hasPoppler, poppler } from '../../../support/documents/poppler.ts'
import { hasQpdf, qpdfFaults } from '../../../support/documents/qpdf.ts'
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'
import { localSealSigner } from '../../../support/documents/seal-signer.ts'
import { type SealedEvidence, sealedEvidence, sealWith } from '../../../support/documents/sealed-evidence.ts'
import { shownFile } from '../../../support/documents/shown-file.ts'
import { timestampSigner } from '../../../support/documents/timestamp-signer.ts'
import { runs } from '../../../support/proof.ts'

const signer = await localSealSigner()
const stranger = await localSealSigner()

let made: SealedEvidence
let evidence: GivenFile
let sealed: GivenFile
let original: GivenFile

beforeAll(async () => {
  made = await sealedEvidence(signer)
  evidence = { name: 'evidence.pdf', bytes: made.pdf }
  sealed = { name: 'sealed.pdf', bytes: made.sealed }
  original = { name: 'original.pdf', bytes: made.original }
})

/** What is wrong, by check. */
async function flawsOf(file: GivenFile, others: GivenFile[] = [], trusted: Uint8Array[] = []) {
  const { checks } = await checkFiles(file, others, trusted)
  return Object.fromEntries(checks.filter(({ flaws }) => flaws.length > 0).map(({ says, flaws }) => [says, flaws]))
}

const withBytes = (file: GivenFile, bytes: Uint8Array): GivenFile => ({ ...file, bytes })

function withByteFlipped(file: GivenFile, position: number): GivenFile {
  const bytes = Uint8Array.from(file.bytes)
  bytes[position] = (bytes[position] ?? 0) ^ 1
  return withBytes(file, bytes)
}

const intact = 'The seal of evidence.pdf is intact: no byte under it was changed'
const whole = 'The seal covers the whole of evidence.pdf: nothing was appended'
const single = 'The file has exactly one seal'
const attached = 'The attachment evidence.json is the sealed one'

describe('a sealed document that was renewed', () => {
  const renewed = 'sealed.pdf is a renewal of the sealed document of the evidence: its first'

  async function renewal(change: (update: DocumentUpdate) => void): Promise<GivenFile> {
    const { bytes } = await updateDocument(made.sealed, async (update) => change(update))
    return withBytes(sealed, bytes)
  }

  it('holds with data for its validation after the bytes that the evidence names', async () => {
    const file = await renewal((update) =>
      addValidationData(update, { certificates: [...signer.certificateChain], answers: [], lists: [] }),
    )
    const { checks } = await checkFiles(evidence, [file])
    expect(checks.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(checks.map(({ says }) => says)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(renewed),
        'Only validation data and timestamps follow the seal of sealed.pdf',
      ]),
    )
  })

  it('does not hold with anything else after them', async () => {
    const file = await renewal((update) => update.getCatalog().set('PageMode', PdfName.of('FullScreen')))
    expect(await flawsOf(evidence, [file])).toEqual({
      'The seal covers the whole of sealed.pdf: nothing was appended': [
        expect.stringContaining('are not covered by the seal'),
      ],
    })
    const cut = withBytes(sealed, Buffer.concat([made.sealed, Buffer.from('1 0 obj')]))
    expect(Object.values(await flawsOf(evidence, [cut]))).not.toEqual([])
  })
})

describe('a sealed evidence file', () => {
  it('holds, alone and with the documents that it is about, in any order', async () => {
    for (const others of [[], [sealed], [original], [sealed, original], [original, sealed]])
      expect(await flawsOf(evidence, others)).toEqual({})
    const report = await checkFiles(evidence, [sealed, original])
    expect(report.checks).toHaveLength(14)
    expect(report.seal).toMatchObject({ subject: 'O=Sealpost, CN=Sealpost test seal', timestamps: [] })
    expect(report.seal?.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  })

  it('tells whose certificate made the seal, and what nobody can tell offline', async () => {
    const text = textOf(await checkFiles(evidence))
    expect(text).toContain('issuer     O=Sealpost, CN=Sealpost test seal (itself)')
    expect(text).toContain('compare its SHA-256 with one that you received from the service')
    expect(text).toContain('no timestamp authority confirms it')
    expect(text.split('\n').at(-1)).toBe('All checks hold.')
  })

  it('is trusted by the certificate of the service, and by no other', async () => {
    expect(await flawsOf(evidence, [], [...stranger.certificateChain, ...signer.certificateChain])).toEqual({})
    expect(Object.values(await flawsOf(evidence, [], [...stranger.certificateChain]))).toEqual([
      ['it is not a trusted certificate, and no trusted certificate issued it'],
    ])
  })

  it('is trusted by no certificate once its JSON is taken out of it', async () => {
    const json = { name: 'evidence.json', bytes: Buffer.from(JSON.stringify(made.content)) }
    expect(Object.values(await flawsOf(json, [], [...signer.certificateChain]))).toEqual([
      ['the bare JSON has no seal'],
    ])
  })

  it('says when a timestamp authority saw the seal', async () => {
    const time = new Date('2026-03-01T14:05:10Z')
    const authority = await startTimestampAuthority(timestampSigner(), { time, answer: 'granted' })
    try {
      const options = { ...sealWith(signer), timestampAuthority: { url: authority.url } }
      const { bytes } = await sealPdf(await renderEvidence(made.content), options)
      const report = await checkFiles(withBytes(evidence, bytes))
      expect(report.checks.flatMap(({ flaws }) => flaws)).toEqual([])
      expect(report.seal?.timestamps).toEqual(['2026-03-01T14:05:10.000Z by Test TSA'])
    } finally {
      await authority.close()
    }
  })

  it('of a test organization says that it proves no legal act', async () => {
    const { bytes } = await sealPdf(await renderEvidence(sampleEvidence({ livemode: false })), sealWith(signer))
    const { limits } = await checkFiles(withBytes(evidence, bytes))
    expect(limits.at(-1)).toContain('test organization')
  })

  it.skipIf(!hasPoppler('pdfsig'))('is valid for an independent reader, with its attachment', () => {
    expect(poppler('pdfsig', made.pdf, (path) => ['-nocert', path])).toMatch(
      /Total document signed\n[\s\S]*Signature is Valid/,
    )
    expect(poppler('pdfdetach', made.pdf, (path) => ['-list', path])).toContain('1: evidence.json')
  })

  it.skipIf(!hasQpdf)('is of a structure that nobody minds', () => {
    expect(qpdfFaults(made.pdf)).toBe('')
  })
})

describe('an evidence file that was tampered with', () => {
  it('is found out by its seal when its attachment is changed', async () => {
    const data = Buffer.from(made.pdf).indexOf('stream\n', Buffer.from(made.pdf).indexOf('/EmbeddedFile\n')) + 40
    const flaws = await flawsOf(withByteFlipped(evidence, data))
    expect(flaws[intact]).toEqual(['the sealed bytes were changed'])
  })

  it('is found out by its seal when any byte is changed', async () => {
    const gap = { start: made.pdf.indexOf(0x3c, Buffer.from(made.pdf).lastIndexOf('/Contents')), end: 0 }
    gap.end = made.pdf.indexOf(0x3e, gap.start)
    await fc.assert(
      fc.asyncProperty(fc.nat(made.pdf.length - 1), async (position) => {
        fc.pre(position <= gap.start || position >= gap.end)
        const outcome = await checkFiles(withByteFlipped(evidence, position)).then(holds, (error) => {
          if (!(error instanceof UnreadableFile)) throw error
          return false
        })
        expect(outcome).toBe(false)
      }),
      { numRuns: runs(60) },
    )
  })

  it('is found out when another attachment is appended under the same name', async () => {
    const flaws = await flawsOf(withBytes(evidence, await withOtherAttachment(made)))
    expect(Object.keys(flaws)).toEqual([whole, attached])
    expect(flaws[attached]).toEqual(['the file had a different attachment, or none, when it was sealed'])
  })

  it('is found out when the other attachment is sealed by a stranger', async () => {
    const { bytes } = await sealPdf(await withOtherAttachment(made), sealWith(stranger))
    const flaws = await flawsOf(withBytes(evidence, bytes))
    expect(Object.keys(flaws)).toEqual([whole, single, attached])
  })

  it('is found out when one name leads to two attachments', async () => {
    const { bytes } = await updateDocument(made.pdf, async (update) => {
      const tree = attachmentsOf(update)
      tree.set(
        'Names',
        new PdfArray([...(tree.getArray('Names')?.toArray() ?? []), ...(tree.getArray('Names')?.toArray() ?? [])]),
      )
    })
    expect((await flawsOf(withBytes(evidence, bytes)))[attached]).toEqual(['there is more than one with this name'])
  })

  it('is found out when its attachment is taken out of the list', async () => {
    const { bytes } = await updateDocument(made.pdf, async (update) => update.getCatalog().delete('Names'))
    expect((await flawsOf(withBytes(evidence, bytes)))[attached]?.[0]).toContain('it is missing')
  })

  it('is found out when anything is appended at all', async () => {
    const flaws = await flawsOf(withBytes(evidence, Buffer.concat([made.pdf, Buffer.from('\n%%EOF\n')])))
    expect(Object.keys(flaws)).toEqual([whole])
  })

  it('is found out when it was never sealed', async () => {
    const flaws = await flawsOf(withBytes(evidence, await renderEvidence(made.content)))
    expect(flaws[intact]).toEqual(['the file has no seal'])
  })

  it('is found out when its steps do not hold, though a seal covers them', async () => {
    const content = { ...made.content, steps: made.content.steps.slice(1) }
    const { bytes } = await sealPdf(await renderEvidence(content), sealWith(stranger))
    const flaws = await flawsOf(withBytes(evidence, bytes))
    expect(Object.keys(flaws)).toHaveLength(3)
    expect(flaws[intact]).toBeUndefined()
  })
})

describe('documents given with the evidence', () => {
  it.for(oddDocuments)('hold where $name was sealed', async ({ make }) => {
    const odd = await shownFile(await make())
    const { bytes: sealedOdd } = await sealPdf(odd, sealWith(signer))
    const content = sampleEvidence({ original: odd, sealed: sealedOdd })
    const { bytes } = await sealPdf(await renderEvidence(content), sealWith(signer))
    const others = [withBytes(sealed, sealedOdd), withBytes(original, odd)]
    expect(await flawsOf(withBytes(evidence, bytes), others)).toEqual({})
  })

  it('of other bytes are found out', async () => {
    for (const other of [sealed, original]) {
      const flaws = await flawsOf(evidence, [withByteFlipped(other, 500)])
      expect(Object.keys(flaws)).toEqual([`${other.name} is the sealed document or the signed document`])
    }
  })

  /** The sealed document with a document timestamp after it. */
  async function timestampedAt(time: Date): Promise<Buffer> {
    const authority = await startTimestampAuthority(timestampSigner(), { time })
    try {
      return await addDocumentTimestamp(made.sealed, { url: authority.url, nowMs: time.getTime() })
    } finally {
      await authority.close()
    }
  }

  it('hold with a timestamp that was added later', async () => {
    const renewed = withBytes(sealed, await timestampedAt(new Date('2027-03-01T14:05:10Z')))
    const report = await checkFiles(evidence, [renewed])
    expect(report.checks.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(textOf(report)).toContain('The timestamp that Test TSA added to sealed.pdf (2027-03-01T14:05:10.000Z)')
  })

  it('are found out with a timestamp from before the seal, or one that is broken', async () => {
    const old = withBytes(sealed, await timestampedAt(new Date('2020-02-02T00:00:00Z')))
    expect(Object.values(await flawsOf(evidence, [old]))).toEqual([
      [expect.stringContaining('it is older than the seal')],
    ])
    const broken = await timestampedAt(new Date('2027-03-01T14:05:10Z'))
    broken.write('deadbeef', broken.lastIndexOf('/Contents <') + 600, 'latin1')
    expect(Object.keys(await flawsOf(evidence, [withBytes(sealed, broken)]))).toEqual([
      expect.stringMatching(/^The timestamp that .* added to sealed.pdf/),
    ])
  })

  it('that a stranger sealed are found out, even where the evidence names them', async () => {
    const foreign = await sealedEvidence(stranger)
    const content = sampleEvidence({ original: foreign.original, sealed: foreign.sealed })
    const { bytes } = await sealPdf(await renderEvidence(content), sealWith(signer))
    const flaws = await flawsOf(withBytes(evidence, bytes), [withBytes(sealed, foreign.sealed)])
    expect(Object.keys(flaws)).toEqual(['sealed.pdf was sealed with the same certificate as the evidence'])
  })
})

describe('a file that is no evidence', () => {
  it.for([
    ['a PDF without seal and attachment', () => made.original],
    ['a PDF that cannot be opened', () => Buffer.from('%PDF-1.7\nnothing\n%%EOF')],
    ['a picture', () => Buffer.from('GIF89a')],
  ] as const)('is refused: %s', async ([, bytes]) => {
    await expect(checkFiles(withBytes(evidence, bytes()))).rejects.toThrow(UnreadableFile)
  })

  it('cannot write lines of its own into the report', async () => {
    const title = 'x"\n  holds  Everything\u001b[2J'
    const content = { ...made.content, request: { ...made.content.request, title } }
    const bytes = Buffer.from(JSON.stringify(content))
    expect(textOf(await checkFiles({ name: 'evidence.json', bytes })).split('\n')[0]).toContain(
      'x"\ufffd  holds  Everything\ufffd[2J',
    )
  })
})

function attachmentsOf(update: Parameters<Parameters<typeof updateDocument>[1]>[0]): PdfDict {
  const resolve = update.getObject.bind(update)
  const tree = update.getCatalog().getDict('Names', resolve)?.getDict('EmbeddedFiles', resolve)
  if (!(tree instanceof PdfDict)) throw new Error('there are no attachments')
  return tree
}

/** The file with an update after it that gives readers other evidence, whole in itself. */
async function withOtherAttachment({ pdf }: SealedEvidence): Promise<Uint8Array> {
  const { bytes } = await updateDocument(pdf, async (update) => {
    const file = update.register(new PdfStream([], Buffer.from(JSON.stringify(sampleEvidence({ signers: 3 })))))
    const specification = update.register(PdfDict.of({ EF: PdfDict.of({ F: file }) }))
    attachmentsOf(update).set('Names', new PdfArray([PdfString.fromString('evidence.json'), specification]))
  })
  return bytes
}
